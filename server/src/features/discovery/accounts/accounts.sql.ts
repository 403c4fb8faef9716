import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Profile } from '../../../http/session.ts'
import { PLANNED_ANEW, type Db, type Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'
import { hasWords } from '../../../infra/db/search.ts'
import { NOT_SPECIFIED } from '../../operations/index.ts'

export const newestAccounts = (db: Db, count: number) =>
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

/** When a month or a day of somewhere begins, and when the next one does. */
export async function boundsOf(db: Db, period: string, zone: string): Promise<{ from: Date; before: Date }> {
  const [begins, step] = period.length === 7 ? [`${period}-01`, '1 month'] : [period, '1 day']
  const { rows } = await sql<{ from: Date; before: Date }>`
    select ${begins}::timestamp at time zone ${zone} as from, (${begins}::timestamp + ${step}::interval) at time zone ${zone} as before`.execute(
    db,
  )
  return rows[0]!
}

export type SelectedAccounts = { ids: readonly string[] } | { wish: Wish; onlineSince: Date; now: Date }

const among = (whom: SelectedAccounts): RawBuilder<boolean> =>
  'ids' in whom
    ? sql<boolean>`a.id = any(${whom.ids}::uuid[]) and a.state <> 'erased'`
    : fitting(whom.wish, whom.onlineSince, whom.now)

/** How many of those stand where, oneself apart. */
export async function statesOf(db: Db, whom: SelectedAccounts, self: string) {
  const { rows } = await sql<{ state: string; own: boolean; count: number }>`${PLANNED_ANEW}
    select a.state, a.id = ${self} as own, count(*)::int as count from accounts a where ${among(whom)} group by 1, 2`.execute(
    db,
  )
  return rows
}

export const idsAmong = (whom: SelectedAccounts, self: string, states: readonly string[]): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`select a.id from accounts a where ${among(whom)} and a.id <> ${self} and a.state = any(${states})`
