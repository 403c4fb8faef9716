import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export async function scheduleDeletion(tx: Tx, id: string, due: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({ state: 'deleting', state_before_deletion: eb.ref('state'), deletion_due_at: due }))
    .where('id', '=', id)
    .where('state', 'not in', ['deleting', 'erased'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Restores the state before the deletion was requested, so that requesting a deletion doesn't lift a ban. */
export async function unscheduleDeletion(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({
      state: eb.fn.coalesce('state_before_deletion', eb.val('active')),
      state_before_deletion: null,
      deletion_due_at: null,
    }))
    .where('id', '=', id)
    .where('state', '=', 'deleting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Accounts under a legal hold are skipped, and don't block the erasure of others. */
export const listDueForErasure = (db: Db, now: Date) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('state', '=', 'deleting')
    .where('deletion_due_at', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('moderation_legal_holds as h')
            .select('h.account_id')
            .whereRef('h.account_id', '=', 'accounts.id'),
        ),
      ),
    )
    .orderBy('deletion_due_at')
    .limit(100)
    .execute()

export const lockDueForErasure = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'deleting')
    .where('deletion_due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export const findEmail = async (tx: Tx, id: string): Promise<string | null> =>
  (await tx.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst())?.email ?? null

/** The lock keeps the account from being erased until the transaction ends. */
export async function lockUnlessErased(tx: Tx, id: string): Promise<boolean> {
  const account = await tx.selectFrom('accounts').select('state').where('id', '=', id).forShare().executeTakeFirst()
  return account !== undefined && account.state !== 'erased'
}

/**
 * After a restore, everyone who was erased since the backup must be erased again, even if the backup has no other
 * administrator.
 */
export const withoutLastAdministratorCheck = async <T>(tx: Tx, erase: () => Promise<T>): Promise<T> => {
  await sql`alter table accounts disable trigger accounts_last_administrator`.execute(tx)
  const result = await erase()
  // Other deferred triggers would keep the table from being altered until the commit.
  await sql`set constraints accounts_listing immediate`.execute(tx)
  await sql`alter table accounts enable trigger accounts_last_administrator`.execute(tx)
  return result
}
