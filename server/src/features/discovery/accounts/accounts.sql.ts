import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Profile } from '../../../http/session.ts'
import { NO_PLAN_CACHE, type Db, type Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'
import { dayAfterOthers } from '../../operations/index.ts'
import { accountOrder, type UserSort } from './account-order.sql.ts'
import { isEveryone, matchesAccountFilters, type AccountFilters } from './account-filters.sql.ts'

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

/** From this many on, tallies determine the rows to skip, instead of an index with all of them. */
const MANY = 2000

/**
 * The start of a distant page of all accounts: of those before it, only the ones who joined on the same day are read.
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
export async function pageOfRows(
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
