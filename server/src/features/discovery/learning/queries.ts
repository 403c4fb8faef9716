import { type RawBuilder, sql } from 'kysely'
import type { OutcomeWeights } from '../deck/outcomes.ts'
import type { RankingStatsRow } from '../deck/queries.ts'
import { ageFromSql, FEWEST_SHOWN, genderGroupsOf } from './age-groups.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { first } from '../../../infra/first.ts'
import type { FittedGroups, GroupMoments } from './rules.ts'

/** Rates for each 100 cards, with the interval of their difference. */
export type Measured = { learned: number; heldOut: number; difference: number; low: number; high: number }

export type ViewerCards = { viewer: string; cards: number; matches: number; replies: number }

export type Comparison = { cards: number; cardsHeldOut: number; matches: Measured | null; replies: Measured | null }

export type Outcome = { replied: boolean; met: boolean; again: boolean }

const ACTIVE_LATELY = 14
const MOST_CHOICES = 50_000
const MOST_NEWCOMERS = 20_000

const daysBefore = (now: Date, days: number) => sql`${now}::timestamptz - make_interval(days => ${days}::int)`

type ExposureRow = { account_id: string; shown_to: number; age_from: number; shown: number }

/** Reads at most `most` ranking stats after an ID, and marks recently active members. */
export async function exposuresAfter(db: Db, now: Date, last: string, most: number) {
  const { rows } = await sql<ExposureRow & { is_active: boolean }>`
    select s.account_id, s.shown_to, ${ageFromSql(sql`s.born`, now)} as age_from, s.shown,
      s.shown_to is not null
        and coalesce(seen.seen_at >= ${daysBefore(now, ACTIVE_LATELY)}, false) as is_active
    from (select * from ranking_stats where account_id > ${last} order by account_id limit ${most}) s
    -- Looked up one by one: the planner would rather read all last visits for each part.
    left join lateral (select seen_at from last_seen where account_id = s.account_id offset 0) seen on true
    order by s.account_id`.execute(db)
  return rows
}

type StatRow = { gender_group: string; age_from: number; stat: number }
type Stat = (db: Db, now: Date) => Promise<StatRow[]>

/** Periods in days. In larger communities, one day has enough swipes. */
const SPANS = [1, 7, 23]

