import { sql, type RawBuilder } from 'kysely'

/** Ages from one of these on, until the next. */
const AGES = [18, 25, 35, 45, 60]

/** The age group of somebody born then, by its first age. */
export const ageFromSql = (born: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select max(age_from) from unnest(${AGES}::int[]) age_from
    where age_from <= greatest(18, extract(year from age(${born}))::int))`

/** The gender groups `g` of a standing `s`: those in several count in each. */
export const genderGroupsOf = sql`(values ('woman', 1), ('man', 2), ('non-binary', 4)) g (gender_group, bits)
  on s.shown_to & g.bits > 0`

/** A group, and figures about fewer people, aren't shown: they could be about somebody in particular. */
export const FEWEST_SHOWN = 5

/** The key of a group in maps. */
export const groupKey = (genderGroup: string, ageFrom: number): string => `${genderGroup} ${ageFrom}`
