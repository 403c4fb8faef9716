import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { Profile } from '../../http/session.ts'
import { PLANNED_ANEW, type Db, type Tx } from '../../infra/db/db.ts'
import type { Accounts, Profiles } from '../../infra/db/schema.ts'
import { hasWords } from '../../infra/db/search.ts'
import { NOT_SPECIFIED } from './rules.ts'

export const newest = (db: Db, count: number) =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('state', '!=', 'erased')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()

export type Wish = {
  search?: string | undefined
  status: 'all' | 'active' | 'inactive' | 'online' | 'verified'
  type: 'all' | 'vip' | 'free'
  joined?: { from: Date; before: Date } | undefined
  before?: Date | undefined
  gender?: string | undefined
  /** Born after the one day, and no later than the other. */
  born?: { after: string; until: string } | undefined
  complete?: boolean | undefined
}

/** Users who match the filters. */
export function fitting(wish: Wish, onlineSince: Date, now: Date): RawBuilder<boolean> {
  const { search, status, type, joined, before, gender, born, complete } = wish
  const terms: RawBuilder<unknown>[] = [sql`a.state <> 'erased'`]
  if (search) terms.push(hasWords(sql`a.words`, search))
  if (status === 'active') terms.push(sql`a.state in ('active', 'paused')`)
  if (status === 'inactive') terms.push(sql`a.state not in ('active', 'paused')`)
  if (status === 'online') terms.push(sql`a.id in (select account_id from sightings where seen_at >= ${onlineSince})`)
  if (status === 'verified') terms.push(sql`a.email_verified_at is not null`)
  if (type === 'vip') terms.push(sql`a.premium_until > ${now}`)
  if (type === 'free') terms.push(sql`(a.premium_until is null or a.premium_until <= ${now})`)
  if (joined) terms.push(sql`a.created_at >= ${joined.from} and a.created_at < ${joined.before}`)
  if (before) terms.push(sql`a.created_at < ${before}`)
  if (born) terms.push(sql`a.date_of_birth > ${born.after}::date and a.date_of_birth <= ${born.until}::date`)
  if (gender === NOT_SPECIFIED) terms.push(sql`a.gender is null`)
  else if (gender) terms.push(sql`a.gender = ${gender.toLowerCase()}`)
  if (complete) terms.push(sql`a.complete`)
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

const orders = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  name: sql`lower(first_name), lower(last_name), id`,
  lastActive: sql`last_active_at desc nulls last, id desc`,
} as const

type Page = { sort?: keyof typeof orders | undefined; after?: string | undefined; page: number; limit: number }

/** The ones behind somebody, in the two orders that everybody has a place in. */
function behind({ sort = 'newest', after }: Page): RawBuilder<boolean> {
  if (!after || (sort !== 'newest' && sort !== 'oldest')) return sql<boolean>`true`
  const side = sort === 'newest' ? sql`<` : sql`>`
  return sql<boolean>`(a.created_at, a.id) ${side} (select created_at, id from accounts where id = ${after})`
}

export type UserRow = Selectable<Accounts> & { profile: Profile | null }

/** Their ids are found first, so that a page far down reads no more than an index before it. */
export async function users(db: Db, wish: Wish, onlineSince: Date, now: Date, page: Page): Promise<UserRow[]> {
  const { sort = 'newest', after, limit } = page
  const order = orders[sort]
  // When somebody was here last has its index in a table of its own.
  const inOrder =
    sort === 'lastActive'
      ? {
          from: sql`sightings s join accounts a on a.id = s.account_id`,
          order: sql`s.seen_at desc nulls last, s.account_id desc`,
        }
      : { from: sql`accounts a`, order }
  const { rows } = await sql<UserRow>`${PLANNED_ANEW}
    select accounts.*, to_jsonb(profiles) as profile from (
      select a.id as found from ${inOrder.from} where ${fitting(wish, onlineSince, now)} and ${behind(page)}
      order by ${inOrder.order} limit ${limit} offset ${after ? 0 : (page.page - 1) * limit}) ids
    join accounts on accounts.id = ids.found left join profiles on profiles.account_id = accounts.id order by ${order}`.execute(
    db,
  )
  return rows
}

