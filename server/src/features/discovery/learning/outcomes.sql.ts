import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { first } from '../../../infra/first.ts'
import type { OutcomeWeights } from '../deck/outcomes.ts'
import type { Comparison, ViewerCards } from './compare-outcomes.ts'
import type { Outcome } from './outcomes.ts'

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

/** Does nothing if those matches have been fitted on since, or outcomes were turned off. */
export const saveOutcomes = (tx: Tx, { weights, matches, since, until, now }: Fitted) =>
  sql`
    update order_outcomes set weights = ${JSON.stringify(weights)}::jsonb, matches = matches + ${matches},
      fitted_at = ${now}, counted_until = ${until}, compared_from = coalesce(compared_from, ${now})
    where is_on and counted_until = ${since}`.execute(tx)

export const switchOutcomes = (tx: Tx, on: boolean, now: Date) =>
  sql`
    update order_outcomes set is_on = ${on}, comparison = null,
      compared_from = case when ${on} and weights is not null then ${now}::timestamptz end`.execute(tx)

/** In days. Cards swiped in this period are compared, if matches have had a week since. */
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

/** Does nothing if outcomes were turned off or restarted since. */
export const saveComparison = (tx: Tx, comparison: Comparison | null, since: Date) =>
  sql`
    update order_outcomes set comparison = ${comparison && JSON.stringify(comparison)}::jsonb
    where is_on and compared_from = ${since}`.execute(tx)
