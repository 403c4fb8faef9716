import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'

// What staff change of an account. Who may, and what follows from it, is the moderation's.

/** Takes an account out, and remembers how they stood; false where they stand in none of these states. */
export async function takeOut(tx: Tx, id: string, from: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({
      state: 'deactivated',
      state_before_decision: eb.ref('state'),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets somebody back in, as they were: whoever was hidden stays hidden. */
export async function letIn(tx: Tx, id: string, from: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({
      state: eb.fn.coalesce('state_before_decision', eb.val('active')),
      state_before_decision: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks an account that is not erased, with what a decision about it begins from. */
export const lockUser = (tx: Tx, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'version', 'email', 'is_admin'])
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .forUpdate()
    .executeTakeFirst()

/** Whether they are the only one who can act as an administrator. */
export const isLastAdministrator = async (tx: Tx, id: string): Promise<boolean> =>
  (
    await sql<{
      id: string
    }>`select id from accounts where is_acting_administrator(is_admin, state, email_verified_at) limit 2`.execute(tx)
  ).rows.every((row) => row.id === id)

/** Changes an account on behalf of staff. */
export const editAccount = (tx: Tx, id: string, values: Updateable<Accounts>) =>
  tx
    .updateTable('accounts')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const markPhotoChecked = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('accounts').set({ photo_checked_at: at }).where('id', '=', id).execute()
