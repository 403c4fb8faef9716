import { ApiError, type DecisionState, message } from '@kindred/contract'
import type { Work } from '../../../work.ts'
import { moderateMessage } from '../../chat/index.ts'
import { queueMail, withdrawMailById } from '../../delivery/index.ts'
import { lockAccountForStaff } from '../../identity/index.ts'
import { restoreContent } from '../../profiles/index.ts'
import { dropOpenAppeals } from '../appeals/appeals.sql.ts'
import { cancelWarning, planCorrections } from '../fraud/warnings.sql.ts'
import { deleteRemoved } from '../picture-sweep/listed-pictures.sql.ts'
import { applyRestrictions } from './apply-restrictions.ts'
import { auditDecision } from './audit-decision.ts'
import { reopenReports } from './close-reports.ts'
import { type DecisionRow, findSubject, lockDecision, saveDecision } from './decisions.sql.ts'
import type { Deciding } from './put-in-force.ts'
import { canMove, undoUntil } from './rules.ts'
import { endingOf, endSubject } from './statement.ts'

export type End = Exclude<DecisionState, 'waiting' | 'in_force'>

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

/** Withdraws the email, unless a worker is faster: then the member knows of the decision. */
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
 * before it began. The member gets an email about everything that they had heard of.
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

export function assertVersion(row: DecisionRow, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === row.version) return
  throw new ApiError('conflict', message('This decision has changed in the meantime. Please check it and try again.'))
}
