import { sql } from 'kysely'
import type { Action } from '@kindred/contract'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Used } from './rules.ts'

/** Two who decide about each other at the same moment take turns: otherwise neither would see the other's yes. */
export const holdPair = (tx: Tx, one: string, other: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${one < other ? one + other : other + one}, 0))`.execute(tx)

export const choice = (tx: Tx | Db, chooser: string, chosen: string) =>
  tx
    .selectFrom('choices')
    .selectAll()
    .where('chooser_id', '=', chooser)
    .where('chosen_id', '=', chosen)
    .executeTakeFirst()

/** Holds what is used of the day: two likes at once cannot both be the last one. */
export async function holdAllowance(tx: Tx, accountId: string, zone: string, day: string): Promise<Used> {
  await tx
    .insertInto('allowances')
    .values({ account_id: accountId, zone, day })
    .onConflict((row) => row.doNothing())
    .execute()
  return tx
    .selectFrom('allowances')
    .select(['zone', 'day', 'likes', 'superlikes', 'undos'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

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

export const keepChoice = ({ chooser_id, chosen_id, ...values }: Choice, tx: Tx) =>
  tx
    .insertInto('choices')
    .values({ chooser_id, chosen_id, ...values })
    .onConflict((row) => row.columns(['chooser_id', 'chosen_id']).doUpdateSet(values))
    .execute()

export const dropChoice = (tx: Tx, chooser: string, chosen: string) =>
  tx.deleteFrom('choices').where('chooser_id', '=', chooser).where('chosen_id', '=', chosen).execute()

export const latest = (tx: Tx, chooser: string) =>
  tx
    .selectFrom('choices')
    .selectAll()
    .where('chooser_id', '=', chooser)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * How readily somebody likes, and how often somebody is liked; both move in the order by it. Always in the order of their ids,
 * so that two never wait for each other.
 */
export async function count(tx: Tx, chooser: string, chosen: string, likes: number, all: number): Promise<void> {
  const counted = (side: 'gave' | 'got', who: string) => {
    const [yes, of] = [sql.ref(`${side}_likes`), sql.ref(side)]
    const moved = sql`(moved * likelihood(${yes} + ${likes}, ${of} + ${all}) / likelihood(${yes}, ${of}))::real`
    return sql`update standings set ${yes} = ${yes} + ${likes}, ${of} = ${of} + ${all},
      worth = place_of(worth, ${moved}), moved = left_of(${moved}) where account_id = ${who}`
  }
  const [gave, got] = [counted('gave', chooser), counted('got', chosen)]
  for (const each of chooser < chosen ? [gave, got] : [got, gave]) await each.execute(tx)
}

const unmatched = sql<boolean>`not exists (select from matches m where m.a_id = least(c.chooser_id, c.chosen_id)
  and m.b_id = greatest(c.chooser_id, c.chosen_id))`

type Received = {
  id: string
  action: Action
  note: string | null
  note_on: string | null
  at: Date
  public_id: string | null
}

/** Who liked somebody and waits for an answer: people who are here, and not blocked either way. */
export const received = async (db: Db, accountId: string, most: number): Promise<Received[]> =>
  (
    await sql<Received>`
      select c.chooser_id as id, c.action, c.note, c.note_on, c.at, (p.pictures -> 0 ->> 'publicId') as public_id
      from choices c join listings l on l.account_id = c.chooser_id join profiles p on p.account_id = c.chooser_id
      where c.chosen_id = ${accountId} and c.action <> 'pass' and ${unmatched}
        and not exists (select from choices mine where mine.chooser_id = ${accountId} and mine.chosen_id = c.chooser_id)
        and not exists (select from blocks where (blocker_id, blocked_id) in ((c.chooser_id, c.chosen_id), (c.chosen_id, c.chooser_id)))
      order by c.at desc limit ${most}`.execute(db)
  ).rows

export const given = async (db: Db, accountId: string, most: number): Promise<Received[]> =>
  (
    await sql<Received>`
      select c.chosen_id as id, c.action, c.note, c.note_on, c.at, null as public_id
      from choices c join listings l on l.account_id = c.chosen_id
      where c.chooser_id = ${accountId} and c.action <> 'pass' and ${unmatched}
        and not exists (select from blocks where (blocker_id, blocked_id) in ((c.chooser_id, c.chosen_id), (c.chosen_id, c.chooser_id)))
      order by c.at desc limit ${most}`.execute(db)
  ).rows
