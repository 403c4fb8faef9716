import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { activitySql } from './activity.sql.ts'
import { parameters } from './rules.ts'

/** Exposure fades every day, so that the last weeks count most. All base ranks are computed again with it. */
export const fadeAll = (db: Db) =>
  sql`update standings s set shown = ${faded}, pending_factor = 1,
      base_rank = order_rank(o, s.gave_likes, s.gave, s.got_likes, s.got, ${faded}::real, ${activityNow}::real)
    from accounts a, order_groups o
    where a.id = s.account_id and o.gender_group = coalesce(s.gender_group, 'non-binary')`.execute(db)

const faded = sql`(s.shown * ${parameters.fades}::float8)`
const activityNow = activitySql(sql`a.last_active_at`, sql`a.show_last_active`)
