import { sql } from 'kysely'
import type { Action } from '@kindred/contract'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { hasEnded } from '../matches/service.ts'
import { hiddenFrom, notBlocked } from '../../discovery/index.ts'
import type { Used } from './rules.ts'

/** Two who decide about each other at the same moment take turns: otherwise neither would see the other's yes. */
export const holdPair = (tx: Tx, one: string, other: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${one < other ? one + other : other + one}, 0))`.execute(tx)

/** What two have said of each other so far. */
export async function between(tx: Tx, one: string, other: string) {
  const [me, them] = [sql`${one}::uuid`, sql`${other}::uuid`]
  const { rows } = await sql<{ mine: Action | null; theirs: Action | null; ended: boolean }>`
    select (select action from choices where chooser_id = ${me} and chosen_id = ${them}) as mine,
      (select action from choices where chooser_id = ${them} and chosen_id = ${me}) as theirs, ${hasEnded(me, them)} as ended`.execute(
    tx,
  )
  return rows[0]!
}

/** Holds what is used of the day: two likes at once cannot both be the last one. */
export const holdAllowance = (tx: Tx, accountId: string, zone: string, day: string): Promise<Used> =>
  tx
    .insertInto('allowances')
    .values({ account_id: accountId, zone, day })
    .onConflict((row) => row.column('account_id').doUpdateSet({ account_id: accountId }))
    .returning(['zone', 'day', 'likes', 'superlikes', 'undos'])
    .executeTakeFirstOrThrow()

export const allowance = (db: Db, accountId: string): Promise<Used | undefined> =>
  db
    .selectFrom('allowances')
    .select(['zone', 'day', 'likes', 'superlikes', 'undos'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const keepAllowance = (tx: Tx, accountId: string, used: Used) =>
  tx.updateTable('allowances').set(used).where('account_id', '=', accountId).execute()

type Choice = {
  chooser_id: string
  chosen_id: string
  action: Action
  note: string | null
  note_on: string | null
  at: Date
}

/** Counts it in the standings of both. */
const counting = (chooser: string, chosen: string, likes: number, all: number) =>
  sql`select discovery_count_choice(${chooser}, ${chosen}, ${likes}, ${all})`

/** Writes down what somebody says of another, `likes` and `all` being by how much that changes what is counted. */
export const keepChoice = (tx: Tx, { chooser_id, chosen_id, ...said }: Choice, likes: number, all: number) =>
  sql`
    with kept as (
      insert into choices (chooser_id, chosen_id, action, note, note_on, at)
      values (${chooser_id}, ${chosen_id}, ${said.action}, ${said.note}, ${said.note_on}, ${said.at})
      on conflict (chooser_id, chosen_id) do update
      set action = excluded.action, note = excluded.note, note_on = excluded.note_on, at = excluded.at)
    ${counting(chooser_id, chosen_id, likes, all)}`.execute(tx)

export const dropChoice = (tx: Tx, chooser: string, chosen: string, likes: number) =>
  sql`
    with dropped as (delete from choices where chooser_id = ${chooser} and chosen_id = ${chosen})
    ${counting(chooser, chosen, -likes, -1)}`.execute(tx)

export const latest = (tx: Tx, chooser: string) =>
  tx
    .selectFrom('choices')
    .selectAll()
    .where('chooser_id', '=', chooser)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

const unmatched = sql<boolean>`not exists (select from matches m where m.a_id = least(c.chooser_id, c.chosen_id)
  and m.b_id = greatest(c.chooser_id, c.chosen_id))`
const unblocked = notBlocked(sql`c.chooser_id`, sql`c.chosen_id`)
/** A like `c` that waits for an answer. */
const waits = sql<boolean>`c.action <> 'pass' and ${unmatched} and ${unblocked} and not ${hiddenFrom(sql`c.chosen_id`, sql`c.chooser_id`)}
  and not exists (select from choices mine where mine.chooser_id = c.chosen_id and mine.chosen_id = c.chooser_id)`

type Received = { id: string; action: Action; note: string | null; note_on: string | null; at: Date }

/** Who liked somebody and waits for an answer: people who are here, and not blocked either way. */
export const received = async (db: Db, accountId: string, most: number): Promise<Received[]> =>
  (
    await sql<Received>`
      select c.chooser_id as id, c.action, c.note, c.note_on, c.at
      from choices c join discovery_listings l on l.account_id = c.chooser_id
      where c.chosen_id = ${accountId} and ${waits}
      order by c.at desc limit ${most}`.execute(db)
  ).rows

/** Some of the people who were liked in this time, behind the last one that was read. */
export const likedBetween = async (db: Db, from: Date, to: Date, after: string, most: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`select distinct chosen_id as id from choices
      where at >= ${from} and at < ${to} and action = 'like' and chosen_id > ${after}::uuid order by 1 limit ${most}`.execute(
      db,
    )
  ).rows.map(({ id }) => id)

/** Which of these have no premium and at least `least` likes waiting, with the counts. */
export const waitingLikes = async (db: Db, ids: readonly string[], least: number, now: Date) =>
  (
    await sql<{ id: string; likes: number }>`
      select a.id, count(*)::int as likes from unnest(${ids}::uuid[]) of(id) join identity_people a on a.id = of.id
        join choices c on c.chosen_id = a.id join discovery_listings l on l.account_id = c.chooser_id
      where a.state = 'active' and (a.premium_until is null or a.premium_until <= ${now}) and ${waits}
      group by a.id having count(*) >= ${least}`.execute(db)
  ).rows

export const given = async (db: Db, accountId: string, most: number): Promise<Received[]> =>
  (
    await sql<Received>`
      select c.chosen_id as id, c.action, c.note, c.note_on, c.at
      from choices c join discovery_listings l on l.account_id = c.chosen_id
      where c.chooser_id = ${accountId} and c.action <> 'pass' and ${unmatched} and ${unblocked}
        and not ${hiddenFrom(sql`${accountId}::uuid`, sql`c.chosen_id`)}
      order by c.at desc limit ${most}`.execute(db)
  ).rows
