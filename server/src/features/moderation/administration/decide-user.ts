import { type AdminUser, ApiError, type Approval, type DecisionState, say, userActions } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { roleOf } from '../../../infra/staff.ts'
import { audit, configurationOf, wasNotedSince } from '../../operations/index.ts'
import { queueMail, withdrawMail, withdrawMailById } from '../../delivery/index.ts'
import { endSubscriptionOf } from '../../billing/index.ts'
import { lockAccountForStaff } from '../../identity/index.ts'
import { requestApproval } from '../approvals/request-approval.ts'
import { isSomeoneElseLeft } from '../appeals/others.sql.ts'
import { applyRestrictions } from '../decisions/apply-restrictions.ts'
import { auditDecision } from '../decisions/audit-decision.ts'
import { assertNoOpenBan } from '../decisions/check-input.ts'
import { reopenReports } from '../decisions/close-reports.ts'
import { type DecisionRow, findInForce, insertDecision, saveDecision } from '../decisions/decisions.sql.ts'
import { finishDecision } from '../decisions/end-decision.ts'
import { beginDecision, type Deciding, MAIL_DELAY } from '../decisions/put-in-force.ts'
import { NO_REASON, statementOf, subjectOf } from '../decisions/statement.ts'
import { Refusal, type RefusalCode } from '../refusals.ts'
import { assertCurrentVersion } from './assert-current-version.ts'
import { noUser, oneUser } from './read-users.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import { assertMayActOn, assertNotInvolved } from './assert-may-act-on.ts'

export type UserAction = (typeof userActions)[number]

export const isUserAction = (action: string): action is UserAction => userActions.some((each) => each === action)

export const opposite: Record<UserAction, UserAction> = { activate: 'deactivate', deactivate: 'activate' }

/** For each action: the states that it applies to, its name in the audit log, and its refusal. */
export const decisions = {
  activate: {
    from: ['deactivated', 'suspended'],
    action: 'account.activated',
    refusal: 'not_deactivated',
  },
  deactivate: {
    from: ['active', 'paused'],
    action: 'account.deactivated',
    refusal: 'not_active',
  },
} as const satisfies Record<UserAction, { from: readonly string[]; action: string; refusal: RefusalCode }>

type Decision = {
  staffId: string
  id: string
  action: UserAction
  reason: string | null
  /** Whether it undoes another, so that its reason is for the audit log only. */
  isUndo?: boolean
  subscription?: 'keep' | 'cancel' | undefined
  /** Whether a deactivation needs a reason: it does for everyone but administrators. */
  needsReason?: boolean
}
/** What became of a decision, for the audit log. */
type Change = { decision: string; before: DecisionState; after: DecisionState }

/** Saves a deactivation that isn't in force yet: a decision like others, with a default rule and facts. */
function saveDeactivation(work: Deciding, decision: Decision): Promise<DecisionRow> {
  const { staffId, id, reason, isUndo = false, subscription = 'keep' } = decision
  return insertDecision(work.tx, {
    subject_id: id,
    kind: 'deactivate',
    state: 'waiting',
    source: 'own',
    category: 'other',
    facts: (isUndo ? null : reason) ?? NO_REASON,
    subscription,
    decided_by: staffId,
    created_at: work.now,
  })
}

const reasonMissing = () => {
  const msg = say('Please give a reason.')
  return new ApiError('invalid_request', msg, { errors: [{ path: 'reason', msg }] })
}

/**
 * Puts a deactivation in force. Its email is withdrawn if the user is activated again before it is sent, and the other
 * way round: then it undoes that, and needs no reason of its own.
 */
async function beginDeactivation(work: Deciding, row: DecisionRow, needsReason = false): Promise<Change[]> {
  const { subject_id: id, decided_by: staffId } = row
  const begun = await beginDecision(work, row)
  const changes = [{ decision: row.id, before: row.state, after: begun.state }]
  if (await withdrawMail(work.tx, id, 'activated')) return changes
  if (needsReason && row.facts === NO_REASON) throw reasonMissing()
  const { rules } = await configurationOf({ config: work.config, db: work.tx })
  const stated = { ...begun, has_others: await isSomeoneElseLeft(work.tx, id, { by: [staffId] }) }
  const mail_id = await queueMail(work, {
    to: id,
    kind: 'deactivated',
    details: { write: (to) => ({ subject: subjectOf(begun), lines: statementOf(stated, rules, to) }) },
    delay: MAIL_DELAY,
  })
  if (mail_id) await saveDecision(work.tx, row.id, { mail_id })
  return changes
}

