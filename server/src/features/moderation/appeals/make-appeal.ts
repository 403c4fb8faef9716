import { ApiError, type OwnAppeal } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { asAccount, unitOfWork, type Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { lockDecision } from '../decisions/decisions.sql.ts'
import { noDecision } from '../decisions/end-decision.ts'
import { noReport } from '../reports/read-reports.ts'
import { lockReport } from '../reports/reports.sql.ts'
import { findEndOfReport, insertAppeal } from './appeals.sql.ts'
import { insertAppealMessage } from './messages.sql.ts'
import { oneOwnAppeal } from './read-appeals.ts'
import { appealUntil } from './rules.ts'

type Appealed = { decision_id: string } | { report_id: string }

function assertInTime(decidedAt: Date, now: Date): void {
  if (now >= appealUntil(decidedAt)) throw new ApiError('conflict', 'The 6-month window to appeal has closed.')
}

async function appealedDecision({ tx, now }: Work, accountId: string, id: string): Promise<Appealed> {
  const row = await lockDecision(tx, id)
  // A decision that the member has never heard of doesn't exist for them.
  if (row?.subject_id !== accountId || row.in_force_at === null || row.state === 'undone') throw noDecision()
  if (row.state === 'overturned') throw new ApiError('conflict', 'This decision has already been overturned.')
  assertInTime(row.in_force_at, now)
  return { decision_id: id }
}

async function appealedReport({ tx, now }: Work, accountId: string, id: string): Promise<Appealed> {
  const row = await lockReport(tx, id)
  if (row?.reporter_id !== accountId) throw noReport()
  const endedAt = await findEndOfReport(tx, id)
  if (!endedAt) throw new ApiError('conflict', 'We’re still looking into this report.')
  assertInTime(endedAt, now)
  return { report_id: id }
}

export async function makeAppeal(
  context: Deps,
  { account }: Viewer,
  { kind, id, message }: { kind: 'decision' | 'report'; id: string; message: string },
): Promise<OwnAppeal> {
  await context.budgets.spend([{ key: `appeal:${account.id}`, limit: 20, within: days(1) }])
  const appealId = await unitOfWork(context, asAccount(account), async (work) => {
    const { tx, now } = work
    const appealed = await (kind === 'decision' ? appealedDecision : appealedReport)(work, account.id, id)
    const made = await insertAppeal(tx, { ...appealed, account_id: account.id, created_at: now })
    await insertAppealMessage(tx, { appeal_id: made, author_id: account.id, by_staff: false, message, at: now })
    await audit(work, { action: 'appeal.made', subjectId: account.id, details: { appeal: made, ...appealed } })
    return made
  }).catch((error: unknown) => {
    if (isTaken(error)) throw new ApiError('conflict', 'You’ve already appealed this.')
    throw error
  })
  return oneOwnAppeal(context, appealId)
}
