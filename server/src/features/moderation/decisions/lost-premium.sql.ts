import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

/**
 * The days of premium that an overturned decision took: the time in which it was active and the member had premium, and
 * the rest of a subscription that it canceled. The time of other decisions that remain doesn't count. Part of a day
 * counts as a day, but less than an hour in total as none.
 */
export async function countLostPremiumDays(tx: Tx, id: string, now: Date): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    with decision as (
      select d.*, coalesce(d.ended_at, ${now}) as over, coalesce(p.premium_until, '-infinity') as has_until
      from decisions d join identity_people p on p.id = d.subject_id
      where d.id = ${id} and d.kind in ('suspend', 'deactivate', 'ban') and d.premium_until > d.in_force_at),
    others as (
      select coalesce(range_agg(tstzrange(o.in_force_at, coalesce(o.ended_at, 'infinity'))), '{}') as times
      from decisions o join decision d on o.subject_id = d.subject_id and o.id <> d.id
      where o.kind in ('suspend', 'deactivate', 'ban') and o.state in ('in_force', 'expired', 'lifted')),
    missed as (
      select unnest(tstzmultirange(tstzrange(d.in_force_at,
        greatest(d.in_force_at, least(d.over, greatest(d.premium_until, d.has_until))))) - o.times) as time
      from decision d, others o
      union all
      select tstzrange(greatest(d.over, d.has_until), greatest(d.over, d.has_until, d.premium_until)) from decision d
      where d.subscription = 'cancel' and d.settled_at is not null)
    select ceil(extract(epoch from sum(upper(time) - lower(time))) / 86400)::int as days
    from missed where not isempty(time) having sum(upper(time) - lower(time)) > interval '1 hour'`.execute(tx)
  return rows[0]?.days ?? 0
}
