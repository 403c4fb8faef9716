import { AdminUser, ApiError, type UserFilters } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { audit, lastChanger, wasNotedSince } from '../../operations/index.ts'
import { queueMail, withdrawMail } from '../../delivery/index.ts'
import { endSubscriptionOf } from '../../billing/index.ts'
import { deactivateAccount, endSessions, lockAccountForStaff, reactivateAccount } from '../../identity/index.ts'
import { type Addressing, ONLINE_FOR, toOwnUser } from '../../profiles/index.ts'
import {
  selectIds,
  type AccountPageInput,
  pageOfAccounts,
  type SelectedAccounts,
  countByState,
  userById,
  type UserRow,
  toAccountFilters,
} from '../../discovery/index.ts'
import { only } from './rules.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

/** What staff see of a user: their own view, without what is nobody's business. */
export const adminUser = (context: Addressing, sessionId: string, { profile, ...account }: UserRow): AdminUser => ({
  ...only(AdminUser.shape, toOwnUser(context, sessionId, account, profile)),
  version: account.version,
})

type Listing = Pick<Deps, 'db' | 'clock' | 'keys' | 'memory'>

export async function listUsers(context: Listing, { sessionId }: Pick<Viewer, 'sessionId'>, asked: AccountPageInput) {
  const { rows, pagination } = await pageOfAccounts(context, asked)
  return { users: rows.map((row) => adminUser(context, sessionId, row)), pagination }
}

const nobody = () => new ApiError('not_found', 'There is no such user.')

export async function oneUser(
  context: Pick<Deps, 'db' | 'clock' | 'keys'>,
  { sessionId }: Viewer,
  id: string,
): Promise<AdminUser> {
  const row = await userById(context.db, id)
  if (!row) throw nobody()
  return adminUser(context, sessionId, row)
}

export type Action = 'activate' | 'deactivate'
type Decision = {
  from: readonly string[]
  action: string
  refusal: string
  told: 'activated' | 'deactivated'
}

export const opposite: Record<Action, Action> = { activate: 'deactivate', deactivate: 'activate' }

const decisions: Record<Action, Decision> = {
  activate: {
    from: ['deactivated', 'suspended'],
    action: 'account.activated',
    refusal: 'This user is active already, or banned.',
    told: 'activated',
  },
  deactivate: {
    from: ['active', 'paused'],
    action: 'account.deactivated',
    refusal: 'This user is not active.',
    told: 'deactivated',
  },
}

const NOT_ONESELF = "You can't do this to your own account."
const LATELY = 15 * 60_000
/** How long a letter about a decision waits for somebody to think again. */
const SECOND_THOUGHTS = 60_000

/** One decision: the state, the sessions, the notice, and the line in the audit log. */
export async function decideWithin(
  work: Work<'config' | 'bus' | 'jobs' | 'keys'>,
  { staffId, id, action, reason }: { staffId: string; id: string; action: Action; reason: string | null },
): Promise<void> {
  const decision = decisions[action]
  if (id === staffId) throw new ApiError('conflict', NOT_ONESELF)
  if (!(await userById(work.tx, id))) throw nobody()
  const moved =
    action === 'deactivate'
      ? await deactivateAccount(work.tx, id, decision.from)
      : await reactivateAccount(work.tx, id, decision.from)
  if (!moved) throw new ApiError('conflict', decision.refusal)
  if (action === 'deactivate') await endSessions(work, { accountId: id }, 'deactivated')
  // What nobody has heard of yet is taken back, and they hear of neither.
  if (!(await withdrawMail(work.tx, id, decisions[opposite[action]].told))) {
    const held = { to: id, delay: SECOND_THOUGHTS }
    if (action === 'deactivate') await queueMail(work, { ...held, kind: 'deactivated', details: { reason } })
    else await queueMail(work, { ...held, kind: 'activated', details: {} })
  }
  await audit(work, {
    action: decision.action,
    subjectId: id,
    ...(reason ? { reason } : {}),
  })
}

type Said = { reason?: string | undefined; subscription?: 'keep' | 'cancel' | undefined }

/** Whether anybody has decided about somebody since. */
export const wasDecidedSince = (tx: Tx, id: string, since: Date): Promise<boolean> =>
  wasNotedSince(
    tx,
    id,
    Object.values(decisions).map((each) => each.action),
    since,
  )

/** Refuses what was decided on an old view of somebody, and says who was there first. */
export async function checkVersion(
  { tx, now, caller }: Work & { caller: Caller },
  id: string,
  version: number,
): Promise<void> {
  if (caller.ifMatch === undefined || caller.ifMatch === version) return
  // Their own changes count, too: whoever of us did nothing lately is not named for them.
  const who = (await lastChanger(tx, id, later(now, -LATELY))) ?? 'Somebody, maybe they themselves,'
  throw new ApiError('conflict', `${who} has changed this user in the meantime. Please look again.`)
}

export async function decide(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  action: Action,
  { reason, subscription }: Said,
): Promise<AdminUser> {
  await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const held = await lockAccountForStaff(work.tx, id)
    if (held) await checkVersion(work, id, held.version)
    await decideWithin(work, { staffId: viewer.account.id, id, action, reason: reason ?? null })
  })
  // What they pay for ends now, too, where that was chosen.
  if (action === 'deactivate' && subscription === 'cancel') await endSubscriptionOf(context, id)
  return oneUser(context, viewer, id)
}

/** Whom a decision about many is meant for. */
export type Whom = { action: Action; ids?: readonly string[] | undefined; filters?: UserFilters | undefined }

async function whomOf(context: Deps, { ids, filters }: Whom): Promise<SelectedAccounts> {
  if (ids) return { ids }
  const now = context.clock.now()
  return { filters: await toAccountFilters(context, filters!), onlineSince: later(now, -ONLINE_FOR), now }
}

/** How many a decision about many would concern, and how many not, with why. */
export async function concerned(context: Deps, staffId: string, asked: Whom) {
  const { from, refusal } = decisions[asked.action]
  const found = await countByState(context.db, await whomOf(context, asked), staffId)
  const sum = (those: typeof found) => those.reduce((total, { count }) => total + count, 0)
  const will = found.filter(({ own, state }) => !own && from.includes(state))
  const reasons = [
    { why: NOT_ONESELF, count: sum(found.filter(({ own }) => own)) },
    { why: refusal, count: sum(found.filter(({ own, state }) => !own && !from.includes(state))) },
    { why: 'There is no such user.', count: asked.ids ? new Set(asked.ids).size - sum(found) : 0 },
  ]
  return { will: sum(will), refused: reasons.filter(({ count }) => count > 0) }
}

/** The ids of those whom it concerns, as a statement to choose from. */
export const idsConcerned = async (context: Deps, staffId: string, asked: Whom) =>
  selectIds(await whomOf(context, asked), staffId, decisions[asked.action].from)
