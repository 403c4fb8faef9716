import { sql } from 'kysely'
import { nameSeen } from '../people/names.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'

export const addressBlocksOf = (db: Db, accountId: string) =>
  db
    .selectFrom('address_blocks')
    .select(['id', 'hint', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .execute()

export const countAddressBlocks = async (tx: Tx, accountId: string): Promise<number> =>
  (
    await tx
      .selectFrom('address_blocks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).count

export const insertAddressBlock = (tx: Tx, account_id: string, email_hash: Buffer, hint: string, at: Date) =>
  tx
    .insertInto('address_blocks')
    .values({ account_id, email_hash, hint, at })
    .onConflict((row) => row.doNothing())
    .returning('id')
    .executeTakeFirst()

export const deleteAddressBlock = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('address_blocks').where('account_id', '=', accountId).where('id', '=', id).execute()

export const hideFromOwner = (tx: Tx, addressBlockId: string, accountId: string, emailKey: string, at: Date) =>
  sql`insert into hidden_from (address_block_id, hider_id, viewer_id, at)
    select ${addressBlockId}, ${accountId}, id, ${at} from accounts where email_key = ${emailKey}
    on conflict do nothing`.execute(tx)

/**
 * Hides everyone who blocked an address from the account that has it now. The lock makes concurrent deletions of such a
 * block wait.
 */
export const hideBlockersFrom = (tx: Tx, accountId: string, hashes: readonly Buffer[], at: Date) =>
  sql`insert into hidden_from (address_block_id, hider_id, viewer_id, at)
    select id, account_id, ${accountId}, ${at} from address_blocks
    where email_hash = any(${hashes}) and account_id <> ${accountId} for key share
    on conflict do nothing`.execute(tx)

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

export const deleteBlock = (db: Db, blocker: string, blocked: string) =>
  db.deleteFrom('blocks').where('blocker_id', '=', blocker).where('blocked_id', '=', blocked).execute()