/** How many fit; of those who are searched for, no more than `most`. */
export async function count(db: Db, wish: Wish, onlineSince: Date, now: Date, most: number | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`${PLANNED_ANEW}
    select count(*)::int as total from (select from accounts a where ${fitting(wish, onlineSince, now)} limit ${most}) found`.execute(
    db,
  )
  return rows[0]!.total
}

export async function userById(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select accounts.*, to_jsonb(profiles) as profile from accounts
    left join profiles on profiles.account_id = accounts.id where accounts.id = ${id} and accounts.state <> 'erased'`.execute(
    db,
  )
  return rows[0]
}

/** Takes somebody out, and remembers how they stood; false where they stand in none of these states. */
export async function takeOut(tx: Tx, id: string, from: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({
      state: 'deactivated',
      state_before_decision: eb.ref('state'),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets somebody back in, as they were: whoever was hidden stays hidden. */
export async function letIn(tx: Tx, id: string, from: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({
      state: eb.fn.coalesce('state_before_decision', eb.val('active')),
      state_before_decision: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function wasDecidedSince(tx: Tx, id: string, actions: readonly string[], since: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_log
    where subject_id = ${id} and action = any(${actions}) and at > ${since} limit 1`.execute(tx)
  return rows.length > 0
}

export const holdUser = (tx: Tx, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'version', 'email', 'is_admin'])
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .forUpdate()
    .executeTakeFirst()

/** Whether they are the only one who can act as an administrator. */
export const isLastAdministrator = async (tx: Tx, id: string): Promise<boolean> =>
  (
    await sql<{
      id: string
    }>`select id from accounts where is_acting_administrator(is_admin, state, email_verified_at) limit 2`.execute(tx)
  ).rows.every((row) => row.id === id)

export const editAccount = (tx: Tx, id: string, values: Updateable<Accounts>) =>
  tx
    .updateTable('accounts')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export async function editProfile(
  tx: Tx,
  account_id: string,
  values: Updateable<Profiles>,
  updated_at: Date,
): Promise<void> {
  if (Object.keys(values).length === 0) return
  await tx
    .insertInto('profiles')
    .values({ ...values, account_id, updated_at })
    .onConflict((row) => row.column('account_id').doUpdateSet({ ...values, updated_at }))
    .execute()
}

/** When a month or a day of somewhere begins, and when the next one does. */
export async function boundsOf(db: Db, period: string, zone: string): Promise<{ from: Date; before: Date }> {
  const [begins, step] = period.length === 7 ? [`${period}-01`, '1 month'] : [period, '1 day']
  const { rows } = await sql<{ from: Date; before: Date }>`
    select ${begins}::timestamp at time zone ${zone} as from, (${begins}::timestamp + ${step}::interval) at time zone ${zone} as before`.execute(
    db,
  )
  return rows[0]!
}

export type Whom = { ids: readonly string[] } | { wish: Wish; onlineSince: Date; now: Date }

const among = (whom: Whom): RawBuilder<boolean> =>
  'ids' in whom
    ? sql<boolean>`a.id = any(${whom.ids}::uuid[]) and a.state <> 'erased'`
    : fitting(whom.wish, whom.onlineSince, whom.now)

/** How many of those stand where, oneself apart. */
export async function statesOf(db: Db, whom: Whom, self: string) {
  const { rows } = await sql<{ state: string; own: boolean; count: number }>`${PLANNED_ANEW}
    select a.state, a.id = ${self} as own, count(*)::int as count from accounts a where ${among(whom)} group by 1, 2`.execute(
    db,
  )
  return rows
}

export const idsAmong = (whom: Whom, self: string, states: readonly string[]): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`select a.id from accounts a where ${among(whom)} and a.id <> ${self} and a.state = any(${states})`

/** Who of the staff did something about somebody last, since a while ago. */
export async function lastChanger(tx: Tx, id: string, since: Date): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select a.first_name || ' ' || a.last_name as name from audit_log l join accounts a on a.id = l.actor_id
    where l.subject_id = ${id} and l.actor_kind = 'administrator' and l.at > ${since} order by l.at desc, l.id desc limit 1`.execute(
    tx,
  )
  return rows[0]?.name
}
