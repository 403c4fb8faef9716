import { sql, type Updateable } from 'kysely'
import type { Account } from '../../http/session.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Accounts } from '../../infra/db/schema.ts'

export const change = (tx: Tx, id: string, values: Updateable<Accounts>): Promise<Account> =>
  tx.updateTable('accounts').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

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

export const addAddressBlock = (tx: Tx, account_id: string, email_hash: Buffer, hint: string, at: Date) =>
  tx
    .insertInto('address_blocks')
    .values({ account_id, email_hash, hint, at })
    .onConflict((row) => row.doNothing())
    .execute()

export const removeAddressBlock = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('address_blocks').where('account_id', '=', accountId).where('id', '=', id).execute()

export const accountByKey = (tx: Tx, key: string) =>
  tx.selectFrom('accounts').select('id').where('email_key', '=', key).executeTakeFirst()

/** Whoever blocked an address meets its owner from nowhere, from the moment that the owner is here. */
export const blockNewcomer = (tx: Tx, accountId: string, hashes: readonly Buffer[], at: Date) =>
  sql`insert into blocks (blocker_id, blocked_id, at)
    select account_id, ${accountId}, ${at} from address_blocks where email_hash = any(${hashes}) and account_id <> ${accountId}
    on conflict do nothing`.execute(tx)
