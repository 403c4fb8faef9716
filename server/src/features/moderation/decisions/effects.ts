import { ApiError, type DecisionKind, type DecisionState, reportStatuses } from '@kindred/contract'
import { moderateMessage } from '../../chat/index.ts'
import { queueMail, withdrawMailById } from '../../delivery/index.ts'
import { editAccount, lockAccountForStaff, restrictAccount } from '../../identity/index.ts'
import { dropOpenAppeals } from '../appeals/queries.ts'
import {
  type DecisionRow,
  findClosed,
  findInForce,
  findSubject,
  insertClosed,
  lockDecision,
  lockOpenReports,
  saveDecision,
} from './queries.ts'
import { canMove, restrictionOf, undoUntil } from './rules.ts'
import { endingOf, endSubject } from './statement.ts'
import { findUnopened } from '../evidence/read-evidence.ts'
import { cancelWarning, planCorrections } from '../fraud/queries.ts'
import { deleteRemoved } from '../picture-sweep/queries.ts'
import { notifyStaff } from '../reports/create-report.ts'
import { changeStatus, notifyReporter, recordChange } from '../reports/handle-report.ts'
import { lockReport, updateReport } from '../reports/queries.ts'
import { audit } from '../../operations/index.ts'
import { restoreContent } from '../../profiles/index.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Actor, Work } from '../../../work.ts'

export type Deciding = Work<'config' | 'bus' | 'jobs' | 'keys' | 'lastingKeys'>

const restricting: readonly DecisionKind[] = ['limit', 'suspend', 'deactivate', 'ban']

/**
 * Applies the state that the active decisions require to a locked account. Returns true if the account is now
 * restricted. Its version always changes, so that staff who act on an older one notice the decision.
 */
export async function applyRestrictions(tx: Tx, accountId: string, changed: DecisionKind): Promise<boolean> {
  const restriction = restrictionOf(await findInForce(tx, accountId, restricting))
  if (restricting.includes(changed)) await restrictAccount(tx, accountId, restriction)
  else await editAccount(tx, accountId, {})
  return restriction.state !== null || restriction.limitedUntil !== null
}

type Transition = { action: string; before: DecisionState | null; actor?: Actor; reason?: string | undefined }

export const auditDecision = (work: Work, row: DecisionRow, { action, before, actor, reason }: Transition) =>
  audit(work, {
    action,
    subjectId: row.subject_id,
    ...(actor ? { actor } : {}),
    ...(reason ? { reason } : {}),
    details: {
      decision: row.id,
      kind: row.kind,
      before,
      after: row.state,
      ...(row.rule === null ? {} : { rule: row.rule }),
      category: row.category,
      ...(row.until ? { until: row.until.toISOString() } : {}),
      ...(row.report_id ? { report: row.report_id } : {}),
      ...(row.is_fraud ? { fraud: true } : {}),
    },
  })

type About = Pick<DecisionRow, 'id' | 'kind' | 'subject_id' | 'report_id'>
type Closer = { id: string; in_force_at: Date | null }

/**
 * The reports that a decision leaves open: those that its author hasn't looked into. Otherwise, a mild decision about one
 * report would resolve a serious one unread. After a ban, none of them can lead to more.
 */
export const reportsLeftOpen = (
  db: Db | Tx,
  { subject_id, report_id, kind }: Pick<About, 'subject_id' | 'report_id' | 'kind'>,
  staffId: string,
): Promise<string[]> => (kind === 'ban' && report_id ? Promise.resolve([]) : findUnopened(db, staffId, subject_id))

/** Reporters are notified once the decision can't be undone. */
export async function closeReports(work: Work<'bus'>, row: About, staffId: string): Promise<void> {
  const { id, subject_id } = row
  const closed = []
  const leftOpen = await reportsLeftOpen(work.tx, row, staffId)
  for (const reportId of await lockOpenReports(work.tx, subject_id, leftOpen)) {
    const row = await lockReport(work.tx, reportId)
    if (!row) continue
    await changeStatus(work, row, { staffId, status: 'resolved', reason: undefined })
    closed.push({ report_id: reportId, status_before: row.status, next_due_before: row.next_due_at })
  }
  await insertClosed(work.tx, id, closed)
  if (closed.length > 0) notifyStaff(work)
}

export async function reopenReports(work: Work<'bus'>, decisionId: string, staffId: string): Promise<void> {
  for (const { report_id, status_before, next_due_before } of await findClosed(work.tx, decisionId)) {
    const row = await lockReport(work.tx, report_id)
    const status = reportStatuses.find((each) => each === status_before)
    if (row?.status !== 'resolved' || !status) continue
    await updateReport(work.tx, row, { status, closed_at: null, next_due_at: next_due_before }, work.now)
    const change = { staffId, what: 'status', before: row.status, after: status, reason: undefined }
    await recordChange(work, report_id, change)
  }
  notifyStaff(work)
}

/**
 * Finds the reports that are still as the decision closed them. A report that was reopened and resolved again has a
 * later `closed_at`.
 */
