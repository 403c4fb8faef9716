import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { nameSeen } from '../people/names.sql.ts'

/** `name` is the last one that the blocking member saw; null if they never saw one. */
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

export const deleteBlock = (db: Db, blocker: string, blocked: string) =>
  db.deleteFrom('blocks').where('blocker_id', '=', blocker).where('blocked_id', '=', blocked).execute()
