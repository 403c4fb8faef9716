import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { Earlier } from '../earlier.tsx'
import { ListProblem } from '../list-problem.tsx'
import { LookCard } from './look-card.tsx'
import { useSecondLooks } from './use-second-looks.ts'

/** Second looks that were answered, or the disagreements that wait for an administrator. */
export function AnsweredLooks({ isRaised }: { isRaised: boolean }) {
  const { t } = useLingui()
  const query = useSecondLooks(isRaised)
  const looks = query.data?.pages.flatMap(({ data }) => data.looks) ?? []
  return (
    <div className="grid gap-5">
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading cases…`} />}
      {query.isSuccess && looks.length === 0 && (
        <EmptyState title={isRaised ? t`No open disagreements` : t`No completed reviews yet`} />
      )}
      {looks.map((look) => (
        <LookCard key={look._id} look={look} />
      ))}
      <Earlier query={query}>
        <Trans>Older cases</Trans>
      </Earlier>
    </div>
  )
}
