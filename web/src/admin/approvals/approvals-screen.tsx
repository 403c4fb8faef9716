import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '../../api/settings.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { LoadOlder } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { ApprovalsList } from './approvals-list.tsx'
import { useApprovals } from './use-approvals.ts'

export default function ApprovalsScreen() {
  const { t } = useLingui()
  usePage(t`Approvals`)
  const query = useApprovals()
  const approvals = query.data?.pages.flatMap(({ data }) => data.approvals) ?? []
  return (
    <>
      <h1>{t`Approvals`}</h1>
      <p className="text-ink-2">
        <Trans>
          Bans, role changes, action on more than 20 people within an hour, and any change of an administrator’s account
          need a second administrator. If no one else can approve a request, it takes effect after 24 hours, or after 72
          hours for role changes and administrators, unless another administrator objects.
        </Trans>
      </p>
      <ListProblem query={query} />
      <section className="card overflow-hidden p-0" aria-label={t`Approvals`}>
        {query.isPending && <Spinner label={t`Loading approvals…`} />}
        {query.isSuccess &&
          (approvals.length === 0 ? (
            <EmptyState title={t`No requests yet`}>{t`Requests that need your approval will appear here.`}</EmptyState>
          ) : (
            <ApprovalsList approvals={approvals} />
          ))}
        <LoadOlder query={query}>{t`Older requests`}</LoadOlder>
      </section>
    </>
  )
}
