import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { ageFromSql, FEWEST_SHOWN, genderGroupsOf } from './age-groups.ts'

const ACTIVE_LATELY = 14
const MOST_CHOICES = 50_000
const MOST_NEWCOMERS = 20_000

type ExposureRow = { account_id: string; shown_to: number; age_from: number; shown: number }

/** A batch of the recently active members: at most `most` standings after an id are read. */
export async function exposuresAfter(db: Db, last: string, most: number) {
  const { rows } = await sql<ExposureRow & { is_active: boolean }>`
    select s.account_id, s.shown_to, ${ageFromSql(sql`s.born`)} as age_from, s.shown,
      s.shown_to is not null
        and coalesce(seen.seen_at >= now() - make_interval(days => ${ACTIVE_LATELY}::int), false) as is_active
    from (select * from standings where account_id > ${last} order by account_id limit ${most}) s
    -- One by one. The planner would rather read all sightings for each part.
    left join lateral (select seen_at from sightings where account_id = s.account_id offset 0) seen on true
    order by s.account_id`.execute(db)
  return rows
}

type FigureRow = { gender_group: string; age_from: number; figure: number }
type Figure = (db: Db) => Promise<FigureRow[]>

/** In days of swipes. In larger communities one day has enough of them. */
const SPANS = [1, 7, 23]

/** The swipes of the shortest period with enough of them that ended this many days ago. */
async function onChoices(db: Db, ended: number, read: (choices: RawBuilder<unknown>) => RawBuilder<FigureRow>) {
  const days = (count: number) => sql`now() - make_interval(days => ${count}::int)`
  const within = (span: number) => sql`at < ${days(ended)} and at >= ${days(ended + span)}`
  for (const [nth, span] of SPANS.entries()) {
    const choices = sql`select * from choices where ${within(span)} limit ${MOST_CHOICES}`
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from (${choices}) c`.execute(
      db,
    )
    if (counted[0]?.count === MOST_CHOICES || nth === SPANS.length - 1) return (await read(choices).execute(db)).rows
  }
  return []
}

/** The share of likes that were never seen, of those received at least a week ago by people who have come again. */
export const lostLikes: Figure = (db) =>
  onChoices(
    db,
    7,
    (choices) => sql`
      with c as materialized (${choices}),
      answered as materialized (
        select c.chooser_id, c.chosen_id from c join choices b
          on b.chooser_id = c.chosen_id and b.chosen_id = c.chooser_id)
      select g.gender_group, ${ageFromSql(sql`s.born`)} as age_from, avg((a.chooser_id is null)::int)::float8 as figure
      from c join standings s on s.account_id = c.chosen_id join ${genderGroupsOf}
      left join answered a on a.chooser_id = c.chooser_id and a.chosen_id = c.chosen_id
      join sightings seen on seen.account_id = c.chosen_id and seen.seen_at > c.at
      join listings liker on liker.account_id = c.chooser_id
      where c.action <> 'pass'
      group by 1, 2 having count(distinct c.chosen_id) >= ${FEWEST_SHOWN}`,
  )

export const goneCards: Figure = (db) =>
  onChoices(
    db,
    0,
    (choices) => sql`
      with c as materialized (${choices})
      select g.gender_group, ${ageFromSql(sql`s.born`)} as age_from,
        avg((coalesce(seen.seen_at, '-infinity') < c.at - interval '30 days')::int)::float8 as figure
      from c join standings s on s.account_id = c.chooser_id join ${genderGroupsOf}
      left join sightings seen on seen.account_id = c.chosen_id
      group by 1, 2 having count(distinct c.chooser_id) >= ${FEWEST_SHOWN}`,
  )

/**
 * The median days until the first match, for people who joined two weeks to two months ago. People who still wait count
 * with the days until now.
 */
export const waitDays: Figure = async (db) =>
  (
    await sql<FigureRow>`
      select gender_group, age_from, percentile_cont(0.5) within group (order by waited)::float8 as figure
      from (
        select g.gender_group, ${ageFromSql(sql`s.born`)} as age_from,
          extract(epoch from coalesce((select min(m.created_at) from matches m
            where m.a_id = l.account_id or m.b_id = l.account_id), now()) - l.created_at) / 86400 as waited
        from (select account_id, created_at from listings
          where created_at between now() - interval '60 days' and now() - interval '14 days'
          order by created_at desc limit ${MOST_NEWCOMERS}) l
        join standings s on s.account_id = l.account_id join ${genderGroupsOf}) newcomers
      group by 1, 2 having count(*) >= ${FEWEST_SHOWN}`.execute(db)
  ).rows
