import type { Db, Tx } from '../../infra/db/db.ts'

export async function beginDeletion(tx: Tx, id: string, due: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({ state: 'deleting', state_before_deletion: eb.ref('state'), deletion_due_at: due }))
    .where('id', '=', id)
    .where('state', 'not in', ['deleting', 'erased'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Back to what the account was: a ban is not undone by asking to be deleted. */
export async function endDeletion(tx: Tx, id: string): Promise<boolean> {
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

export const dueForErasure = (db: Db, now: Date) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('state', '=', 'deleting')
    .where('deletion_due_at', '<=', now)
    .orderBy('deletion_due_at')
    .limit(100)
    .execute()

/** Holds the account, if its time is still over. */
export const holdDue = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'deleting')
    .where('deletion_due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Who was erased before the ledger was kept, and may have left something that is erased now. */
export const erasedBeforeLedger = (db: Db) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('state', '=', 'erased')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('erasures').select('account_id').whereRef('account_id', '=', 'accounts.id'))),
    )
    .limit(100)
    .execute()

/** The address to which the receipt goes. */
export const addressOf = async (tx: Tx, id: string): Promise<string | null> =>
  (await tx.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst())?.email ?? null
