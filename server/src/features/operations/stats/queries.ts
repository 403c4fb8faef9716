import { type RawBuilder, sql } from 'kysely'
import { bucketStarts } from './rules.ts'
import type { Db } from '../../../infra/db/db.ts'

/** Includes changes that haven't been merged yet. */
const tallies = (now: Date, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select * from account_tallies where counts_from is null and ${condition}
  union all
  select * from account_tallies where counts_from <= ${now} and ${condition}`

type Traits = {
  status: 'all' | 'active' | 'inactive' | 'verified'
  type: 'all' | 'vip' | 'free'
  gender?: string | undefined
  complete?: boolean | undefined
}

/** Uses the tallies instead of reading accounts. */
export async function countAlike(db: Db, { status, type, gender, complete }: Traits, now: Date): Promise<number> {
  const terms: RawBuilder<unknown>[] = [sql`kind = 'traits'`]
  if (status === 'verified') terms.push(sql`verified`)
  else if (status !== 'all') terms.push(sql`active = ${status === 'active'}`)
  if (type !== 'all') terms.push(sql`vip = ${type === 'vip'}`)
  if (gender) terms.push(sql`gender = ${gender.toLowerCase()}`)
  if (complete) terms.push(sql`complete`)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::int as total from (${tallies(now, sql.join(terms, sql` and `))}) lines`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * Finds the `day` on which the account after this many others joined, and how many of these others joined on the same
 * day (`rest`). Reads no account.
 */
export function dayAfterOthers(others: number, order: 'newest' | 'oldest', now: Date): RawBuilder<unknown> {
  const days = sql`
    select joined, sum(count) as accounts from (${tallies(now, sql`kind = 'joined-day'`)}) lines group by joined`
  const inOrder = order === 'newest' ? sql`joined desc` : sql`joined`
  return sql`
    select joined as day, ${others} - before as rest
    from (select joined, accounts, sum(accounts) over (order by ${inOrder}) - accounts as before from (${days}) d) days
    where before <= ${others} and ${others} < before + accounts`
}

export async function countOnline(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('identity_last_seen')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seen_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Merging keeps the number of rows small for the dashboard. */
export async function mergeChanges(db: Db, now: Date): Promise<void> {
  await sql`
    with due as (delete from account_tallies where counts_from <= ${now} returning *)
    insert into account_tallies
    select kind, joined, born, gender, active, verified, complete, vip, sum(count) from due
    group by kind, joined, born, gender, active, verified, complete, vip having sum(count) <> 0
    on conflict (kind, joined, born, gender, active, verified, complete, vip) where counts_from is null
      do update set count = account_tallies.count + excluded.count`.execute(db)
  // A tally of 0 may still contain a gender in someone's own words, so it must not stay.
  await db.deleteFrom('account_tallies').where('count', '=', 0).where('counts_from', 'is', null).execute()
}

/**
 * A number of accounts that share their traits, joining time or age. Triggers maintain the tallies. `period`, `month`
 * and `age` are positions in the lists of bounds.
 */
export type Tally =
  | {
      kind: 'traits'
      gender: string
      active: boolean
      verified: boolean
      complete: boolean
      vip: boolean
      count: number
    }
  | { kind: 'joined'; period: number; month: number; vip: boolean; count: number }
  | { kind: 'born'; age: number; count: number }

type Period = { at: string; name: string }
type Span = { now: Date; zone: string; unit: 'month' | 'day'; periods: number | null }

async function findPeriods(db: Db, { now, zone, unit, periods }: Span): Promise<Period[]> {
  const step = sql.raw(`interval '1 ${unit}'`)
  const firstJoined = sql`(select coalesce(min(created_at), ${now}) from identity_people where state <> 'erased')`
  const start =
    periods === null
      ? sql`date_trunc(${unit}, ${firstJoined} at time zone ${zone})`
      : sql`date_trunc(${unit}, here.now) - ${periods - 1}::int * ${step}`
  const { rows } = await sql<Period>`
    with here as (select ${now}::timestamptz at time zone ${zone} as now)
    select (day at time zone ${zone})::text as at,
      to_char(day, ${unit === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}) as name
    from here, generate_series(${start}, date_trunc(${unit}, here.now), ${step}) day order by day`.execute(db)
  return rows
}

const bounds = (now: Date, zone: string, periods: readonly Period[]): RawBuilder<unknown> => sql`
    here as materialized (select ${now}::timestamptz at time zone ${zone} as now),
    bounds as materialized (select ${periods.map(({ at }) => at)}::timestamptz[] as periods,
      array[last at time zone ${zone},
        least(last + (date_trunc('day', now) + interval '1 day' - this), this) at time zone ${zone},
        this at time zone ${zone}] as months,
      array(select (now::date - make_interval(years => years))::date + 1
        from unnest(${[...bucketStarts]}::int[]) years order by years desc) as births
      from here cross join lateral (
        select date_trunc('month', now) as this, date_trunc('month', now) - interval '1 month' as last) month)`

/**
 * Days and months that a bound divides. Their accounts are counted from finer tallies: quarters of an hour, since time
 * zones differ by whole quarters, and days.
 */
const divided = sql`
    torn as materialized (select
      array(select distinct date_trunc('day', at, 'UTC') from bounds, unnest(periods || months) at
        where at <> date_trunc('day', at, 'UTC')) as days,
      array(select distinct date_trunc('month', at)::date from bounds, unnest(births) at
        where at <> date_trunc('month', at)::date) as months)`

const quarterOfDay = sql`kind = 'joined-quarter' and joined >= day and joined < day + interval '24 hours'`
const dayOfMonth = sql`kind = 'born-day' and joined is null and born >= month and born < month + interval '1 month'`

const allTallies = (now: Date): RawBuilder<unknown> => sql`
    lines as (
      select lines.* from (${tallies(now, sql`kind = 'traits'`)}) lines
      union all
      select lines.* from torn,
        lateral (${tallies(now, sql`kind = 'joined-day' and joined <> all(torn.days)`)}) lines
      union all
      select lines.* from torn, unnest(torn.days) day, lateral (${tallies(now, quarterOfDay)}) lines
      union all
      select lines.* from torn, lateral (${tallies(now, sql`kind = 'born-month' and born <> all(torn.months)`)}) lines
      union all
      select lines.* from torn, unnest(torn.months) month, lateral (${tallies(now, dayOfMonth)}) lines)`

export async function findStats(db: Db, span: Span): Promise<{ periods: string[]; tallies: Tally[] }> {
  const { now, zone } = span
  const periods = await findPeriods(db, span)
  const { rows } = await sql<Tally>`
    with ${bounds(now, zone, periods)}, ${divided}, ${allTallies(now)}
    select split_part(kind, '-', 1) as kind, width_bucket(joined, bounds.periods) as period,
      width_bucket(joined, bounds.months) as month, width_bucket(born, bounds.births) as age,
      gender, active, verified, complete, vip, sum(count)::int as count
    from lines cross join bounds group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(db)
  return { periods: periods.map(({ name }) => name), tallies: rows }
}

/** The same days of the last month as have begun in this one, and the rest of it. */
export const [LAST_MONTH_SO_FAR, LAST_MONTH_LATER, THIS_MONTH] = [1, 2, 3]
