import { sql, type RawBuilder } from 'kysely'
import { parameters } from './rules.ts'

const { within, longer, hidden } = parameters.activity

const since = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/** `activityOf` (rules.ts) by the database's clock. */
export const activitySql = (lastActive: RawBuilder<unknown>, shows: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case
    when not ${shows} then ${hidden}::float8
    ${sql.join(
      Object.entries(within).map(
        ([days, counts]) => sql`when ${lastActive} >= ${since(Number(days))} then ${counts}::float8`,
      ),
      sql` `,
    )} else ${longer}::float8 end`