export async function findStillClosed(work: Work, { id, in_force_at: at }: Closer): Promise<string[]> {
  const found = []
  for (const { report_id } of await findClosed(work.tx, id)) {
    const row = await lockReport(work.tx, report_id)
    if (row?.status === 'resolved' && row.closed_at?.getTime() === at?.getTime()) found.push(report_id)
  }
  return found
}

export async function notifyReporters(work: Work<'bus' | 'jobs'>, decisionId: string): Promise<void> {
  for (const { report_id } of await findClosed(work.tx, decisionId)) {
    const row = await lockReport(work.tx, report_id)
    if (row?.status === 'resolved') await notifyReporter(work, row)
  }
}

type End = Exclude<DecisionState, 'waiting' | 'in_force'>

/** The operator's commands have no open pages to notify, and leave jobs to the server's schedule. */
type Announcing = Pick<Work, 'tx' | 'now'> & Partial<Pick<Work<'bus' | 'jobs'>, 'bus' | 'jobs' | 'afterCommit'>>

type Ending = { to: End; by: string | null; reason?: string | undefined }

export const noDecision = () => new ApiError('not_found', 'We couldn’t find this decision.')

export async function lockWithSubject({ tx }: Pick<Deciding, 'tx'>, id: string): Promise<DecisionRow> {
  const subjectId = await findSubject(tx, id)
  if (subjectId) await lockAccountForStaff(tx, subjectId)
  const row = subjectId && (await lockDecision(tx, id))
  if (!row) throw noDecision()
  return row
}

/** Withdraws the email. If a worker has already sent it, the member knows of the decision, so undoing is refused. */
async function assertUndoable(work: Deciding, row: DecisionRow): Promise<void> {
  const inTime = row.in_force_at !== null && work.now < undoUntil(row.in_force_at) && row.settled_at === null
  if (!inTime || (row.mail_id !== null && !(await withdrawMailById(work.tx, row.mail_id))))
    throw new ApiError('conflict', 'The 1-minute undo window has passed. You can still end it early.')
}

function assertMayBecome({ state }: DecisionRow, to: End): void {
  if (state === 'undone') throw new ApiError('conflict', 'This has already been undone.')
  if (!canMove(state, to)) throw new ApiError('conflict', 'This decision has already ended, or hasn’t begun.')
}

export async function finishDecision(
  work: Announcing,
  row: DecisionRow,
  { to, by, reason }: Ending,
): Promise<{ ended: DecisionRow; isRestricted: boolean }> {
  const { tx, now } = work
  assertMayBecome(row, to)
  const ended = await saveDecision(tx, row.id, {
    state: to,
    ended_at: row.ended_at ?? now,
    ended_by: by,
    end_reason: reason ?? null,
    ...(to === 'undone' || to === 'overturned' ? { strike_until: null } : {}),
  })
  if (to === 'undone') await dropOpenAppeals(tx, row.id)
  if (row.state !== 'waiting') await restoreContent(tx, row.subject_id, row.hidden, now)
  const { message, match, pictures } = row.hidden
  if (message || pictures) await deleteRemoved(tx, row.id)
  if (message && match && row.state !== 'waiting')
    await moderateMessage(work, 'show', { id: message, match_id: match }, row.subject_id)
  if (row.is_fraud) await cancelWarning(tx, row.id, now)
  if (row.is_fraud && (to === 'lifted' || to === 'overturned') && (await planCorrections(tx, row.id, now)))
    await work.jobs?.add(tx, 'correct-warnings', { decisionId: row.id })
  const isRestricted = await applyRestrictions(tx, row.subject_id, row.kind)
  return { ended, isRestricted }
}

/**
 * Runs in the caller's transaction: the decision is undone within a minute, expired, lifted, overturned, or declined
 * before it began. The member gets an email only if they knew of the decision.
 */
export async function endDecision(work: Deciding, row: DecisionRow, ending: Ending): Promise<DecisionRow> {
  const { to, by, reason } = ending
  assertMayBecome(row, to)
  if (to === 'undone') await assertUndoable(work, row)
  const { ended, isRestricted } = await finishDecision(work, row, ending)
  if (to === 'undone' && by) await reopenReports(work, row.id, by)
  await auditDecision(work, ended, { action: `decision.${to}`, before: row.state, reason })
  if (to === 'expired' || to === 'lifted' || to === 'overturned')
    await queueMail(work, {
      to: row.subject_id,
      kind: 'decided',
      details: { write: () => ({ subject: endSubject, lines: endingOf(to, isRestricted) }) },
    })
  return ended
}

export async function liftRestrictions({ tx, now }: Pick<Work, 'tx' | 'now'>, accountId: string): Promise<void> {
  await lockAccountForStaff(tx, accountId)
  const inForce = await findInForce(tx, accountId, restricting)
  for (const row of inForce) await finishDecision({ tx, now }, row, { to: 'lifted', by: null })
  // The account was restricted before decisions were recorded.
  if (inForce.length === 0) await applyRestrictions(tx, accountId, 'ban')
}
