import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { activitySql } from './activity.sql.ts'
import { parameters } from './rules.ts'

const BATCH = 5000
/** Less exposure than this counts as none. So the fading of members who are no longer shown ends. */
const NEGLIGIBLE = 0.05

const left = sql`(s.shown * ${parameters.fades}::float8)`
const faded = sql`(case when ${left} < ${NEGLIGIBLE}::float8 then 0 else ${left} end)::real`
const activityNow = activitySql(sql`a.last_active_at`, sql`a.show_last_active`)
const rank = sql`order_rank(o.parameters, s.gave_likes, s.gave, s.got_likes, s.got, ${faded}, ${activityNow}::real)`
/** Each set of gender groups is looked up once. 0 is for members who aren’t listed. */
const orders = sql`orders as materialized (
      select bits, discovery_order_of(nullif(bits, 0)::smallint) as parameters from generate_series(0, 7) bits)`
const group = sql`o.bits = coalesce(s.shown_to, 0)`

export const isFading = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('fading').select('after').executeTakeFirst()) !== undefined

export const beginFading = (db: Db) =>
  sql`insert into fading (after) values ('00000000-0000-0000-0000-000000000000')`.execute(db)

/**
 * Exposure fades every day, so that the last weeks count most, and base ranks are computed again with it. Looks at the
 * next members by their ids, and writes only to those who change, in the order in which choices lock them. Returns
 * whether there were any.
 */
export async function fadeSome(db: Db, most = BATCH): Promise<boolean> {
  const { rows } = await sql`
    -- The planner takes a table of one row for many, and would then read all standings for each part.
    with position as materialized (select after from fading limit 1 for update),
    ${orders},
    batch as materialized (
      select s.account_id from position, lateral (
        select account_id from standings where account_id > position.after order by account_id limit ${most}) s),
    due as materialized (
      select s.account_id from batch b join standings s on s.account_id = b.account_id
        join accounts a on a.id = s.account_id join orders o on ${group}
      where (s.shown, s.base_rank, s.pending_factor) is distinct from (${faded}, ${rank}, 1::real)
      order by s.account_id for no key update of s),
    changed as (
      update standings s set shown = ${faded}, pending_factor = 1, base_rank = ${rank}
      from due d, accounts a, orders o where s.account_id = d.account_id and a.id = s.account_id and ${group}),
    moved as (
      update fading set after = (select account_id from batch order by account_id desc limit 1)
      where exists (select from batch)),
    ended as (delete from fading where not exists (select from batch))
    select from batch limit 1`.execute(db)
  return rows.length > 0
}

/** Counts some of the latest choices in the standings of both members. Returns whether there may be more. */
export async function countSome(db: Db, most = 250): Promise<boolean> {
  const { rows } = await sql<{ counted: number }>`select discovery_count_choices(${most}) as counted`.execute(db)
  return rows[0]?.counted === most
}
