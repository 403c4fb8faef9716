import { sql, type Updateable } from 'kysely'
import type { Account } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'

export const change = async (tx: Tx, id: string, values: Updateable<Accounts>): Promise<Account> =>
  (await sql<Account>`select * from identity_change(${id}, ${JSON.stringify(values)}::jsonb, false)`.execute(tx))
    .rows[0]!

export const blocksOf = (db: Db, accountId: string) =>
  db
    .selectFrom('blocks')
    .innerJoin('accounts', 'accounts.id', 'blocks.blocked_id')
    .select(['accounts.id', 'accounts.first_name', 'blocks.at'])
    .where('blocker_id', '=', accountId)
    .orderBy('blocks.at', 'desc')
    .execute()

export const addressBlocksOf = (db: Db, accountId: string) =>
  db
    .selectFrom('address_blocks')
    .select(['id', 'hint', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .execute()

export const exists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .executeTakeFirst()) !== undefined

export const addBlock = (tx: Tx, blocker_id: string, blocked_id: string, at: Date) =>
  tx
    .insertInto('blocks')
    .values({ blocker_id, blocked_id, at })
    .onConflict((row) => row.doNothing())
    .execute()

export const removeBlock = (db: Db, blocker: string, blocked: string) =>
  db.deleteFrom('blocks').where('blocker_id', '=', blocker).where('blocked_id', '=', blocked).execute()

export const countAddressBlocks = async (tx: Tx, accountId: string): Promise<number> =>
  (
    await tx
      .selectFrom('address_blocks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).count

/** Nothing where the address is blocked already. */
export const addAddressBlock = (tx: Tx, account_id: string, email_hash: Buffer, hint: string, at: Date) =>
  tx
    .insertInto('address_blocks')
    .values({ account_id, email_hash, hint, at })
    .onConflict((row) => row.doNothing())
    .returning('id')
    .executeTakeFirst()

export const removeAddressBlock = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('address_blocks').where('account_id', '=', accountId).where('id', '=', id).execute()

/** Hides the person who blocked an address from the account that has it, if there is one. */
export const hideFromOwner = (tx: Tx, addressBlockId: string, accountId: string, emailKey: string, at: Date) =>
  sql`insert into hidden_from (address_block_id, hider_id, viewer_id, at)
    select ${addressBlockId}, ${accountId}, id, ${at} from accounts where email_key = ${emailKey}
    on conflict do nothing`.execute(tx)

/** Hides everyone who blocked an address from the person who now has it. */
export const hideFromNewcomer = (tx: Tx, accountId: string, hashes: readonly Buffer[], at: Date) =>
  sql`insert into hidden_from (address_block_id, hider_id, viewer_id, at)
    select id, account_id, ${accountId}, ${at} from address_blocks
    where email_hash = any(${hashes}) and account_id <> ${accountId}
    on conflict do nothing`.execute(tx)

export const isHiddenFrom = async (db: Db | Tx, viewerId: string, hiderId: string): Promise<boolean> =>
  (await db
    .selectFrom('hidden_from')
    .select('viewer_id')
    .where('viewer_id', '=', viewerId)
    .where('hider_id', '=', hiderId)
    .limit(1)
    .executeTakeFirst()) !== undefined
