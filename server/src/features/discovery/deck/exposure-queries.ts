import { sql } from 'kysely'
import { activitySql } from './queries.ts'
import { parameters } from './rules.ts'
import type { Deps } from '../../../deps.ts'
import { factOf, lockFact, saveFact } from '../../operations/index.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { first } from '../../../infra/first.ts'
import { NIL_UUID } from '../../../infra/nil-uuid.ts'

const BATCH = 5000
/** Less exposure than this counts as none, so that members who are no longer shown don't need updates forever. */
const NEGLIGIBLE = 0.05

const left = sql`(s.shown * ${parameters.decay}::float8)`
const decayed = sql`(case when ${left} < ${NEGLIGIBLE}::float8 then 0 else ${left} end)::real`
const rankAt = (now: Date) => sql`order_rank(o.parameters, s.gave_likes, s.gave, s.got_likes, s.got, ${decayed},
  ${activitySql(sql`a.last_active_at`, sql`a.show_last_active`, now)}::real)`
/** Looks up each set of gender groups once. 0 is for members who aren’t listed. */
const orders = sql`orders as materialized (
      select bits, discovery_order_of(nullif(bits, 0)::smallint) as parameters from generate_series(0, 7) bits)`
const group = sql`o.bits = coalesce(s.shown_to, 0)`

/** The last ID that a decay has processed, so that it continues from there after a crash. Null if none is running. */
const REACHED = 'exposure.decayed'

export const isDecaying = async (db: Db): Promise<boolean> => typeof (await factOf(db, REACHED)) === 'string'

export const beginDecay = (db: Db) => saveFact(db, REACHED, NIL_UUID)

/**
 * Decays exposure and recomputes base ranks, so that the last weeks count most. Processes the next members by ID, and
 * writes only changed rows, in the order in which swipes lock them. Returns false if none are left.
 */
export const decayBatch = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, most = BATCH): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const rank = rankAt(clock.now())
    const { rows } = await sql<{ last: string | null }>`
    with ${orders},
    batch as materialized (
      select account_id from ranking_stats where account_id > ${await lockFact(tx, REACHED)}::uuid
      order by account_id limit ${most}),
    due as materialized (
      select s.account_id from batch b join ranking_stats s on s.account_id = b.account_id
        join accounts a on a.id = s.account_id join orders o on ${group}
      where (s.shown, s.base_rank, s.pending_factor) is distinct from (${decayed}, ${rank}, 1::real)
      order by s.account_id for no key update of s),
    changed as (
      update ranking_stats s set shown = ${decayed}, pending_factor = 1, base_rank = ${rank}
      from due d, accounts a, orders o where s.account_id = d.account_id and a.id = s.account_id and ${group})
    select (select account_id from batch order by account_id desc limit 1) as last`.execute(tx)
    const last = first(rows).last
    await saveFact(tx, REACHED, last)
    return last !== null
  })

/** The factor by which the swipes `c`, and the exposure that they add, change the rank of the row `s`. */
const factor = sql`(s.pending_factor * (
  select order_rank(o, s.gave_likes + c.gave_likes, s.gave + c.gave, s.got_likes + c.got_likes, s.got + c.got,
      greatest(0, s.shown + c.got)::real, 1)
    / order_rank(o, s.gave_likes, s.gave, s.got_likes, s.got, s.shown, 1)
  from discovery_order_of(s.shown_to) o))::real`
/** A rank is rewritten only when it is off by about a third, because a rewrite costs more than making a deck. */
const isDue = sql<boolean>`(f.factor < 0.75 or f.factor > 1.34)`

/** The planner still thinks that the log is empty if it was a minute ago, and would scan all of it for each swipe. */
export const withoutScans = (tx: Tx) =>
  sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true)`.execute(tx)

type Uncounted = { id: string; chooser_id: string; chosen_id: string; likes: number; choices: number }

export const uncounted = async (tx: Tx, most: number): Promise<Uncounted[]> =>
  (
    await sql<Uncounted>`
      select id, chooser_id, chosen_id, likes, choices from uncounted_choices limit ${most}`.execute(tx)
  ).rows

/**
 * Counts logged swipes, and the exposure that they add, in the rows of both members. It never waits: while another
 * transaction is writing one of the rows, the swipe is left for the next run.
 */
export const counting = (choices: readonly Uncounted[]) => sql<Pick<Uncounted, 'id' | 'chooser_id'>>`
  with due as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb)
      d(id bigint, chooser_id uuid, chosen_id uuid, likes int, choices int)),
  people as materialized (select chooser_id as account_id from due union select chosen_id from due),
  free as materialized (
    select s.account_id from people p join ranking_stats s using (account_id) for no key update of s skip locked),
  busy as materialized (
    select account_id from people p join ranking_stats s using (account_id)
    -- Looked up in a hash table: a join would compare everyone with everyone.
    where p.account_id not in (select account_id from free)),
  counted as materialized (
    select d.* from due d where not exists (select from busy b where b.account_id in (d.chooser_id, d.chosen_id))),
  sums as materialized (
    select account_id, sum(gave_likes)::int as gave_likes, sum(gave)::int as gave,
      sum(got_likes)::int as got_likes, sum(got)::int as got
    from (
      select chooser_id as account_id, likes as gave_likes, choices as gave, 0 as got_likes, 0 as got from counted
      union all select chosen_id, 0, 0, likes, choices from counted) c
    group by account_id),
  written as (
    update ranking_stats s set gave_likes = s.gave_likes + c.gave_likes, gave = s.gave + c.gave,
      got_likes = s.got_likes + c.got_likes, got = s.got + c.got, shown = greatest(0, s.shown + c.got),
      (base_rank, pending_factor) = (
        select case when ${isDue} then s.base_rank * f.factor else s.base_rank end,
          case when ${isDue} then 1 else f.factor end
        from (select ${factor} as factor offset 0) f)
    from sums c where s.account_id = c.account_id)
  select id, chooser_id from counted`

/** Counts a batch of the latest swipes, for one caller at a time. Returns true if there may be more. */
export const countSwipeBatch = (db: Db, most = 250): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('uncounted choices', 0))`.execute(tx)
    await withoutScans(tx)
    const choices = await uncounted(tx, most)
    if (choices.length === 0) return false
    const { rows: counted } = await counting(choices).execute(tx)
    const [choosers, ids] = [counted.map((each) => each.chooser_id), counted.map(({ id }) => id)]
    await sql`
      with done as materialized (select * from unnest(${choosers}::uuid[], ${ids}::bigint[]) d(chooser_id, id))
      delete from uncounted_choices u using done d where u.chooser_id = d.chooser_id and u.id = d.id`.execute(tx)
    return counted.length === most
  })
