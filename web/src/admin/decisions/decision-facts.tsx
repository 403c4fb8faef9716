import type { Decision } from '@kindred/contract/moderation/decisions'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { UserText } from '../../ui/user-text.tsx'
import { toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { IfAllowed } from '../if-allowed.tsx'

export default function DecisionFacts({ decision }: { decision: Decision }) {
  const { t } = useLingui()
  const facts = useFacts(decision)
  const { reportId } = decision
  return (
    <>
      {(facts.length > 0 || reportId) && (
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          {reportId && (
            <IfAllowed may="reports.read">
              <Link {...toReport(reportId)}>{t({ message: 'Report', context: 'noun' })}</Link>
            </IfAllowed>
          )}
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
      <Ending decision={decision} />
    </>
  )
}

function useFacts({ state, fraud, subscription, hidden, reports, strikeUntil }: Decision): string[] {
  const { t } = useLingui()
  const formats = useFormats()
  const { bio, prompts, pictures, message } = hidden
  const until = strikeUntil && formats.day(strikeUntil)
  return [
    ...(fraud ? [t`Fraud`] : []),
    ...(bio ? [t`Bio`] : []),
    ...(prompts ? [t`Prompts`] : []),
    ...(pictures > 0 ? [t`${plural(pictures, { one: '# photo', other: '# photos' })}`] : []),
    ...(message ? [t({ message: 'Message', context: 'noun' })] : []),
    // Undoing a decision reopens its reports.
    ...(reports > 0 && state !== 'undone'
      ? [t`${plural(reports, { one: '# report closed', other: '# reports closed' })}`]
      : []),
    ...(subscription === 'cancel' ? [t`Subscription ended`] : []),
    ...(until ? [t`Strike until ${until}`] : []),
  ]
}

function Ending({ decision: { endedAt, endedBy, endReason } }: { decision: Decision }) {
  const { t } = useLingui()
  const formats = useFormats()
  const end = endedAt && formats.dayAndTime(endedAt)
  if (!end) return null
  return (
    <>
      <p className="text-small text-muted">
        {t`Ended ${end}`}
        {endedBy && (
          <>
            {' · '}
            <bdi>{endedBy.name || t`Our team`}</bdi>
          </>
        )}
      </p>
      <UserText>{endReason}</UserText>
    </>
  )
}