/** Activates a locked account again, which ends the decisions that keep it from being active. */
async function activate(work: Deciding, { staffId, id, reason }: Decision): Promise<Change[]> {
  let isUnknown = false
  const changes: Change[] = []
  const inForce = await findInForce(work.tx, id, ['deactivate', 'suspend'])
  for (const row of inForce) {
    const isWithdrawn = row.mail_id !== null && (await withdrawMailById(work.tx, row.mail_id))
    isUnknown ||= isWithdrawn
    const to = isWithdrawn ? 'undone' : 'lifted'
    await finishDecision(work, row, { to, by: staffId, reason: reason ?? undefined })
    if (isWithdrawn) await reopenReports(work, row.id, staffId)
    changes.push({ decision: row.id, before: row.state, after: to })
  }
  // Restricted before decisions were recorded.
  if (inForce.length === 0) await applyRestrictions(work.tx, id, 'deactivate')
  if (!isUnknown) await queueMail(work, { to: id, kind: 'activated', details: {}, delay: MAIL_DELAY })
  return changes
}

/** Locks an account that an action applies to. */
async function lockForAction({ tx }: Work, { staffId, id, action }: Decision) {
  const { from, refusal } = decisions[action]
  if (id === staffId) throw new Refusal('own_account')
  const user = await lockAccountForStaff(tx, id)
  if (!user) throw noUser()
  const states: readonly string[] = from
  if (!states.includes(user.state)) throw new Refusal(refusal)
  await assertNotInvolved(tx, staffId, id)
  return user
}

/** Takes one action on one user: it changes the state, ends the sessions, sends the mail and writes the audit log. */
export async function applyUserAction(work: Deciding, decision: Decision): Promise<void> {
  const { id, action, reason } = decision
  await lockForAction(work, decision)
  const changes = await (action === 'deactivate'
    ? beginDeactivation(work, await saveDeactivation(work, decision), decision.needsReason)
    : activate(work, decision))
  const { action: name } = decisions[action]
  await audit(work, { action: name, subjectId: id, ...(reason ? { reason } : {}), details: { decisions: changes } })
}

/** The same for an administrator, whom nobody deactivates alone: it waits as taking the role does. */
async function requestDeactivation(work: Deciding, decision: Decision): Promise<Approval | null> {
  const { staffId, id, reason } = decision
  await lockForAction(work, decision)
  await assertNoOpenBan(work.tx, id)
  const row = await saveDeactivation(work, decision)
  const approval = await requestApproval(work, staffId, { kind: 'decision', decisionId: row.id, targetId: id })
  await auditDecision(work, row, { action: 'decision.requested', before: null, reason: reason ?? undefined })
  return approval
}

/** Deactivates an administrator once that has been approved. Their account and the decision are locked. */
export async function deactivateApproved(work: Deciding, row: DecisionRow): Promise<void> {
  const changes = await beginDeactivation(work, row)
  await audit(work, {
    ...(row.decided_by ? { actor: asStaff(row.decided_by) } : {}),
    action: decisions.deactivate.action,
    subjectId: row.subject_id,
    ...(row.facts === NO_REASON ? {} : { reason: row.facts }),
    details: { decisions: changes },
  })
}

/** Whether any administrator has activated or deactivated a user since a point in time. */
export const wasDecidedSince = (tx: Tx, id: string, since: Date): Promise<boolean> =>
  wasNotedSince(
    tx,
    id,
    Object.values(decisions).map((each) => each.action),
    since,
  )

type DecisionInput = { reason?: string | undefined; subscription?: 'keep' | 'cancel' | undefined }

export async function decideUser(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  action: UserAction,
  { reason, subscription }: DecisionInput,
): Promise<{ user: AdminUser; approval?: Approval }> {
  const staffId = viewer.account.id
  const approval = await unitOfWork(context, asStaff(staffId), async (work) => {
    const user = await lockAccountForStaff(work.tx, id)
    if (user) assertMayActOn(viewer.account, user)
    if (user) await assertCurrentVersion(work, id, user.version)
    const needsReason = roleOf(viewer.account) !== 'administrator'
    const decision = { staffId, id, action, reason: reason ?? null, subscription, needsReason }
    if (user?.is_admin && action === 'deactivate') return requestDeactivation(work, decision)
    await applyUserAction(work, decision)
    return null
  })
  // This calls the payment gateway, so it comes after the transaction.
  if (action === 'deactivate' && subscription === 'cancel' && !approval) await endSubscriptionOf(context, id)
  return { user: await oneUser(context, viewer, id), ...(approval ? { approval } : {}) }
}
