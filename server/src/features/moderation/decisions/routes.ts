import {
  ApiError,
  type Approval,
  type Decision,
  type decisions,
  message,
  type OwnDecision,
  type Standing,
} from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { configurationOf, lastChanger, recordLookOnce } from '../../operations/index.ts'
import { withdrawBan } from '../approvals/approvals.ts'
import { decide, oneDecision } from './decide.ts'
import { previewDecision, previewWaiting } from './preview-decision.ts'
import type { Deps } from '../../../deps.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { formatsIn } from '../../../infra/zones.ts'
import { userById } from '../../discovery/index.ts'
import { mayAs } from '../../../infra/staff.ts'
import { handledBy } from '../reports/read-reports.ts'
import { noUser } from '../administration/read-users.ts'
import { assertMayReadAbout } from '../user-details/user-details.ts'
import { aboutPerson, noteReader } from '../blind-reviews/queries.ts'
import { countStrikes, type DecisionRow, findDecisionsAbout, findMostUrgent, findOwnDecisions } from './queries.ts'
import { readingOf, toDecision, toOwnDecision, toStanding } from './statement.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import { wasApproved } from '../approvals/queries.ts'
import { alreadyRequested, needsApprovalOf, requestForAdministrator } from '../approvals/request-approval.ts'
import { lockAccountForStaff } from '../../identity/index.ts'
import { Refusal } from '../refusals.ts'
import { endDecision, lockWithSubject, type Deciding } from './effects.ts'
import { canMove, mayEnd } from './rules.ts'
import { assertMayActOnId, RECENT } from '../administration/may-act.ts'
import { later } from '../../../infra/clock.ts'

async function assertVersion({ tx, now, caller }: Work & { caller: Caller }, row: DecisionRow): Promise<void> {
  if (caller.ifMatch === undefined || caller.ifMatch === row.version) return
  const name = await lastChanger(tx, row.subject_id, later(now, -RECENT))
  throw new ApiError(
    'conflict',
    name
      ? message('{name} changed this decision in the meantime. Please check it and try again.', { name })
      : message('This decision has changed in the meantime. Please check it and try again.'),
  )
}

type Reported = Awaited<ReturnType<typeof findMostUrgent>>

type Change = { to: 'undone' } | { to: 'lifted'; reason: string }

/**
 * Ending a decision about an administrator needs approval. The decision can't be undone, because it was approved or had
 * to wait.
 */
async function requestEnd(work: Deciding, staffId: string, row: DecisionRow, change: Change) {
  const user = await lockAccountForStaff(work.tx, row.subject_id)
  if (!user || !(await needsApprovalOf(work.tx, staffId, user))) return null
  if (change.to === 'undone') throw new Refusal('needs_approval')
  if (!canMove(row.state, 'lifted')) throw new ApiError('conflict', 'This decision has already ended, or hasn’t begun.')
  const details = { decision: row.id, reason: change.reason }
  return requestForAdministrator(work, staffId, user, { action: 'lift', change: details })
}

async function changeDecision(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  change: Change,
): Promise<{ decision: Decision; approval?: Approval }> {
  const { account } = viewer
  const approval = await unitOfWork(context, asStaff(account.id), async (work) => {
    const row = await lockWithSubject(work, id)
    if (row.subject_id === account.id) throw new Refusal('own_account')
    await assertMayActOnId(work.tx, account, row.subject_id)
    if (!mayEnd(account, { ...row, was_approved: await wasApproved(work.tx, id) }))
      throw new ApiError('forbidden', 'Another administrator has to decide this.')
    await assertVersion(work, row)
    const requested = await requestEnd(work, account.id, row, change)
    if (!requested) await endDecision(work, row, { ...change, by: account.id })
    return requested
  }).catch(alreadyRequested)
  return { decision: await oneDecision(context, viewer, id), ...(approval && { approval }) }
}

/**
 * Newest first, with the recommended next step. Viewers see decisions about themselves as members do, because the staff
 * view would reveal the author and the report.
 */
async function listDecisions(
  context: Pick<Deps, 'config' | 'db' | 'clock'> & Answering,
  { account }: Viewer,
  subjectId: string,
): Promise<{ decisions: Decision[]; standing: Standing; reported: Reported }> {
  const [{ db }, reading] = [context, await readingOf(context)]
  if (!(await userById(db, subjectId))) throw noUser()
  await noteReader(db, account.id, aboutPerson(subjectId))
  const [rows, strikes, reported] = await Promise.all([
    findDecisionsAbout(db, subjectId),
    countStrikes(db, subjectId, reading.now),
    mayAs(account, 'reports.read') ? findMostUrgent(db, subjectId, handledBy(account)) : null,
  ])
  const shown = subjectId === account.id ? [] : rows
  return { decisions: shown.map((row) => toDecision(row, account, reading)), standing: toStanding(strikes), reported }
}

async function listMyDecisions(context: Deps & Answering, { account }: Viewer): Promise<OwnDecision[]> {
  const { language, locale, gender } = context.caller
  const reader = { language, gender, formats: formatsIn(account.time_zone, language, locale) }
  const { rules } = await configurationOf(context)
  return (await findOwnDecisions(context.db, account.id)).map((row) => toOwnDecision(row, rules, reader))
}

export const decisionHandlers: Handlers<typeof decisions> = {
  previewDecision: async (context, { params, body }) => {
    const data = await previewDecision(context, context.viewer, params.id, body)
    await recordLookOnce(context, context.viewer, params.id)
    return { data }
  },
  previewWaiting: async (context, { params }) => {
    const { preview, subjectId } = await previewWaiting(context, context.viewer, params.id)
    await recordLookOnce(context, context.viewer, subjectId)
    return { data: preview }
  },
  decide: async (context, { params, body }) => ({ data: await decide(context, context.viewer, params.id, body) }),
  listDecisions: async (context, { params }) => {
    await assertMayReadAbout(context.db, context.viewer.account, params.id)
    const data = await listDecisions(context, context.viewer, params.id)
    await recordLookOnce(context, context.viewer, params.id)
    return { data }
  },
  undoDecision: async (context, { params }) => ({
    data: { decision: (await changeDecision(context, context.viewer, params.id, { to: 'undone' })).decision },
  }),
  liftDecision: async (context, { params, body }) => ({
    data: await changeDecision(context, context.viewer, params.id, { to: 'lifted', ...body }),
  }),
  withdrawBan: async (context, { params }) => {
    await withdrawBan(context, context.viewer, params.id)
    return { data: { decision: await oneDecision(context, context.viewer, params.id) } }
  },
  listMyDecisions: async (context) => ({ data: { decisions: await listMyDecisions(context, context.viewer) } }),
}
