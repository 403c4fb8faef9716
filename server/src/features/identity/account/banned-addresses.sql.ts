import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

/** Locks nothing: an address that is banned a moment later is found at the next step. */
export const findBannedBy = async (db: Db | Tx, hashes: readonly Buffer[], now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('banned_addresses')
      .select('account_id')
      .where('email_hash', 'in', hashes)
      .where('expires_at', '>', now)
      .execute()
  ).map(({ account_id }) => account_id)

type BannedAddress = { account_id: string; email_hash: Buffer }

export const insertBanned = (db: Db | Tx, rows: readonly BannedAddress[], at: Date, expires_at: Date) =>
  db
    .insertInto('banned_addresses')
    .values(rows.map((row) => ({ ...row, at, expires_at })))
    .onConflict((row) => row.columns(['account_id', 'email_hash']).doUpdateSet({ at, expires_at }))
    .execute()

export const deleteBanned = (tx: Tx, accountId: string) =>
  tx.deleteFrom('banned_addresses').where('account_id', '=', accountId).execute()

export const deleteExpired = (db: Db, now: Date) =>
  db.deleteFrom('banned_addresses').where('expires_at', '<=', now).execute()

/** Verified addresses of banned accounts without a record, such as those banned before records existed. */
export const findForgotten = async (db: Db, most: number): Promise<{ id: string; email: string }[]> =>
  (
    await sql<{ id: string; email: string }>`
      select id, email from accounts a
      where state not in ('active', 'paused') and state in ('banned', 'deleting')
        and (state = 'banned' or state_before_deletion = 'banned') and email_verified_at is not null
        and email is not null and not exists (select from banned_addresses b where b.account_id = a.id)
      limit ${most}`.execute(db)
  ).rows
