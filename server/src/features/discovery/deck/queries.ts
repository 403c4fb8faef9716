import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { orderOfGroups } from './mean-order.ts'
import type { OutcomeWeights, Weights } from './outcomes.ts'
import { type GroupOrder, parameters } from './rules.ts'
import type { ViewerCriteria } from '../eligibility/eligibility.ts'
import {
  birthBuckets,
  tilesAround,
  choicesOf,
  hasLimitToo,
  isChosen,
  isEligible,
  isFoundBy,
  isSuitable,
  likesRenewedAt,
  SEVERAL,
  rankedInReach,
  type Way,
  waysOf,
  withoutLimit,
} from '../eligibility/queries.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { OrderGroups } from '../../../infra/db/schema.ts'
import { first } from '../../../infra/first.ts'

const { within, longer, hidden } = parameters.activity

const daysBefore = (now: Date, days: number) => sql`${now}::timestamptz - make_interval(days => ${days}::int)`

/** Computes `activityOf` (rules.ts) in the database. */
export const activitySql = (
  lastActive: RawBuilder<unknown>,
  shows: RawBuilder<unknown>,
  now: Date,
): RawBuilder<number> =>
  sql<number>`case
    when not ${shows} then ${hidden}::float8
    ${sql.join(
      Object.entries(within).map(
        ([days, counts]) => sql`when ${lastActive} >= ${daysBefore(now, Number(days))} then ${counts}::float8`,
      ),
      sql` `,
    )} else ${longer}::float8 end`

