import { ApiError, FRAUD_HOLD_HOURS, FRAUD_WARNING_HOURS, UNDO_SECONDS } from '@kindred/contract'
import { days, hours, later, seconds } from '../../../infra/clock.ts'
import { premiumUntil } from '../../billing/index.ts'
import { queueMail } from '../../delivery/index.ts'
import { endSessions, lockAccountForStaff, rememberBan } from '../../identity/index.ts'
import { audit, configurationOf } from '../../operations/index.ts'
import { hideContent, type HideInput } from '../../profiles/index.ts'
import { isSomeoneElseLeft } from '../appeals/others.sql.ts'
import { insertWarning } from '../fraud/warnings.sql.ts'
import { insertRemoved } from '../picture-sweep/listed-pictures.sql.ts'
import { queueCopies } from '../picture-sweep/queue-copies.ts'
import { Refusal } from '../refusals.ts'
import { asStaff, type Work } from '../../../work.ts'
import { applyRestrictions } from './apply-restrictions.ts'
import { auditDecision } from './audit-decision.ts'
import { closeReports } from './close-reports.ts'
import { type DecisionRow, findSubject, lockDecision, saveDecision } from './decisions.sql.ts'
import { messagePlaces, moderateMessage } from '../../chat/index.ts'
import { reporterOf } from './reports.sql.ts'
import { canMove, strikeUntil } from './rules.ts'
import { statementOf, subjectOf } from './statement.ts'

export type DecisionHideInput = HideInput & { message?: string | undefined; findCopies?: boolean }
export type Deciding = Work<'config' | 'bus' | 'jobs' | 'keys' | 'lastingKeys'>

export const MAIL_DELAY = seconds(UNDO_SECONDS)

async function hide(
  work: Deciding,
  { kind, subject_id, report_id }: DecisionRow,
  input: DecisionHideInput | undefined,
): Promise<DecisionRow['hidden']> {
  if (kind !== 'hide' || !input) return {}
  if (input.message) {
    const reader = await reporterOf(work.tx, report_id)
    const [place] = await messagePlaces(work.tx, [input.message], subject_id, reader)
    if (place && (await moderateMessage(work, 'hide', place, subject_id)))
      return { message: place.id, match: place.match_id }
    throw new ApiError('conflict', 'This message is no longer shown.')
  }
  const hidden = await hideContent(work.tx, subject_id, input, work.now)
  if (Object.keys(hidden).length === 0) throw new ApiError('conflict', 'This is no longer on their profile.')
  return hidden
}

/** Intimate images and pictures of minors are found again wherever someone uploads them. */
async function lookForCopies(work: Deciding, row: DecisionRow, hidden: DecisionRow['hidden']): Promise<void> {
  if (row.category !== 'intimate_image' && row.category !== 'minor') return
  const { pictures = [], message, match } = hidden
  if (pictures.length === 0 && !message) return
  const what = { pictures, ...(message && match && { message: { id: message, match_id: match } }) }
  const added = await insertRemoved(work.tx, { decisionId: row.id, by: row.decided_by, at: work.now, ...what })
  if (added > 0) await audit(work, { action: 'listed-pictures.added', details: { added, decision: row.id } })
}

async function queueStatement(work: Deciding, row: DecisionRow): Promise<string | undefined> {
  const { rules } = await configurationOf({ config: work.config, db: work.tx })
  // Another administrator who approves a decision takes part in it, and can't review it later.
  const by = [row.decided_by, 'id' in work.actor ? work.actor.id : null]
  const stated = { ...row, has_others: await isSomeoneElseLeft(work.tx, row.subject_id, { by }) }
  return queueMail(work, {
    to: row.subject_id,
    kind: 'decided',
    details: { write: (to) => ({ subject: subjectOf(row), lines: statementOf(stated, rules, to) }) },
    delay: MAIL_DELAY,
  })
}

export async function beginDecision(work: Deciding, row: DecisionRow, input?: DecisionHideInput): Promise<DecisionRow> {
  const { tx, now } = work
  if (!canMove(row.state, 'in_force')) throw new ApiError('conflict', 'This has already been decided.')
  const hidden = await hide(work, row, input)
  await lookForCopies(work, row, hidden)
  if (input?.findCopies) await queueCopies(work, row.subject_id, hidden.pictures ?? [])
  const begun = await saveDecision(tx, row.id, {
    state: 'in_force',
    in_force_at: now,
    until: row.days === null ? null : later(now, days(row.days)),
    strike_until: strikeUntil(row.kind, now),
    premium_until: await premiumUntil(tx, row.subject_id),
    hidden: JSON.stringify(hidden),
  })
  await applyRestrictions(tx, row.subject_id, row.kind)
  if (row.kind === 'ban') await rememberBan(work, row.subject_id)
  if (row.kind === 'ban' && row.is_fraud)
    await insertWarning(tx, {
      decision_id: row.id,
      due_at: later(now, hours(FRAUD_WARNING_HOURS)),
      latest_at: later(now, hours(FRAUD_HOLD_HOURS)),
    })
  if (row.kind === 'suspend' || row.kind === 'ban' || row.kind === 'deactivate')
    await endSessions(work, { accountId: row.subject_id }, 'deactivated')
  return begun
}

/**
 * Includes everything that follows: the state of the account, its sessions, the reports about it, the email and the
 * audit log. The account is locked.
 */
export async function putInForce(work: Deciding, row: DecisionRow, input?: DecisionHideInput): Promise<DecisionRow> {
  const begun = await beginDecision(work, row, input)
  const staffId = row.decided_by
  if (staffId === null) throw new Error(`Nobody has made the decision ${row.id}.`)
  await closeReports(work, begun, staffId)
  const mailId = await queueStatement(work, begun)
  await auditDecision(work, begun, {
    action: `decision.${row.kind}`,
    before: row.state,
    actor: asStaff(staffId),
    reason: row.facts,
  })
  return mailId ? saveDecision(work.tx, row.id, { mail_id: mailId }) : begun
}

export async function putApprovedInForce(work: Deciding, id: string, hide?: DecisionHideInput): Promise<void> {
  const subjectId = await findSubject(work.tx, id)
  if (!subjectId || !(await lockAccountForStaff(work.tx, subjectId))) throw new Refusal('no_user')
  const row = await lockDecision(work.tx, id)
  if (!row) throw new ApiError('not_found', 'We couldn’t find this decision.')
  await putInForce(work, row, hide)
}
