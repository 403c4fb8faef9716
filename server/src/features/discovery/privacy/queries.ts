import { sql } from 'kysely'
import { nameSeen } from '../people/names.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'

/** `name` is the last name that the blocking member saw, or null if they never saw one. */
export const blocksOf = (db: Db, accountId: string) =>
  db
    .selectFrom('blocks as mine')
    .select([
      'blocked_id as id',
      nameSeen(sql`mine.blocker_id`, sql`mine.blocked_id`, sql`coalesce(mine.named_at, mine.at)`).as('name'),
      'at',
    ])
    .where('blocker_id', '=', accountId)
    .orderBy('at', 'desc')
    .execute()

type NewBlock = { blocker_id: string; blocked_id: string; at: Date; named_at: Date }

export const insertBlock = (tx: Tx, block: NewBlock) =>
  tx
    .insertInto('blocks')
    .values(block)
    .onConflict((row) => row.doNothing())
    .execute()

export const deleteBlock = (tx: Tx, blocker: string, blocked: string) =>
  tx
    .deleteFrom('blocks')
    .where('blocker_id', '=', blocker)
    .where('blocked_id', '=', blocked)
    .returning('at')
    .executeTakeFirst()

/** Returns false if there is no match to end. */
export async function endMatchBetween(tx: Tx, ender: string, other: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select matching_end_between(${ender}, ${other}, ${at}) as ended`.execute(tx)
  return rows[0]?.ended ?? false
}

type OpenMatch = { id: string; a_id: string; b_id: string }

/** Only the matches with `otherId`, if it is given. */
export const hiddenMatches = async (tx: Tx, id: string, otherId: string | undefined): Promise<OpenMatch[]> =>
  (
    await sql<OpenMatch>`
      select id, a_id, b_id from matching_matches where (a_id = ${id} or b_id = ${id}) and ended_at is null
        ${otherId ? sql`and (a_id = ${otherId} or b_id = ${otherId})` : sql``}`.execute(tx)
  ).rows

/** A call must not go on when the two see each other again (chat/calls/calls.sql). */
export const endCalls = (tx: Tx, matches: readonly Pick<OpenMatch, 'id'>[], now: Date) =>
  sql`select chat_end_calls(${matches.map(({ id }) => id)}::uuid[], ${now})`.execute(tx)
