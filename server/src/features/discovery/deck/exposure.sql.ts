import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { parameters } from './rules.ts'

const { fades, activity } = parameters

/** Counts one exposure for each of these people and lowers their ranks. The index is rewritten only now and then. */
export function recordExposure(indexScanDb: Db, ids: readonly string[], mean: number) {
  const step = sql`power((1 + shown / greatest(${mean}::real, 1)) / (1 + (shown + 1) / greatest(${mean}::real, 1)), 2)`
  const factor = sql`(pending_factor * ${step})::real`
  return sql`update standings set shown = shown + 1,
      base_rank = rank_after(base_rank, ${factor}), pending_factor = factor_after(${factor})
    where account_id = any(${ids}::uuid[])`.execute(indexScanDb)
}

/** Exposure fades every day, so that the last weeks count most. All base ranks are computed again with it. */
export const fadeAll = (db: Db, mean: number) =>
  sql`update standings s set shown = ${faded}, pending_factor = 1,
      base_rank = base_rank(gave_likes, gave, got_likes, got, ${faded}::real, ${mean}::real, ${activityNow}::real)
    from accounts a where a.id = s.account_id`.execute(db)

const faded = sql`(s.shown * ${fades}::float8)`

/** `activityOf` (rules.ts) for the account `a`. */
const activityNow = sql`case when not a.show_last_active then ${activity.hidden}::float8 ${sql.join(
  Object.entries(activity.within).map(
    ([days, counts]) =>
      sql`when a.last_active_at >= now() - make_interval(days => ${days}::int) then ${counts}::float8`,
  ),
  sql` `,
)} else ${activity.longer}::float8 end`

export async function computeMeanExposure(db: Db): Promise<number> {
  const { rows } = await sql<{ mean: number | null }>`
    select avg(shown)::float8 as mean from standings where gender_group is not null`.execute(db)
  return rows[0]?.mean ?? 0
}
