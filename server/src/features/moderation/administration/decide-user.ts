import {
  type AdminUser,
  type Approval,
  type DecisionState,
  invalidField,
  message,
  userActions,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { roleOf } from '../../../infra/staff.ts'
import { audit, configurationOf, wasNotedSince } from '../../operations/index.ts'
import { queueMail, withdrawMail, withdrawMailById } from '../../delivery/index.ts'
import { endSubscriptionOf } from '../../billing/index.ts'
import { lockAccountForStaff } from '../../identity/index.ts'
import { exceedsHourlyLimit, lockHourlyLimit } from '../approvals/hourly-limit.ts'
import {
  alreadyRequested,
  needsApprovalOf,
  onePerson,
  requestApproval,
  requestForAdministrator,
} from '../approvals/request-approval.ts'
import { isSomeoneElseLeft } from '../appeals/queries.ts'
import { applyRestrictions, reopenReports, finishDecision, type Deciding } from '../decisions/effects.ts'
import { findInForce, insertDecision, saveDecision } from '../decisions/queries.ts'
import { beginDecision, MAIL_DELAY } from '../decisions/decide.ts'
import { NO_REASON, statementOf, subjectOf } from '../decisions/statement.ts'
import { Refusal, type RefusalCode } from '../refusals.ts'
import { assertCurrentVersion, assertMayActOn, assertNotInvolved } from './may-act.ts'
import { noUser, oneUser } from './read-users.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

export type UserAction = (typeof userActions)[number]

export const isUserAction = (action: string): action is UserAction => userActions.some((each) => each === action)

export const opposite: Record<UserAction, UserAction> = { activate: 'deactivate', deactivate: 'activate' }

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
  /** The reason of an undo goes only to the audit log. */
  isUndo?: boolean
  subscription?: 'keep' | 'cancel' | undefined
  needsReason?: boolean
  /** Another administrator has approved the action, or the waiting period is over. */
  isApproved?: boolean
}
type Change = { decision: string; before: DecisionState; after: DecisionState }

const reasonMissing = () => {
  return invalidField('reason', message('Please give a reason.'))
}

/**
 * Records a deactivation as a decision with a default category and facts. If the email about a reactivation is still
 * unsent, it is withdrawn instead of sending another one, and no reason is needed. The caller has locked the account.
 */
async function deactivate(work: Deciding, decision: Decision): Promise<Change[]> {
  const { staffId, id, reason, isUndo = false, subscription = 'keep', needsReason = false } = decision
  const row = await insertDecision(work.tx, {
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
  // The account was restricted before decisions were recorded.
  if (inForce.length === 0) await applyRestrictions(work.tx, id, 'deactivate')
  if (!isUnknown) await queueMail(work, { to: id, kind: 'activated', details: {}, delay: MAIL_DELAY })
  return changes
}

function assertMayChangeTo(action: UserAction, { state }: { state: string }): void {
  const { from, refusal } = decisions[action]
  if (!from.some((each) => each === state)) throw new Refusal(refusal)
}

export async function applyUserAction(work: Deciding, decision: Decision): Promise<void> {
  const { staffId, id, action, reason, isApproved = false } = decision
  if (id === staffId) throw new Refusal('own_account')
  const user = await lockAccountForStaff(work.tx, id)
  if (!user) throw noUser()
  assertMayChangeTo(action, user)
  await assertNotInvolved(work.tx, staffId, id)
  if (!isApproved && (await needsApprovalOf(work.tx, staffId, user))) throw new Refusal('needs_approval')
  const changes = await (action === 'deactivate' ? deactivate(work, decision) : activate(work, decision))
  await audit(work, {
    action: decisions[action].action,
    subjectId: id,
    ...(reason ? { reason } : {}),
    details: { decisions: changes },
  })
}

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
    if (action === 'deactivate') await lockHourlyLimit(work.tx, staffId)
    const user = await lockAccountForStaff(work.tx, id)
    if (user) assertMayActOn(viewer.account, user)
    if (user) await assertCurrentVersion(work, id, user.version)
    if (user) assertMayChangeTo(action, user)
    const change = { reason: reason ?? null, ...(subscription && { subscription }) }
    const requested = user && (await requestForAdministrator(work, staffId, user, { action, change }))
    if (requested) return requested
    const needsReason = roleOf(viewer.account) !== 'administrator'
    if (action === 'deactivate' && user && id !== staffId) {
      await assertNotInvolved(work.tx, staffId, id)
      const isTooMany = await exceedsHourlyLimit(work, staffId, onePerson(id))
      if (isTooMany && needsReason && !reason) throw reasonMissing()
      const waiting =
        isTooMany && (await requestApproval(work, staffId, { kind: 'account', targetId: id, action, change }))
      if (waiting) return waiting
    }
    await applyUserAction(work, { staffId, id, action, reason: reason ?? null, subscription, needsReason })
    return null
  }).catch(alreadyRequested)
  if (approval) return { user: await oneUser(context, viewer, id), approval }
  // This calls the payment gateway, so it comes after the transaction.
  if (action === 'deactivate' && subscription === 'cancel') await endSubscriptionOf(context, id)
  return { user: await oneUser(context, viewer, id) }
}
