import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { ageBuckets } from './rules.ts'

/** How many accounts are alike in everything that is counted. `period` and `age` are places in the lists asked for. */
type Alike = {
  period: number
  month: number
  age: number | null
  gender: string
  active: boolean
  online: boolean
  vip: boolean
  complete: boolean
  verified: boolean
  count: number
}

export type Figures = {
  /** The beginning of each period, as the viewer's calendar calls it. */
  periods: string[]
  alike: Alike[]
}

type Wish = { now: Date; onlineSince: Date; zone: string; unit: 'month' | 'day'; periods: number | null }

/** Everything that is counted, in one pass over the accounts. Months, days and ages are those of the viewer's calendar. */
export async function figures(db: Db, { now, onlineSince, zone, unit, periods }: Wish): Promise<Figures> {
  const step = sql.raw(`interval '1 ${unit}'`)
  const { rows: bounds } = await sql<{ at: string; name: string }>`
    with here as (select ${now}::timestamptz at time zone ${zone} as now)
    select (day at time zone ${zone})::text as at, to_char(day, ${unit === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}) as name
    from here, generate_series(
      ${
        periods === null
          ? sql`date_trunc(${unit}, (select coalesce(min(created_at), ${now}) from accounts where state <> 'erased') at time zone ${zone})`
          : sql`date_trunc(${unit}, here.now) - ${periods - 1}::int * ${step}`
      },
      date_trunc(${unit}, here.now), ${step}) day order by day`.execute(db)
  const { rows: alike } = await sql<Alike>`
    with here as materialized (select ${now}::timestamptz at time zone ${zone} as now),
    bounds as materialized (select ${bounds.map(({ at }) => at)}::timestamptz[] as periods,
      array[(date_trunc('month', now) - interval '1 month') at time zone ${zone}, date_trunc('month', now) at time zone ${zone}] as months,
      array(select (now::date - make_interval(years => years))::date + 1 from unnest(${bucketStarts}::int[]) years order by years desc) as births
      from here)
    select width_bucket(created_at, bounds.periods) as period, width_bucket(created_at, bounds.months) as month,
      width_bucket(date_of_birth, bounds.births) as age, coalesce(lower(profiles.gender), 'not-specified') as gender,
      state in ('active', 'paused') as active, coalesce(last_active_at >= ${onlineSince}, false) as online,
      coalesce(premium_until > ${now}, false) as vip, email_verified_at is not null as verified,
      coalesce(is_complete(date_of_birth, profiles.gender, profiles.interested_in, profiles.city), false) as complete,
      count(*)::int as count
    from accounts left join profiles on profiles.account_id = accounts.id cross join bounds
    where state <> 'erased' group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(db)
  return { periods: bounds.map(({ name }) => name), alike }
}

/** Places in the list of months that each account is counted by: those before the last two are 0. */
export const [LAST_MONTH, THIS_MONTH] = [1, 2]

/** The ages at which a bucket begins, and the one after the last. */
const bucketStarts = [...ageBuckets.map(({ from }) => from), ageBuckets.at(-1)!.to + 1]
