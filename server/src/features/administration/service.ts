import { AdminUser, ApiError, type UserFilters } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { later } from '../../infra/clock.ts'
import { transaction } from '../../infra/db/db.ts'
import { audit } from '../audit/service.ts'
import { queueMail } from '../mail/service.ts'
import { endFor } from '../subscriptions/service.ts'
import { endSessions } from '../sessions/service.ts'
import { ONLINE_FOR, ownUser, type Addressing } from '../users/service.ts'
import * as queries from './queries.ts'
import { ageBuckets, bornBetween, checkDay, checkZone, dayIn, only } from './rules.ts'

export { userById as userRow } from './queries.ts'

/** What staff see of a user: their own view, without what is nobody's business. */
export const adminUser = (context: Addressing, { profile, ...account }: queries.UserRow): AdminUser => ({
  ...only(AdminUser.shape, ownUser(context, account, profile)),
  version: account.version,
})

/** What is searched for is counted so far, and no further. */
const MOST_COUNTED = 10_000
/** More than this are counted for five seconds at once (infra/memory.ts). */
const MANY = 5000

type Asked = UserFilters & Parameters<typeof queries.users>[4]

/** The filters as the database is asked for them; null where they can fit nobody. */
export async function wishFrom(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  asked: UserFilters,
): Promise<queries.Wish | null> {
  const { status, type, joined, timeZone = 'UTC', gender, age, complete } = asked
  const search = asked.search?.trim().normalize('NFC')
  // What no name can hold finds nobody, and is not asked for.
  if (search && (!search.isWellFormed() || search.includes('\0'))) return null
  checkZone(timeZone)
  const bucket = ageBuckets.find((each) => each.bucket === age)
  return {
    search,
    status,
    type,
    joined: joined ? await queries.boundsOf(db, checkDay(joined), timeZone) : undefined,
    gender,
    born: bucket && bornBetween(bucket, dayIn(timeZone, clock.now())),
    complete: complete === 'true',
  }
}

export async function listUsers(context: Pick<Deps, 'db' | 'clock' | 'keys' | 'memory'>, asked: Asked) {
  const { page, limit, sort, after } = asked
  const now = context.clock.now()
  const wish = await wishFrom(context, asked)
  if (!wish) return { users: [], pagination: { page, limit, total: 0, pages: 0 } }
  const onlineSince = later(now, -ONLINE_FOR)
  const [rows, total] = await Promise.all([
    queries.users(context.db, wish, onlineSince, now, { sort, after, page, limit }),
    context.memory.remember(
      `users ${JSON.stringify(wish)}`,
      () => queries.count(context.db, wish, onlineSince, now, wish.search ? MOST_COUNTED : null),
      (count) => count > MANY,
    ),
  ])
  return {
    users: rows.map((row) => adminUser(context, row)),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  }
}

const nobody = () => new ApiError('not_found', 'There is no such user.')

export async function oneUser(context: Pick<Deps, 'db' | 'clock' | 'keys'>, id: string): Promise<AdminUser> {
  const row = await queries.userById(context.db, id)
  if (!row) throw nobody()
  return adminUser(context, row)
}

type Decision = { from: readonly string[]; to: string; action: string; refusal: string }

const decisions = {
  activate: {
    from: ['deactivated', 'suspended'],
    to: 'active',
    action: 'account.activated',
    refusal: 'This user is active already, or banned.',
  },
  deactivate: {
    from: ['active', 'paused'],
    to: 'deactivated',
    action: 'account.deactivated',
    refusal: 'This user is not active.',
  },
} satisfies Record<string, Decision>

/** One decision, one transaction: the state, the sessions, the notice, and the line in the audit log. */
async function decide(
  context: Deps,
  { account }: Viewer,
  id: string,
  reason: string | undefined,
  { from, to, action, refusal }: Decision,
): Promise<void> {
  if (id === account.id) throw new ApiError('conflict', 'Nobody decides about themselves.')
  const now = context.clock.now()
  await transaction(context.db, async (tx, afterCommit) => {
    if (!(await queries.userById(tx, id))) throw nobody()
    if (!(await queries.moveState(tx, id, from, to))) throw new ApiError('conflict', refusal)
    if (to === 'deactivated') {
      await endSessions(tx, context, { accountId: id }, 'deactivated', afterCommit)
      await queueMail(tx, context, { to: id, kind: 'deactivated', details: { reason: reason ?? null } })
    } else await queueMail(tx, context, { to: id, kind: 'activated', details: {} })
    await audit(tx, {
      at: now,
      actor: { kind: 'administrator', id: account.id },
      action,
      subjectId: id,
      ...(reason ? { reason } : {}),
    })
  })
}

type Said = { reason?: string | undefined; subscription?: 'keep' | 'cancel' | undefined }

export async function activate(context: Deps, viewer: Viewer, id: string, { reason }: Said): Promise<AdminUser> {
  await decide(context, viewer, id, reason, decisions.activate)
  return oneUser(context, id)
}

/** Out at once; what they pay for ends now, too, where that was chosen. */
export async function deactivate(
  context: Deps,
  viewer: Viewer,
  id: string,
  { reason, subscription }: Said,
): Promise<AdminUser> {
  await decide(context, viewer, id, reason, decisions.deactivate)
  if (subscription === 'cancel') await endFor(context, id)
  return oneUser(context, id)
}

type Many = { ids: readonly string[]; to: 'activate' | 'deactivate'; reason?: string | undefined; dryRun: boolean }

/** The same decision about each of many; one that cannot be taken keeps none of the others back. */
export async function decideAboutMany(context: Deps, viewer: Viewer, { ids, to, reason, dryRun }: Many) {
  const done: string[] = []
  const refused: { id: string; why: string }[] = []
  const decision = decisions[to]
  const { rows } = await queries.statesOf(context.db, ids)
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]))
  const obstacle = (id: string) => {
    const state = stateOf.get(id)
    if (id === viewer.account.id) return 'Nobody decides about themselves.'
    if (!state) return 'There is no such user.'
    return (decision.from as readonly string[]).includes(state) ? null : decision.refusal
  }
  for (const id of new Set(ids)) {
    const why = obstacle(id)
    if (why) refused.push({ id, why })
    else if (dryRun) done.push(id)
    else
      await decide(context, viewer, id, reason, decision).then(
        () => done.push(id),
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          refused.push({ id, why: error.message })
        },
      )
  }
  return { done, refused }
}
