import { sql, type RawBuilder } from 'kysely'

/** Each group starts at one of these ages and ends at the next. */
const AGES = [18, 25, 35, 45, 60]

export const ageFromSql = (born: RawBuilder<unknown>, now: Date): RawBuilder<number> =>
  sql<number>`(select max(age_from) from unnest(${AGES}::int[]) age_from
    where age_from <= greatest(18, extract(year from age(${now}::timestamptz at time zone 'UTC', ${born}))::int))`

/** The gender groups `g` of a row `s` of ranking stats. People in several groups count in each. */
export const genderGroupsOf = sql`(values ('woman', 1), ('man', 2), ('non-binary', 4)) g (gender_group, bits)
  on s.shown_to & g.bits > 0`

/** Groups and numbers about fewer people are masked, because they could reveal a particular person. */
export const FEWEST_SHOWN = 5

export const groupKey = (genderGroup: string, ageFrom: number): string => `${genderGroup} ${ageFrom}`
