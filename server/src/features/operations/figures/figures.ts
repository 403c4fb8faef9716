import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import { ageBuckets } from './rules.ts'

/**
 * How many accounts are alike in what is counted together: their traits, when they joined, or how old they are. The
 * triggers of 0020_figures.sql keep the numbers. `period`, `month` and `age` are places in the lists asked for.
 */
export type Alike =
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

export type Figures = {
  /** The beginning of each period, as the viewer's calendar calls it. */
  periods: string[]
  alike: Alike[]
}

type Wish = { now: Date; zone: string; unit: 'month' | 'day'; periods: number | null }

/** What was added up, and what has changed since. */
const lines = (now: Date, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select kind, joined, born, gender, active, verified, complete, vip, count from account_tallies where ${which}
  union all
  select kind, joined, born, gender, active, verified, complete, vip, count from account_changes where counts_from <= ${now} and ${which}`

/** Everything that is counted. Months, days and ages are those of the viewer's calendar. */
export async function figures(db: Db, { now, zone, unit, periods }: Wish): Promise<Figures> {
  const step = sql.raw(`interval '1 ${unit}'`)
  const { rows: bounds } = await sql<{ at: string; name: string }>`
    with here as (select ${now}::timestamptz at time zone ${zone} as now)
    select (day at time zone ${zone})::text as at, to_char(day, ${unit === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}) as name
    from here, generate_series(
      ${
        periods === null
          ? sql`date_trunc(${unit}, (select coalesce(min(created_at), ${now}) from identity_people where state <> 'erased') at time zone ${zone})`
          : sql`date_trunc(${unit}, here.now) - ${periods - 1}::int * ${step}`
      },
      date_trunc(${unit}, here.now), ${step}) day order by day`.execute(db)
  const { rows: alike } = await sql<Alike>`
    with here as materialized (select ${now}::timestamptz at time zone ${zone} as now),
    bounds as materialized (select ${bounds.map(({ at }) => at)}::timestamptz[] as periods,
      array[(date_trunc('month', now) - interval '1 month') at time zone ${zone}, date_trunc('month', now) at time zone ${zone}] as months,
      array(select (now::date - make_interval(years => years))::date + 1 from unnest(${bucketStarts}::int[]) years order by years desc) as births
      from here),
    -- Where one begins within a day or a month, that one is counted finely: time zones are whole quarters of an hour apart.
    torn as materialized (select
      array(select distinct date_trunc('day', at, 'UTC') from bounds, unnest(periods || months) at where at <> date_trunc('day', at, 'UTC')) as days,
      array(select distinct date_trunc('month', at)::date from bounds, unnest(births) at where at <> date_trunc('month', at)::date) as months),
    lines as (
      select lines.* from (${lines(now, sql`kind = 'traits'`)}) lines
      union all
      select lines.* from torn, lateral (${lines(now, sql`kind = 'joined-day' and joined <> all(torn.days)`)}) lines
      union all
      select lines.* from torn, unnest(torn.days) day, lateral (${lines(now, sql`kind = 'joined-quarter' and joined >= day and joined < day + interval '24 hours'`)}) lines
      union all
      select lines.* from torn, lateral (${lines(now, sql`kind = 'born-month' and born <> all(torn.months)`)}) lines
      union all
      select lines.* from torn, unnest(torn.months) month, lateral (${lines(now, sql`kind = 'born-day' and joined is null and born >= month and born < month + interval '1 month'`)}) lines)
    select split_part(kind, '-', 1) as kind, width_bucket(joined, bounds.periods) as period, width_bucket(joined, bounds.months) as month,
      width_bucket(born, bounds.births) as age, gender, active, verified, complete, vip, sum(count)::int as count
    from lines cross join bounds group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(db)
  return { periods: bounds.map(({ name }) => name), alike }
}

export async function countOnline(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('identity_sightings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seen_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Places in the list of months that each account is counted by: those before the last two are 0. */
export const [LAST_MONTH, THIS_MONTH] = [1, 2]

/** The ages at which a bucket begins, and the one after the last. */
const bucketStarts = [...ageBuckets.map(({ from }) => from), ageBuckets.at(-1)!.to + 1]

/** Adds up what has changed, so that there are never many lines to read. */
export async function addUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await sql`
    with due as (delete from account_changes where counts_from <= ${clock.now()} returning *)
    insert into account_tallies
    select kind, joined, born, gender, active, verified, complete, vip, sum(count) from due
    group by kind, joined, born, gender, active, verified, complete, vip having sum(count) <> 0
    on conflict on constraint account_tallies_alike do update set count = account_tallies.count + excluded.count`.execute(
    db,
  )
  // What nobody is any more is forgotten: words of one's own among it.
  await db.deleteFrom('account_tallies').where('count', '=', 0).execute()
}

type Traits = {
  status: 'all' | 'active' | 'inactive' | 'verified'
  type: 'all' | 'vip' | 'free'
  gender?: string | undefined
  complete?: boolean | undefined
}

/** How many there are of a kind, from what is counted anyway. */
export async function countAlike(db: Db, { status, type, gender, complete }: Traits, now: Date): Promise<number> {
  const terms: RawBuilder<unknown>[] = [sql`kind = 'traits'`]
  if (status === 'verified') terms.push(sql`verified`)
  else if (status !== 'all') terms.push(sql`active = ${status === 'active'}`)
  if (type !== 'all') terms.push(sql`vip = ${type === 'vip'}`)
  if (gender) terms.push(sql`gender = ${gender.toLowerCase()}`)
  if (complete) terms.push(sql`complete`)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::int as total from (${lines(now, sql.join(terms, sql` and `))}) lines`.execute(db)
  return rows[0]!.total
}
