import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import {
  anywhere,
  blocksAround,
  bySquare,
  generationsOf,
  fits,
  groupsOf,
  seeksViewer,
  standingsNear,
  type Looking,
} from '../people/service.ts'
import { parameters } from './rules.ts'

const { prior, fades, activity } = parameters

export type CandidateRow = {
  account_id: string
  base_rank: number
  gave_likes: number
  gave: number
  got_likes: number
  got: number
  shown: number
  last_active_at: Date | null
  show_last_active: boolean
}

/** The best by what does not depend on who looks: the pool that is then ranked for the viewer. Each gender is read by itself, at the same time. */
export async function pool(inOrder: Db, viewer: Looking, today: string, count: number): Promise<CandidateRow[]> {
  const best = await Promise.all(groupsOf(viewer).map((group) => bestOf(inOrder, viewer, group, today, count)))
  return best
    .flat()
    .toSorted((a, b) => b.base_rank - a.base_rank)
    .slice(0, count)
}

/**
 * From near first: each generation stands in its own order, and of them all the best are taken one by one. One's own square comes
 * first; of the others only whoever is better than the last of those is read.
 */
async function bestOf(
  inOrder: Db,
  viewer: Looking,
  group: string,
  today: string,
  count: number,
): Promise<CandidateRow[]> {
  const generations = generationsOf(viewer, today)
  const [own, ...others] = blocksAround(viewer)
  const [fitting, gender, most] = [fits(viewer, today, 's'), sql`${group}`, sql`${count}::int`]
  const best = (generation: RawBuilder<unknown>, where: RawBuilder<boolean>) => sql`
    (select s.account_id, s.base_rank, s.gave_likes, s.gave, s.got_likes, s.got, s.shown, l.show_last_active
    from standings s join listings l on l.account_id = s.account_id
    where s.gender_group = ${gender} and s.birth_bucket = ${generation} and ${seeksViewer(viewer)} and ${where} and ${fitting}
    order by s.base_rank desc limit ${most})`
  const here = sql<boolean>`s.block = ${own ?? null}::int and ${bySquare(viewer)}`
  const there = sql<boolean>`s.block = b.block and ${bySquare(viewer)} and s.base_rank >= least.base_rank`
  const orders = viewer.reach === null ? [here, anywhere] : [here]
  const parts = generations.flatMap((generation) => orders.map((where) => best(sql`${generation}::smallint`, where)))
  const { rows } = await sql<CandidateRow>`
    with home as materialized (
      select * from (${sql.join(parts, sql` union all `)}) parts order by base_rank desc limit ${most}),
    least as materialized (select case when count(*) = ${most} then min(base_rank) else 0 end as base_rank from home)
    select s.*, seen.seen_at as last_active_at from (
      select * from home
      union all
      select s.* from least, unnest(${others}::int[]) b(block), unnest(${generations}::smallint[]) d(bucket),
        lateral ${best(sql`d.bucket`, there)} s
      order by base_rank desc limit ${most}) s
    left join sightings seen on seen.account_id = s.account_id`.execute(inOrder)
  return rows
}

/** People who like the viewer already, and fit: whom the viewer is likeliest to like comes first. */
export const likers = async (db: Db, viewer: Looking, today: string, count: number): Promise<string[]> =>
  (
    await sql<{ account_id: string }>`
      select l.account_id from choices c join listings l on l.account_id = c.chooser_id join standings s on s.account_id = l.account_id
      where c.chosen_id = ${viewer.id} and c.action <> 'pass' and ${fits(viewer, today)}
      order by (s.got_likes + ${prior.likes}::float8) / (s.got + ${prior.of}::float8) desc, c.at limit ${count}`.execute(
      db,
    )
  ).rows.map(({ account_id }) => account_id)

/** Those of these who fit. */
export const fittingAmong = async (db: Db, viewer: Looking, today: string, ids: readonly string[]): Promise<string[]> =>
  (
    await sql<{
      account_id: string
    }>`select l.account_id from unnest(${ids}::uuid[]) of(id) join listings l on l.account_id = of.id
      where ${fits(viewer, today)}`.execute(db)
  ).rows.map(({ account_id }) => account_id)

/** Those whose boost runs, and who fit. Mostly there are none, and nobody has to be looked at. */
export async function boosted(db: Db, viewer: Looking, today: string, now: Date, count: number): Promise<string[]> {
  const running = await db
    .selectFrom('boosts')
    .select('account_id')
    .where('begins_at', '<=', now)
    .where('ends_at', '>', now)
    .orderBy('begins_at')
    .limit(count)
    .execute()
  if (running.length === 0) return []
  const { rows } = await sql<{ account_id: string }>`
    select l.account_id from unnest(${running.map((row) => row.account_id)}::uuid[]) with ordinality b(account_id, nth)
    join listings l on l.account_id = b.account_id where ${fits(viewer, today)} order by b.nth`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

export const standingOf = (db: Db, accountId: string) =>
  db.selectFrom('standings').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Counts that these were shown, and lets them step back for it: by their ids, so that two never wait for each other. */
export function noteShown(inOrder: Db, ids: readonly string[], mean: number) {
  const step = sql`power((1 + shown / greatest(${mean}::real, 1)) / (1 + (shown + 1) / greatest(${mean}::real, 1)), 2)`
  const factor = sql`(pending_factor * ${step})::real`
  return sql`update standings set shown = shown + 1, base_rank = rank_after(base_rank, ${factor}), pending_factor = factor_after(${factor})
    where account_id = any(${ids}::uuid[])`.execute(inOrder)
}

/** Exposure fades by the day, so that it is the last weeks that count; the order is made anew with it. */
export const fade = (db: Db, mean: number) =>
  sql`update standings s set shown = ${faded}, pending_factor = 1,
      base_rank = base_rank(gave_likes, gave, got_likes, got, ${faded}::real, ${mean}::real, ${activityNow}::real)
    from accounts a where a.id = s.account_id`.execute(db)

const faded = sql`(s.shown * ${fades}::float8)`

/** `activityOf` for the account `a`, as of now. */
const activityNow = sql`case when not a.show_last_active then ${activity.hidden}::float8 ${sql.join(
  Object.entries(activity.within).map(
    ([days, counts]) =>
      sql`when a.last_active_at >= now() - make_interval(days => ${days}::int) then ${counts}::float8`,
  ),
  sql` `,
)} else ${activity.longer}::float8 end`

export async function meanShown(db: Db): Promise<number> {
  const { rows } = await sql<{ mean: number | null }>`
    select avg(shown)::float8 as mean from standings where gender_group is not null`.execute(db)
  return rows[0]?.mean ?? 0
}

const MOST_COUNTED = 10_000

export async function countFitting(inOrder: Db, viewer: Looking, today: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${standingsNear(viewer, today)} join listings l on l.account_id = s.account_id
      where ${fits(viewer, today, 's')} limit ${MOST_COUNTED}) found`.execute(inOrder)
  return rows[0]!.count
}

/** One boost a month: the row is taken over where its month is over, and refused where it is not. */
export async function takeBoost(tx: Tx, accountId: string, month: string, begins: Date, ends: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into boosts (account_id, month, begins_at, ends_at) values (${accountId}, ${month}, ${begins}, ${ends})
    on conflict (account_id) do update set month = excluded.month, begins_at = excluded.begins_at, ends_at = excluded.ends_at
    where boosts.month < excluded.month returning 1`.execute(tx)
  return rows.length > 0
}
