import type { Approval } from '@kindred/contract/moderation/approvals'
import { useLingui } from '@lingui/react/macro'
import { toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { IfAllowed } from '../if-allowed.tsx'

/** The grounds of a decision that needs approval, and the report that it came from. */
export function DecisionDetails({ approval: { decision, outcome } }: { approval: Approval }) {
  const { t } = useLingui()
  if (!decision) return null
  const { rule, facts, fraud, kind, reportId } = decision
  return (
    <>
      {rule && <span className="text-small">{t`Rule broken: ${rule}`}</span>}
      <UserText>{facts}</UserText>
      {fraud && (
        <span className="text-small">
          {kind === 'ban' && outcome === null
            ? t`Fraud: people who received messages from them will be warned.`
            : t`Fraud`}
        </span>
      )}
      {reportId ? (
        <IfAllowed may="reports.read">
          <Link {...toReport(reportId)} className="justify-self-start text-small">{t`Open the report`}</Link>
        </IfAllowed>
      ) : (
        <span className="text-small text-muted">{t`This decision came from no report.`}</span>
      )}
    </>
  )
}
