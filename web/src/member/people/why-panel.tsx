import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { rankingReasonsQuery } from '../../api/member-queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'

type Props = { id: string; boosted: boolean; onClose: () => void }

export default function WhyPanel({ id, boosted, onClose }: Props) {
  const { t } = useLingui()
  const query = useQuery(rankingReasonsQuery(id))
  const texts = query.data?.data.reasons.map(({ text }) => text)
  const reasons = texts && boosted ? [t`They boosted their profile.`, ...texts] : texts
  return (
    <Dialog side onClose={onClose} title={t`Why this person?`}>
      {query.isPending && <Spinner label={t`Loading reasons…`} />}
      {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
      {reasons?.length === 0 && (
        <p>{t`They aren’t in your Discover at the moment, for example because you’ve already liked them or passed.`}</p>
      )}
      {reasons && reasons.length > 0 && (
        <ul className="grid list-disc gap-2 ps-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <p className="text-small text-muted">
        <Trans>Discover never shows whether someone likes you, and these reasons don’t depend on it.</Trans>
      </p>
    </Dialog>
  )
}
