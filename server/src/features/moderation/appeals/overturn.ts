import { returnPremium } from '../../billing/index.ts'
import { auditDecision } from '../decisions/audit-decision.ts'
import { findStillClosed } from '../decisions/close-reports.ts'
import { countLostPremiumDays } from '../decisions/lost-premium.sql.ts'
import { finishDecision, lockWithSubject } from '../decisions/end-decision.ts'
import type { Deciding } from '../decisions/put-in-force.ts'
import { moveLockedReport } from '../reports/move-report.ts'
import { notifyStaff } from '../reports/notify-staff.ts'
import { lockReport } from '../reports/reports.sql.ts'
import type { AppealRow } from './appeals.sql.ts'

type Why = { staffId: string; reason: string }

/**
 * A decision ends with its strike, the account and the profile are restored, and the member gets the lost days of
 * premium back. A report is in progress again, for a new decision: the one under appeal, or those that the decision
 * closed. Their reporters are notified.
 */
export async function overturn(work: Deciding, { decision_id, report_id }: AppealRow, why: Why): Promise<void> {
  if (decision_id) await overturnDecision(work, decision_id, why)
  else if (report_id) await reopenReport(work, report_id, why)
}

async function overturnDecision(work: Deciding, id: string, { staffId, reason }: Why): Promise<void> {
  const row = await lockWithSubject(work, id)
  const { ended } = await finishDecision(work, row, { to: 'overturned', by: staffId, reason })
  await auditDecision(work, ended, { action: 'decision.overturned', before: row.state, reason })
  const days = await countLostPremiumDays(work.tx, id, work.now)
  if (days > 0) await returnPremium(work, { accountId: row.subject_id, days, decision: id })
  for (const report of await findStillClosed(work, row)) await reopenReport(work, report, { staffId, reason })
}

async function reopenReport(work: Deciding, id: string, { staffId, reason }: Why): Promise<void> {
  const row = await lockReport(work.tx, id)
  if (!row || row.status === 'in_progress' || row.status === 'pending') return
  await moveLockedReport(work, row, { staffId, status: 'in_progress', reason })
  notifyStaff(work)
}
