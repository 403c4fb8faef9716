import { type AdminUser, userActions } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { audit, wasNotedSince } from '../../operations/index.ts'
import { queueMail, withdrawMail } from '../../delivery/index.ts'
import { endSubscriptionOf } from '../../billing/index.ts'
import { endSessions, reactivateAccount, lockAccountForStaff, deactivateAccount } from '../../identity/index.ts'
import { userById } from '../../discovery/index.ts'
import { Refusal, type RefusalCode } from '../refusals.ts'
import { assertCurrentVersion } from './assert-current-version.ts'
import { noUser, oneUser } from './read-users.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

export type UserAction = (typeof userActions)[number]

export const isUserAction = (action: string): action is UserAction => userActions.some((each) => each === action)

export const opposite: Record<UserAction, UserAction> = { activate: 'deactivate', deactivate: 'activate' }

/** For each action: the states that it applies to, its name in the audit log, its refusal, and its mail. */
export const decisions = {
  activate: {
    from: ['deactivated', 'suspended'],
    action: 'account.activated',
    refusal: 'not_deactivated',
    mail: 'activated',
  },
  deactivate: {
    from: ['active', 'paused'],
    action: 'account.deactivated',
    refusal: 'not_active',
    mail: 'deactivated',
  },
} as const satisfies Record<UserAction, { from: readonly string[]; action: string; refusal: RefusalCode; mail: string }>

/** A mail about a decision waits this long, so that a decision that is undone at once sends no mail. */
const MAIL_DELAY = 60_000

type Deciding = Work<'config' | 'bus' | 'jobs' | 'keys'>
type Decision = { staffId: string; id: string; action: UserAction; reason: string | null }

/** Tells the user by mail. If the mail about the opposite decision hasn't been sent, it is withdrawn instead. */
async function notifyUser(work: Deciding, { id, action, reason }: Decision): Promise<void> {
  if (await withdrawMail(work.tx, id, decisions[opposite[action]].mail)) return
  const delayed = { to: id, delay: MAIL_DELAY }
  if (action === 'deactivate') await queueMail(work, { ...delayed, kind: 'deactivated', details: { reason } })
  else await queueMail(work, { ...delayed, kind: 'activated', details: {} })
}

/** Takes one action on one user: it changes the state, ends the sessions, sends the mail and writes the audit log. */
export async function applyUserAction(work: Deciding, decision: Decision): Promise<void> {
  const { staffId, id, action, reason } = decision
  const { from, action: name, refusal } = decisions[action]
  if (id === staffId) throw new Refusal('own_account')
  const isChanged =
    action === 'deactivate' ? await deactivateAccount(work.tx, id, from) : await reactivateAccount(work.tx, id, from)
  if (!isChanged) throw (await userById(work.tx, id)) ? new Refusal(refusal) : noUser()
  if (action === 'deactivate') await endSessions(work, { accountId: id }, 'deactivated')
  await notifyUser(work, decision)
  await audit(work, { action: name, subjectId: id, ...(reason ? { reason } : {}) })
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
): Promise<AdminUser> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    const user = await lockAccountForStaff(work.tx, id)
    if (user) await assertCurrentVersion(work, id, user.version)
    await applyUserAction(work, { staffId, id, action, reason: reason ?? null })
  })
  // This calls the payment gateway, so it comes after the transaction.
  if (action === 'deactivate' && subscription === 'cancel') await endSubscriptionOf(context, id)
  return oneUser(context, viewer, id)
}
