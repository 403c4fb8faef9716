import { sql } from 'kysely'
import type { Fairness } from '@kindred/contract'
import type { Db } from '../../../infra/db/db.ts'
import { parameters } from '../deck/rules.ts'

const AGES = [18, 25, 35, 45, 60]
const ACTIVE_LATELY = 14
const A_WEEK = 7

/** Somebody with less exposure than what fades in a week wasn't judged since. */
const leftOfAWeek = parameters.fades ** A_WEEK

/** How evenly members who were active lately are shown, by gender group and age. */
export async function countFairness(db: Db): Promise<Fairness[]> {
  const { rows } = await sql<Fairness>`
    with active as materialized (
      select s.gender_group, s.shown::float8 as shown,
        (select max(age_from) from unnest(${AGES}::int[]) age_from
          where age_from <= greatest(18, extract(year from age(s.born))::int)) as age_from
      from standings s join sightings seen on seen.account_id = s.account_id
      where s.gender_group is not null and seen.seen_at >= now() - make_interval(days => ${ACTIVE_LATELY}::int)),
    means as (select gender_group, greatest(avg(shown), 1e-9) as mean from active group by 1),
    placed as (
      select a.*, m.mean, row_number() over (partition by a.gender_group, a.age_from order by a.shown) as place
      from active a join means m on m.gender_group = a.gender_group)
    select gender_group as "genderGroup", age_from as "ageFrom", count(*)::int as members,
      greatest(0, coalesce(2 * sum(shown * place) / nullif(count(*) * sum(shown), 0)
        - (count(*) + 1.0) / count(*), 0))::float8 as gini,
      avg((shown < ${leftOfAWeek}::float8)::int)::float8 as unseen,
      avg((shown < mean / 10)::int)::float8 as "underATenth",
      (avg(shown) / min(mean))::float8 as exposure
    from placed group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