/** Allows one boost a month: a later month reuses the row, and the same month is refused. */
export async function saveBoost(tx: Tx, accountId: string, month: string, begins: Date, ends: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into boosts (account_id, month, begins_at, ends_at) values (${accountId}, ${month}, ${begins}, ${ends})
    on conflict (account_id) do update
      set month = excluded.month, begins_at = excluded.begins_at, ends_at = excluded.ends_at
    where boosts.month < excluded.month returning 1`.execute(tx)
  return rows.length > 0
}

const { pool } = parameters

export type CandidateRow = {
  account_id: string
  shown_to: number | null
  base_rank: number
  gave_likes: number
  gave: number
  got_likes: number
  got: number
  shown: number
  last_active_at: Date | null
  show_last_active: boolean
  /** A report by a monitoring rule is open, so the member is shown less. */
  less_exposed: boolean
}

/** Computes `poolFor` (rules.ts) for the row `s` of ranking stats. */
export const poolSize = sql<number>`
  round(${pool.known}::float8
    + ${pool.unknown - pool.known}::float8 * ${pool.halfway}::float8 / (${pool.halfway}::float8 + s.gave))::int`

/**
 * The eligible people with the highest base rank, to be ranked for the viewer: the viewer's maximum for each gender,
 * and some more to replace excluded people. Genders are read in parallel.
 */
export async function candidatePool(
  indexScanDb: Db,
  viewer: ViewerCriteria,
  today: string,
  more: number,
): Promise<CandidateRow[]> {
  const best = await Promise.all(waysOf(viewer).map((way) => bestOfGroup(indexScanDb, viewer, way, today, more)))
  return best.flat().toSorted((a, b) => b.base_rank - a.base_rank)
}

/** The viewer's own number of candidates, for use in a `with` clause. */
const sizeFor = (viewer: ViewerCriteria, more: number) => sql`
    size as materialized (
      select coalesce((select ${poolSize} from ranking_stats s where s.account_id = ${viewer.id}), ${pool.unknown})
        + ${more}::int as most)`

const candidateColumns = sql`s.account_id, s.shown_to, s.base_rank, s.gave_likes, s.gave, s.got_likes, s.got, s.shown,
      l.show_last_active`

/**
 * Reads each birth bucket down its index until enough people are found, starting with the viewer's own tile. In other
 * tiles, and among people in several groups, reads only those who rank higher than the last person found so far.
 */
async function bestOfGroup(
  indexScanDb: Db,
  viewer: ViewerCriteria,
  way: Way,
  today: string,
  more: number,
): Promise<CandidateRow[]> {
  const buckets = birthBuckets(viewer, today)
  const all = tilesAround(viewer)
  const [own, ...others] = all
  const [eligible, most] = [isEligible(viewer, today, 's', 'deck'), sql`(select most from size)`]
  const [group, several] = [sql`${way.group}`, sql`${SEVERAL}`]
  const best = (label: RawBuilder<unknown>, bucket: RawBuilder<unknown>, where: RawBuilder<boolean>) => sql`
    (select ${candidateColumns}
    from ranking_stats s join listings l on l.account_id = s.account_id
    where s.gender_group = ${label} and s.birth_bucket = ${bucket} and ${isFoundBy(viewer, way)}
      and ${where} and ${eligible}
    order by s.base_rank desc limit ${most})`
  const nearby = (tile: RawBuilder<unknown>) => sql<boolean>`s.tile = ${tile}::int and ${hasLimitToo(viewer)}`
  const here = nearby(sql`${own ?? null}`)
  const high = sql`s.base_rank >= least.base_rank`
  const there = sql<boolean>`${nearby(sql`b.tile`)} and ${high}`
  const orders = viewer.reach === null ? [here, withoutLimit] : [here]
  const parts = buckets.flatMap((bucket) => orders.map((where) => best(group, sql`${bucket}::smallint`, where)))
  const severalAnywhere = sql`union all
      select s.* from least, unnest(${buckets}::smallint[]) d(bucket),
        lateral ${best(several, sql`d.bucket`, sql<boolean>`${withoutLimit} and ${high}`)} s`
  const { rows } = await sql<CandidateRow>`
    with ${choicesOf(viewer)}, ${sizeFor(viewer, more)},
    home as materialized (
      select * from (${sql.join(parts, sql` union all `)}) parts order by base_rank desc limit ${most}),
    least as materialized (
      select case when count(*) = ${most} then min(base_rank) else 0 end as base_rank from home)
    select s.*, seen.seen_at as last_active_at,
      exists (select from moderation_less_exposed x where x.account_id = s.account_id) as less_exposed from (
      select * from home
      union all
      select s.* from least, unnest(${others}::int[]) b(tile),
        unnest(${buckets}::smallint[]) d(bucket), lateral ${best(group, sql`d.bucket`, there)} s
      union all
      select s.* from least, unnest(${all}::int[]) b(tile),
        unnest(${buckets}::smallint[]) d(bucket), lateral ${best(several, sql`d.bucket`, there)} s
      ${viewer.reach === null ? severalAnywhere : sql``}
      order by base_rank desc limit ${most}) s
    left join last_seen seen on seen.account_id = s.account_id`.execute(indexScanDb)
  return rows
}

export type RankingStatsRow = Pick<CandidateRow, 'shown_to' | 'gave_likes' | 'gave' | 'got_likes' | 'got' | 'shown'>

type LikerRow = Omit<CandidateRow, 'last_active_at'> & { last_active_at: string | null }

/**
 * The part of `likerRank` (rules.ts) that doesn't depend on the viewer, for choosing which likers to rank. How readily
 * they like doesn't count, because they have already liked the viewer.
 */
const likerRankSql = (now: Date) => sql`order_rank(o, s.gave_likes, s.gave, s.got_likes, s.got, s.shown,
    ${activitySql(sql`seen.seen_at`, sql`l.show_last_active`, now)}::real)
  / ((s.gave_likes + o.gives_likes) / (s.gave + o.gives_of))`

/**
 * A deck's inputs besides its candidates: the viewer's own row, eligible people who already like the viewer, and
 * eligible people with an active boost, the oldest boost first. Likes count from the viewer's next daily renewal
 * (likesRenewedAt), when all positions are drawn again. If a like moved its sender immediately, repeated requests would
 * identify the sender. Super likes aren't secret.
 */
export async function fetchLikersAndBoosts(
  db: Db,
  viewer: ViewerCriteria,
  today: string,
  mostLikers: number,
  mostBoosts: number,
) {
  const [eligible, suitable, renewedAt] = [
    isEligible(viewer, today, 'l', 'deck'),
    isSuitable(viewer, today, 'l', 'deck'),
    likesRenewedAt(sql`${viewer.id}::uuid`, viewer.now),
  ]
  const { rows } = await sql<{
    stats: RankingStatsRow | null
    likers: LikerRow[]
    boosted: string[]
    renewed_at: Date
  }>`
    with boosted as materialized (
      select account_id, begins_at from boosts where begins_at <= ${viewer.now} and ends_at > ${viewer.now}
      order by begins_at limit ${mostBoosts}),
    -- Those who like the viewer are unanswered, so only boosted people may be swiped already.
    ${choicesOf(viewer, sql`array(select account_id from boosted)`)}
    select ${renewedAt} as renewed_at,
      (select to_jsonb(s) from ranking_stats s where s.account_id = ${viewer.id}) as stats,
      (select coalesce(jsonb_agg(liker), '[]') from (
        select l.account_id, s.shown_to, s.base_rank, s.gave_likes, s.gave, s.got_likes, s.got, s.shown,
          seen.seen_at as last_active_at, l.show_last_active
        from likers c
        -- Looked up one by one: reading them by age would try everyone who lives nearby.
        cross join lateral (select * from listings l where l.account_id = c.chooser_id and ${suitable} offset 0) l
        join ranking_stats s on s.account_id = l.account_id cross join lateral discovery_order_of(s.shown_to) o
        left join last_seen seen on seen.account_id = l.account_id
        where (c.action = 'superlike' or c.at < ${renewedAt}) and not ${isChosen(sql`c.chooser_id`)}
          and not exists (select from moderation_less_exposed x where x.account_id = l.account_id)
        order by ${likerRankSql(viewer.now)} desc, c.at
        limit ${mostLikers}) liker) as likers,
      array(
        select l.account_id from boosted b join listings l on l.account_id = b.account_id
        where ${eligible} and not exists (select from moderation_less_exposed x where x.account_id = l.account_id)
        order by b.begins_at) as boosted`.execute(db)
  const { stats, likers, boosted, renewed_at: renewedOn } = first(rows)
  const withDates = likers.map((row): CandidateRow => ({
    ...row,
    last_active_at: row.last_active_at === null ? null : new Date(row.last_active_at),
  }))
  return { stats, likers: withDates, boosted, renewedOn }
}

export async function eligibleAmong(
  db: Db,
  viewer: ViewerCriteria,
  today: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    with ${choicesOf(viewer, sql`${ids}::uuid[]`)}
    select l.account_id from unnest(${ids}::uuid[]) with ordinality of(id, nth)
    join listings l on l.account_id = of.id where ${isEligible(viewer, today, 'l', 'deck')} order by of.nth`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

const MOST_COUNTED = 10_000

export async function countEligible(indexScanDb: Db, viewer: ViewerCriteria, today: string): Promise<number> {
  const inReach = sql`${rankedInReach(viewer, today)} join listings l on l.account_id = s.account_id`
  const { rows } = await sql<{ count: number }>`
    with ${choicesOf(viewer)}
    select count(*)::int as count from (
      select from ${inReach} where ${isEligible(viewer, today, 's')} limit ${MOST_COUNTED}) found`.execute(indexScanDb)
  return rows[0]?.count ?? 0
}

export const toGroupOrder = (row: Selectable<OrderGroups>): GroupOrder => ({
  gives: { likes: row.gives_likes, of: row.gives_of },
  gets: { likes: row.gets_likes, of: row.gets_of },
  usual: row.usual,
  // Only fitted weights are saved in this column.
  weights: { ...parameters.weights, ...(row.weights as Partial<Weights>) },
  meanShown: row.mean_shown,
})

/** Accepts one gender group, or several joined by a plus. */
export type OrderOf = (genderGroups: string | null) => GroupOrder

export async function readOrder(db: Db | Tx): Promise<OrderOf> {
  const rows = await db.selectFrom('order_groups').selectAll().execute()
  return orderOfGroups(new Map(rows.map((row) => [row.gender_group, toGroupOrder(row)])))
}

export const currentOrder = ({ db, memory }: Pick<Deps, 'db' | 'memory'>): Promise<OrderOf> =>
  memory.cache('order-groups', () => readOrder(db))

/** Members count if they were active in this many days. */
const ACTIVE_LATELY = 14

export const saveMeanExposures = (db: Db, now: Date) =>
  sql`update order_groups o set mean_shown = coalesce((
      select avg(s.shown) from ranking_stats s join last_seen seen on seen.account_id = s.account_id
      where s.shown_to & seeks(array[o.gender_group]) > 0
        and seen.seen_at >= ${daysBefore(now, ACTIVE_LATELY)}), 1)`.execute(db)

/** Null while outcomes are turned off, and until something is learned. */
const weightsInUse = async (db: Db): Promise<OutcomeWeights | null> =>
  (await sql<{ weights: OutcomeWeights | null }>`select weights from order_outcomes where is_on`.execute(db)).rows[0]
    ?.weights ?? null

export const currentOutcomes = ({ db, memory }: Pick<Deps, 'db' | 'memory'>): Promise<OutcomeWeights | null> =>
  memory.cache('order-outcomes', () => weightsInUse(db))

type RankFacts = {
  viewer: Pick<RankingStatsRow, 'shown_to' | 'gave_likes' | 'gave'>
  person: RankingStatsRow
  own_choices: number
  own_likes: number
  joined_at: Date
  last_active_at: Date | null
  show_last_active: boolean
  hide_distance: boolean
  is_near: boolean
  less_exposed: boolean
}

export async function rankFacts(
  db: Db,
  viewer: ViewerCriteria,
  today: string,
  id: string,
): Promise<RankFacts | undefined> {
  const [own] = tilesAround(viewer)
  const { rows } = await sql<RankFacts>`
    with ${choicesOf(viewer)},
    c as materialized (
      select count(*)::int as choices, (count(*) filter (where action <> 'pass'))::int as likes from choices
      where chooser_id = ${id} and chosen_id = ${viewer.id}),
    u as materialized (
      select coalesce(sum(choices), 0)::int as choices, coalesce(sum(likes), 0)::int as likes from uncounted_choices
      where chooser_id = ${id} and chosen_id = ${viewer.id})
    select to_jsonb(v) as viewer, to_jsonb(s) as person,
      c.choices - u.choices as own_choices, c.likes - u.likes as own_likes,
      l.created_at as joined_at, seen.seen_at as last_active_at, l.show_last_active, l.hide_distance,
      coalesce(s.tile = ${own ?? null}::int, false) as is_near,
      exists (select from moderation_less_exposed x where x.account_id = s.account_id) as less_exposed
    from listings l join ranking_stats s on s.account_id = l.account_id join ranking_stats v on v.account_id = ${viewer.id}
    left join last_seen seen on seen.account_id = l.account_id
    cross join c cross join u
    where l.account_id = ${id} and ${isEligible(viewer, today, 'l', 'deck')}`.execute(db)
  return rows[0]
}