/** Uses the shortest period that has enough swipes and ended this many days ago. */
async function onChoices(
  db: Db,
  now: Date,
  ended: number,
  read: (choices: RawBuilder<unknown>) => RawBuilder<StatRow>,
) {
  const within = (span: number) => sql`at < ${daysBefore(now, ended)} and at >= ${daysBefore(now, ended + span)}`
  for (const [nth, span] of SPANS.entries()) {
    const choices = sql`select * from choices where ${within(span)} limit ${MOST_CHOICES}`
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from (${choices}) c`.execute(
      db,
    )
    if (counted[0]?.count === MOST_CHOICES || nth === SPANS.length - 1) return (await read(choices).execute(db)).rows
  }
  return []
}

/**
 * The share of likes that were never seen, among those received at least a week ago by people who have since come back.
 */
export const lostLikes: Stat = (db, now) =>
  onChoices(
    db,
    now,
    7,
    (choices) => sql`
      with c as materialized (${choices}),
      answered as materialized (
        select c.chooser_id, c.chosen_id from c join choices b
          on b.chooser_id = c.chosen_id and b.chosen_id = c.chooser_id)
      select g.gender_group, ${ageFromSql(sql`s.born`, now)} as age_from, avg((a.chooser_id is null)::int)::float8 as stat
      from c join ranking_stats s on s.account_id = c.chosen_id join ${genderGroupsOf}
      left join answered a on a.chooser_id = c.chooser_id and a.chosen_id = c.chosen_id
      join last_seen seen on seen.account_id = c.chosen_id and seen.seen_at > c.at
      join listings liker on liker.account_id = c.chooser_id
      where c.action <> 'pass'
      group by 1, 2 having count(distinct c.chosen_id) >= ${FEWEST_SHOWN}`,
  )

export const goneCards: Stat = (db, now) =>
  onChoices(
    db,
    now,
    0,
    (choices) => sql`
      with c as materialized (${choices})
      select g.gender_group, ${ageFromSql(sql`s.born`, now)} as age_from,
        avg((coalesce(seen.seen_at, '-infinity') < c.at - interval '30 days')::int)::float8 as stat
      from c join ranking_stats s on s.account_id = c.chooser_id join ${genderGroupsOf}
      left join last_seen seen on seen.account_id = c.chosen_id
      group by 1, 2 having count(distinct c.chooser_id) >= ${FEWEST_SHOWN}`,
  )

/**
 * The median days until the first match, for people who joined two weeks to two months ago. For those without a match,
 * the days until now count.
 */
export const waitDays: Stat = async (db, now) =>
  (
    await sql<StatRow>`
      select gender_group, age_from, percentile_cont(0.5) within group (order by waited)::float8 as stat
      from (
        select g.gender_group, ${ageFromSql(sql`s.born`, now)} as age_from,
          extract(epoch from coalesce((select min(m.created_at) from matches m
            where m.a_id = l.account_id or m.b_id = l.account_id), ${now}::timestamptz) - l.created_at) / 86400 as waited
        from (select account_id, created_at from listings
          where created_at between ${daysBefore(now, 60)} and ${daysBefore(now, 14)}
          order by created_at desc limit ${MOST_NEWCOMERS}) l
        join ranking_stats s on s.account_id = l.account_id join ${genderGroupsOf}) newcomers
      group by 1, 2 having count(*) >= ${FEWEST_SHOWN}`.execute(db)
  ).rows

type ChoiceRow = { chooser_id: string; chosen_id: string; likes: boolean }

/** In larger communities, one day has enough swipes. In smaller ones, older swipes count, too. */
const WINDOWS = [1, 7, 30, 365]

export async function latestChoices(db: Db, now: Date, most: number): Promise<ChoiceRow[]> {
  for (const [nth, days] of WINDOWS.entries()) {
    const { rows } = await sql<ChoiceRow>`
      select chooser_id, chosen_id, action <> 'pass' as likes from choices
      where at >= ${daysBefore(now, days)} order by at desc limit ${most}`.execute(db)
    if (rows.length === most || nth === WINDOWS.length - 1) return rows.toReversed()
  }
  return []
}

type MemberRow = RankingStatsRow & { account_id: string; age_from: number | null }

export async function listRankingStats(db: Db, now: Date, ids: readonly string[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select account_id, shown_to, gave_likes, gave, got_likes, got, shown,
      case when born is not null then ${ageFromSql(sql`born`, now)} end as age_from
    from ranking_stats where account_id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Shares of fewer swipes are left out. */
const FEWEST_CHOICES = 5

type MomentsRow = GroupMoments & { gender_group: string }

export async function momentsOf(db: Db): Promise<MomentsRow[]> {
  const moments = (likes: string, of: string) => {
    const share = sql`${sql.ref(likes)}::float8 / ${sql.ref(of)}`
    const counted = sql`filter (where ${sql.ref(of)} >= ${FEWEST_CHOICES})`
    return sql`jsonb_build_object('members', count(*) ${counted}, 'mean', coalesce(avg(${share}) ${counted}, 0),
      'variance', coalesce(var_pop(${share}) ${counted}, 0),
      'meanOfInverse', coalesce(avg(1.0 / ${sql.ref(of)}) ${counted}, 0))`
  }
  const { rows } = await sql<MomentsRow>`
    select gender_group, ${moments('gave_likes', 'gave')} as gives, ${moments('got_likes', 'got')} as gets
    from (select g.gender_group, gave_likes, nullif(gave, 0) as gave, got_likes, nullif(got, 0) as got
      from ranking_stats s join ${genderGroupsOf}) s
    group by gender_group`.execute(db)
  return rows
}

type NewFit = {
  fitted_at: Date
  choices: number
  calibration: number
  loss: number
  loss_in_use: number
  adopted: boolean
  groups: FittedGroups
}

export async function saveFit(tx: Tx, { groups, ...fit }: NewFit): Promise<number> {
  const { version } = await tx
    .insertInto('order_fits')
    .values((row) => ({
      ...fit,
      groups: JSON.stringify(groups),
      version: row.selectFrom('order_fits').select(sql<number>`max(version) + 1`.as('next')),
    }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

type InUse = { version: number; pinned: boolean }

/** The lock lasts until the transaction ends, so the second of two concurrent changes sees the first. */
export async function lockActiveVersion(tx: Tx): Promise<InUse> {
  const { rows } = await sql<InUse>`
    select version, pinned from order_groups order by gender_group for update`.execute(tx)
  return first(rows)
}

/** Puts a version into use, for decks and for the database's own functions. Returns the number of groups. */
export async function putIntoUse(tx: Tx, version: number, pinned: boolean): Promise<number> {
  const { numAffectedRows } = await sql`
    update order_groups o set version = f.version, pinned = ${pinned},
      gives_likes = (g.value #>> '{gives,likes}')::real, gives_of = (g.value #>> '{gives,of}')::real,
      gets_likes = (g.value #>> '{gets,likes}')::real, gets_of = (g.value #>> '{gets,of}')::real,
      usual = (g.value ->> 'usual')::real, weights = g.value -> 'weights'
    from order_fits f, jsonb_each(f.groups) g
    where f.version = ${version} and g.key = o.gender_group`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export const versionInUse = (db: Db): Promise<InUse> =>
  db.selectFrom('order_groups').select(['version', 'pinned']).limit(1).executeTakeFirstOrThrow()

export type FitRow = {
  version: number
  fitted_at: Date
  choices: number
  calibration: number | null
  loss: number | null
  loss_in_use: number | null
  adopted: boolean
  groups: FittedGroups
}

export async function latestFits(db: Db, most: number): Promise<FitRow[]> {
  const { rows } = await sql<FitRow>`
    select * from order_fits
    where version in (select version from order_fits order by version desc limit ${most})
      or version in (select version from order_groups)
    order by version desc`.execute(db)
  return rows
}

export async function bestFit(tx: Tx): Promise<number> {
  const { version } = await tx
    .selectFrom('order_fits')
    .select('version')
    .where('adopted', '=', true)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return version
}

export type OutcomesRow = {
  is_on: boolean
  compared_from: Date | null
  weights: OutcomeWeights | null
  matches: number
  fitted_at: Date | null
  counted_until: Date
  comparison: Comparison | null
}

/** A migration created the only row. */
export const readOutcomes = async (db: Db | Tx): Promise<OutcomesRow> =>
  first((await sql<OutcomesRow>`select * from order_outcomes`.execute(db)).rows)

export const lockOutcomes = async (tx: Tx): Promise<OutcomesRow> =>
  first((await sql<OutcomesRow>`select * from order_outcomes for update`.execute(tx)).rows)

type MatchRow = Outcome & { a_id: string; b_id: string }

/** Matches in which both people wrote. A first exchange is enough, so only the beginning is read. */
const repliedOf = (matches: RawBuilder<unknown>) => sql`
  select c.match_id from ${matches} m join chat_messages c on c.match_id = m.match_id
  where c.seq <= 50 group by 1 having count(distinct c.sender_id) > 1`

export const outcomesBetween = async (db: Db, since: Date, until: Date, most: number): Promise<MatchRow[]> =>
  (
    await sql<MatchRow>`
      with made as materialized (
        select match_id, a_id, b_id, met, again from chat_outcomes
        where created_at >= ${since} and created_at < ${until} order by created_at desc limit ${most}),
      replied as materialized (${repliedOf(sql`made`)})
      select a_id, b_id, met, again, match_id in (select match_id from replied) as replied from made`.execute(db)
  ).rows

type Fitted = { weights: OutcomeWeights; matches: number; since: Date; until: Date; now: Date }

/** Does nothing if another fit has used those matches, or outcomes were turned off. */
export const saveOutcomes = (tx: Tx, { weights, matches, since, until, now }: Fitted) =>
  sql`
    update order_outcomes set weights = ${JSON.stringify(weights)}::jsonb, matches = matches + ${matches},
      fitted_at = ${now}, counted_until = ${until}, compared_from = coalesce(compared_from, ${now})
    where is_on and counted_until = ${since}`.execute(tx)

export const switchOutcomes = (tx: Tx, on: boolean, now: Date) =>
  sql`
    update order_outcomes set is_on = ${on}, comparison = null,
      compared_from = case when ${on} and weights is not null then ${now}::timestamptz end`.execute(tx)

/** The period in days whose cards are compared, if a week has passed since for matches to form. */
const JUDGED_WITHIN = 28
const MOST_CARDS = 200_000

export const cardsByViewer = async (db: Db, since: Date, now: Date): Promise<ViewerCards[]> =>
  (
    await sql<ViewerCards>`
      with judged as materialized (
        select chooser_id, chosen_id, action, at from choices
        where at >= greatest(${since}, ${now}::timestamptz - make_interval(days => ${JUDGED_WITHIN}::int))
          and at < ${now}::timestamptz - interval '7 days'
        limit ${MOST_CARDS}),
      cards as materialized (
        select c.chooser_id, m.match_id from judged c
        left join chat_outcomes m on c.action <> 'pass' and m.a_id = least(c.chooser_id, c.chosen_id)
          and m.b_id = greatest(c.chooser_id, c.chosen_id) and m.created_at < c.at + interval '7 days'),
      replied as materialized (${repliedOf(sql`cards`)})
      select chooser_id as viewer, count(*)::int as cards, count(match_id)::int as matches,
        (count(*) filter (where match_id in (select match_id from replied)))::int as replies
      from cards group by chooser_id`.execute(db)
  ).rows

/** Does nothing if outcomes have since been turned off or restarted. */
export const saveComparison = (tx: Tx, comparison: Comparison | null, since: Date) =>
  sql`
    update order_outcomes set comparison = ${comparison && JSON.stringify(comparison)}::jsonb
    where is_on and compared_from = ${since}`.execute(tx)
