import { AdminUser, ApiError, type Statistics } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { isInGoodStanding, type Viewer } from '../../http/session.ts'
import { later } from '../../infra/clock.ts'
import { transaction } from '../../infra/db/db.ts'
import { audit } from '../audit/service.ts'
import { queueMail } from '../mail/service.ts'
import { endFor } from '../subscriptions/service.ts'
import { endSessions } from '../sessions/service.ts'
import { isOnline, isPremium, ONLINE_FOR, ownUser, type Addressing } from '../users/service.ts'
import * as queries from './queries.ts'
import { ageBuckets, groupGenders, lastMonths } from './rules.ts'

const MONTHS = 6
const RECENT = 5

/** The month that it is somewhere, as YYYY-MM; a place that there is not is refused. */
function monthIn(zone: string, now: Date): string {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit' })
      .format(now)
      .slice(0, 7)
  } catch {
    throw new ApiError('invalid_request', 'This is not a time zone.', {
      errors: [{ path: 'timeZone', msg: 'This is not a time zone.' }],
    })
  }
}

export async function statistics({ db, clock }: Pick<Deps, 'db' | 'clock'>, zone: string): Promise<Statistics> {
  const now = clock.now()
  const months = lastMonths(monthIn(zone, now), MONTHS)
  const [figures, newest] = await Promise.all([
    queries.figures(db, now, later(now, -ONLINE_FOR), zone, months[0]!),
    queries.newest(db, RECENT),
  ])
  const aged = Object.entries(figures.ages).map(([age, count]) => ({ age: Number(age), count }))
  return {
    at: now.toISOString(),
    total: figures.total,
    vip: figures.vip,
    active: figures.active,
    online: figures.online,
    newThisMonth: figures.this_month,
    newLastMonth: figures.last_month,
    profileComplete: figures.complete,
    emailVerified: figures.verified,
    growth: months.map((month) => ({ month, total: figures.months[month] ?? 0, vip: figures.vip_months[month] ?? 0 })),
    gender: groupGenders(Object.entries(figures.genders).map(([gender, count]) => ({ gender, count }))),
    age: ageBuckets.map(({ bucket, from, to }) => ({
      bucket,
      count: aged.filter(({ age }) => age >= from && age <= to).reduce((sum, { count }) => sum + count, 0),
    })),
    recent: newest.map((account) => ({
      _id: account.id,
      firstName: account.first_name,
      lastName: account.last_name,
      name: account.first_name,
      email: account.email,
      createdAt: account.created_at.toISOString(),
      isActive: isInGoodStanding(account),
      isVIP: isPremium(account, now),
      isOnline: isOnline(account, now),
    })),
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof queries.userById>>>

/** What staff see of a user: their own view, without what is nobody's business. */
function adminUser(context: Addressing, { profile, ...account }: Row): AdminUser {
  const own = ownUser(context, account, profile)
  const shown = Object.keys(AdminUser.shape).flatMap((key) => (key in own ? [[key, own[key as keyof typeof own]]] : []))
  return { ...(Object.fromEntries(shown) as Omit<AdminUser, 'version'>), version: account.version }
}

export async function listUsers(
  context: Pick<Deps, 'db' | 'clock' | 'keys'>,
  { page, limit, search, ...filters }: Parameters<typeof queries.users>[1] & { page: number; limit: number },
) {
  const now = context.clock.now()
  const asked = search?.trim().normalize('NFC')
  // What no name can hold finds nobody, and is not asked for.
  if (asked && (!asked.isWellFormed() || asked.includes('\0')))
    return { users: [], pagination: { page, limit, total: 0, pages: 0 } }
  const { rows, total } = await queries.users(
    context.db,
    { ...filters, search: asked },
    later(now, -ONLINE_FOR),
    now,
    page,
    limit,
  )
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
): Promise<AdminUser> {
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
  return oneUser(context, id)
}

type Said = { reason?: string | undefined; subscription?: 'keep' | 'cancel' | undefined }

export const activate = (context: Deps, viewer: Viewer, id: string, { reason }: Said) =>
  decide(context, viewer, id, reason, decisions.activate)

/** Out at once; what they pay for ends now, too, where that was chosen. */
export async function deactivate(
  context: Deps,
  viewer: Viewer,
  id: string,
  { reason, subscription }: Said,
): Promise<AdminUser> {
  const user = await decide(context, viewer, id, reason, decisions.deactivate)
  if (subscription === 'cancel') await endFor(context, id)
  return subscription === 'cancel' ? oneUser(context, id) : user
}
