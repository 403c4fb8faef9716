import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

type Figures = {
  total: number
  active: number
  online: number
  this_month: number
  last_month: number
  complete: number
  verified: number
  months: Record<string, number>
  ages: Record<string, number>
  genders: Record<string, number>
}

/** Everything that is counted, in one pass over the accounts. Months and ages are those of the viewer's calendar. */
export async function figures(db: Db, now: Date, onlineSince: Date, zone: string, fromMonth: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with people as (
      select to_char(created_at at time zone ${zone}, 'YYYY-MM') as month,
        state in ('active', 'paused') as active, last_active_at >= ${onlineSince} as online, email_verified_at is not null as verified,
        extract(year from age((${now}::timestamptz at time zone ${zone})::date, date_of_birth))::int as age,
        coalesce(lower(profiles.gender), 'not-specified') as gender,
        profiles.gender is not null and cardinality(profiles.interested_in) > 0 and date_of_birth is not null and profiles.city is not null as complete
      from accounts left join profiles on profiles.account_id = accounts.id
      where state <> 'erased'
    ), month as (select to_char(${now}::timestamptz at time zone ${zone}, 'YYYY-MM') as this,
      to_char((${now}::timestamptz at time zone ${zone}) - interval '1 month', 'YYYY-MM') as last)
    select count(*)::int as total,
      count(*) filter (where active)::int as active,
      count(*) filter (where online)::int as online,
      count(*) filter (where people.month = (select this from month))::int as this_month,
      count(*) filter (where people.month = (select last from month))::int as last_month,
      count(*) filter (where complete)::int as complete,
      count(*) filter (where verified)::int as verified,
      coalesce((select jsonb_object_agg(each.month, each.n) from (select p.month, count(*) as n from people p where p.month >= ${fromMonth} group by 1) each), '{}') as months,
      coalesce((select jsonb_object_agg(each.age, each.n) from (select p.age, count(*) as n from people p where p.age is not null group by 1) each), '{}') as ages,
      coalesce((select jsonb_object_agg(each.gender, each.n) from (select p.gender, count(*) as n from people p group by 1) each), '{}') as genders
    from people`.execute(db)
  return rows[0]!
}

export const newest = (db: Db, count: number) =>
  db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'last_name', 'email', 'created_at', 'state', 'last_active_at'])
    .where('state', '!=', 'erased')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
