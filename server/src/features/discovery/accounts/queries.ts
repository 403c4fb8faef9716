import type { userSorts } from '@kindred/contract/moderation/administration'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SearchFilters } from '../people/queries.ts'
import { dayAfterOthers, NOT_SPECIFIED } from '../../operations/index.ts'
import type { Profile } from '../../../http/session.ts'
import { type Db, NO_PLAN_CACHE, type Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'
import { folded, hasWords, lowered } from '../../../infra/db/search.ts'

export type AccountFilters = {
  search?: string | undefined
  status: 'all' | 'active' | 'inactive' | 'online' | 'verified'
  type: 'all' | 'vip' | 'free'
  joined?: { from: Date; before: Date } | undefined
  before?: Date | undefined
  gender?: string | undefined
  /** Born after the first day, and no later than the second. */
  born?: { after: string; until: string } | undefined
  complete?: boolean | undefined
  /** A label by staff (moderation/labels). */
  label?: string | undefined
}

const isEveryone = ({ status, type, ...others }: AccountFilters): boolean =>
  status === 'all' && type === 'all' && Object.values(others).every((other) => !other)

export function matchesAccountFilters(filters: AccountFilters, onlineSince: Date, now: Date): RawBuilder<boolean> {
  const { search, status, type, joined, before, gender, born, complete, label } = filters
  const terms: RawBuilder<unknown>[] = [sql`a.state <> 'erased'`]
  if (search) terms.push(hasWords(sql`a.words`, search))
  if (status === 'active') terms.push(sql`a.state in ('active', 'paused')`)
  if (status === 'inactive') terms.push(sql`a.state not in ('active', 'paused')`)
  if (status === 'online') terms.push(sql`a.id in (select account_id from last_seen where seen_at >= ${onlineSince})`)
  if (status === 'verified') terms.push(sql`a.email_verified_at is not null`)
  if (type === 'vip') terms.push(sql`a.premium_until > ${now}`)
  if (type === 'free') terms.push(sql`(a.premium_until is null or a.premium_until <= ${now})`)
  if (joined) terms.push(sql`a.created_at >= ${joined.from} and a.created_at < ${joined.before}`)
  if (before) terms.push(sql`a.created_at < ${before}`)
  if (born) terms.push(sql`a.date_of_birth > ${born.after}::date and a.date_of_birth <= ${born.until}::date`)
  if (gender === NOT_SPECIFIED) terms.push(sql`a.gender is null`)
  else if (gender) terms.push(sql`a.gender = ${gender.toLowerCase()}`)
  if (complete) terms.push(sql`a.complete`)
  if (label) terms.push(sql`a.id in (select account_id from moderation_account_labels where label_id = ${label})`)
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

export async function boundsOf(db: Db, period: string, zone: string): Promise<{ from: Date; before: Date }> {
  const [begins, step] = period.length === 7 ? [`${period}-01`, '1 month'] : [period, '1 day']
  const { rows } = await sql<{ from: Date; before: Date }>`
    select ${begins}::timestamp at time zone ${zone} as from,
      (${begins}::timestamp + ${step}::interval) at time zone ${zone} as before`.execute(db)
  const [bounds] = rows
  if (!bounds) throw new Error('A select without a table returns one row.')
  return bounds
}

export type UserSort = (typeof userSorts)[number]

type Key = { of: RawBuilder<unknown>; type: RawBuilder<unknown> }
/** Rows with the same sort keys. If the first key can be null, rows without it form their own segment. */
type Segment = { where: RawBuilder<unknown>; keys: Key[] }
type AccountOrder = {
  from: RawBuilder<unknown>
  by: RawBuilder<unknown>
  byAccount: RawBuilder<unknown>
  segments: Segment[]
  falls: boolean
}

const [text, uuid, moment] = [sql`text`, sql`uuid`, sql`timestamptz`]
const id: Key = { of: sql`a.id`, type: uuid }
const joined: Key[] = [{ of: sql`a.created_at`, type: moment }, id]
const name: Key[] = [{ of: sql`lower(a.first_name)`, type: text }, { of: sql`lower(a.last_name)`, type: text }, id]
const seenId: Key = { of: sql`s.account_id`, type: uuid }
const seen: Segment = { where: sql`s.seen_at is not null`, keys: [{ of: sql`s.seen_at`, type: moment }, seenId] }
const neverSeen: Segment = { where: sql`s.seen_at is null`, keys: [seenId] }

const people = sql`identity_people a`
/** Starts from `last_seen`, which has the index for sorting by last activity. */
const sighted = sql`identity_last_seen s join identity_people a on a.id = s.account_id`

function whole(keys: Key[], falls: boolean): AccountOrder {
  const by = sql.join(keys.map(({ of }) => (falls ? sql`${of} desc` : of)))
  return { from: people, by, byAccount: by, segments: [{ where: sql`true`, keys }], falls }
}

/** Each sort order of the list of users has an index. */
const orders: Record<UserSort, AccountOrder> = {
  newest: whole(joined, true),
  oldest: whole(joined, false),
  name: whole(name, false),
  nameDescending: whole(name, true),
  lastActive: {
    from: sighted,
    by: sql`s.seen_at desc nulls last, s.account_id desc`,
    byAccount: sql`a.last_active_at desc nulls last, a.id desc`,
    segments: [seen, neverSeen],
    falls: true,
  },
  longestInactive: {
    from: sighted,
    by: sql`s.seen_at nulls first, s.account_id`,
    byAccount: sql`a.last_active_at nulls first, a.id`,
    segments: [neverSeen, seen],
    falls: false,
  },
}

export const accountOrder = (sort: UserSort): AccountOrder => orders[sort]

export const keyOf = ({ keys }: Segment): RawBuilder<string[]> =>
  sql<string[]>`array[${sql.join(keys.map(({ of }) => sql`${of}::text`))}]`

export function isInSegment({ where, keys }: Segment, falls: boolean, after: readonly string[] | undefined) {
  if (!after) return sql<boolean>`${where}`
  const place = keys.map(({ type }, nth) => sql`${after[nth]}::${type}`)
  return sql<boolean>`${where} and (${sql.join(keys.map(({ of }) => of))}) ${falls ? sql`<` : sql`>`}
    (${sql.join(place)})`
}

export const newestAccounts = (db: Db, count: number) =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('state', '!=', 'erased')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()

export type Page = { sort?: UserSort | undefined; after?: string | undefined; page: number; limit: number }

function isAfter({ sort = 'newest', after }: Page): RawBuilder<boolean> {
  if (!after || (sort !== 'newest' && sort !== 'oldest')) return sql<boolean>`true`
  const side = sort === 'newest' ? sql`<` : sql`>`
  return sql<boolean>`(a.created_at, a.id) ${side} (select created_at, id from accounts where id = ${after})`
}

/** To skip this many rows or more, tallies find the start, because an index would read all of them. */
const MANY = 2000

/**
 * The start of a distant page of all accounts. Of the accounts before it, only those who joined on the same day are
 * read.
 */
function distantStart(filters: AccountFilters, { sort = 'newest' }: Page, skipped: number, now: Date) {
  if (skipped < MANY || !isEveryone(filters) || (sort !== 'newest' && sort !== 'oldest')) return null
  return {
    start: sql`with start as materialized (${dayAfterOthers(skipped, sort, now)})`,
    isAfter:
      sort === 'newest'
        ? sql`a.created_at < (select day + interval '24 hours' from start)`
        : sql`a.created_at >= (select day from start)`,
    skipped: sql`(select coalesce(sum(rest), 0) from start)`,
  }
}

export type UserRow = Selectable<Accounts> & { profile: Profile | null }

/** Finding ids first lets an index-only scan skip the rows before a distant page. */
export async function listUserRows(
  db: Db,
  filters: AccountFilters,
  onlineSince: Date,
  now: Date,
  page: Page,
): Promise<UserRow[]> {
  const { sort = 'newest', after, limit } = page
  const order = accountOrder(sort)
  const skipped = after ? 0 : (page.page - 1) * limit
  const distant = distantStart(filters, page, skipped, now)
  const { rows } = await sql<UserRow>`${NO_PLAN_CACHE} ${distant?.start ?? sql``}
    select a.*, to_jsonb(profiles) as profile from (
      select a.id as found from ${order.from}
      where ${matchesAccountFilters(filters, onlineSince, now)} and ${distant?.isAfter ?? isAfter(page)}
      order by ${order.by} limit ${limit} offset ${distant?.skipped ?? skipped}) ids
    join accounts a on a.id = ids.found left join profiles on profiles.account_id = a.id
    order by ${order.byAccount}`.execute(db)
  return rows
}

export async function countAccounts(
  db: Db,
  filters: AccountFilters,
  onlineSince: Date,
  now: Date,
  most: number | null,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`${NO_PLAN_CACHE}
    select count(*)::int as total from (
      select from accounts a where ${matchesAccountFilters(filters, onlineSince, now)} limit ${most}) found`.execute(db)
  return rows[0]?.total ?? 0
}

export async function userById(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select accounts.*, to_jsonb(profiles) as profile from accounts
    left join profiles on profiles.account_id = accounts.id
    where accounts.id = ${id} and accounts.state <> 'erased'`.execute(db)
  return rows[0]
}

export type StaffSearchFilters = Omit<SearchFilters, 'distance'>

function matchesFilters(filters: StaffSearchFilters, today: string): RawBuilder<boolean> {
  const { words, minAge, maxAge, genders, cities, intention, interests, languages, onlineSince } = filters
  const terms: RawBuilder<unknown>[] = [sql`a.state <> 'erased'`]
  if (words) terms.push(hasWords(sql`a.words`, words))
  if (minAge !== undefined) terms.push(sql`a.date_of_birth <= ${today}::date - make_interval(years => ${minAge}::int)`)
  if (maxAge !== undefined)
    terms.push(sql`a.date_of_birth > ${today}::date - make_interval(years => ${maxAge + 1}::int)`)
  if (genders)
    terms.push(
      sql`(a.gender = any(${genders}::text[])
        or a.gender not in ('woman', 'man') and 'non-binary' = any(${genders}::text[]))`,
    )
  if (cities) terms.push(sql`folded(p.city) in (${sql.join(cities.map(folded))})`)
  if (intention) terms.push(sql`p.intention = ${intention}`)
  if (interests) terms.push(sql`lowered(p.interests) @> ${lowered(interests)}`)
  if (languages) terms.push(sql`lowered(p.languages) @> ${lowered(languages)}`)
  if (filters.withPictures) terms.push(sql`p.pictures <> '[]'`)
  if (filters.verified) terms.push(sql`a.photo_checked_at is not null`)
  if (onlineSince) terms.push(sql`a.id in (select account_id from last_seen where seen_at >= ${onlineSince})`)
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

const both = sql`accounts a left join profiles p on p.account_id = a.id`

export async function findAccounts(
  db: Db,
  filters: StaffSearchFilters,
  today: string,
  { page, limit }: { page: number; limit: number },
  most: number,
): Promise<{ rows: UserRow[]; total: number }> {
  const where = matchesFilters(filters, today)
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<UserRow>`${NO_PLAN_CACHE}
      select a.*, to_jsonb(p) as profile from ${both} where ${where}
      order by a.created_at desc, a.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`${NO_PLAN_CACHE}
      select count(*)::int as total from (select from ${both} where ${where} limit ${most}) found`.execute(db),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}

export type SelectedAccounts = { ids: readonly string[] } | { filters: AccountFilters; onlineSince: Date; now: Date }

const isSelected = (selected: SelectedAccounts): RawBuilder<boolean> =>
  'ids' in selected
    ? sql<boolean>`a.id = any(${selected.ids}::uuid[]) and a.state <> 'erased'`
    : matchesAccountFilters(selected.filters, selected.onlineSince, selected.now)

/** Counts the caller's own account separately. */
export async function countByState(db: Db, selected: SelectedAccounts, self: string) {
  const { rows } = await sql<{ state: string; own: boolean; count: number }>`${NO_PLAN_CACHE}
    select a.state, a.id = ${self} as own, count(*)::int as count from accounts a
    where ${isSelected(selected)} group by 1, 2`.execute(db)
  return rows
}

export const selectIds = (
  selected: SelectedAccounts,
  self: string,
  states: readonly string[],
): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`select a.id from accounts a
    where ${isSelected(selected)} and a.id <> ${self} and a.state = any(${states})`
