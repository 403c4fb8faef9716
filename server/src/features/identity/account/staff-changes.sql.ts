import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'

// What staff change in an account. `moderation` decides who may make a change and what follows from it.

/** Deactivates an account and saves its current state. False if the account is in none of the given states. */
export async function deactivateAccount(tx: Tx, id: string, from: readonly string[]): Promise<boolean> {
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

/** Reactivates an account in the state that it had before, so that a paused account stays paused. */
export async function reactivateAccount(tx: Tx, id: string, from: readonly string[]): Promise<boolean> {
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

/** Locks an account and returns what a decision about it starts from. Undefined if the account was erased. */
export const lockAccountForStaff = (tx: Tx, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'version', 'email', 'is_admin'])
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .forUpdate()
    .executeTakeFirst()

/** Whether no other account can act as an administrator. */
export async function isLastAdministrator(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where is_acting_administrator(is_admin, state, email_verified_at) limit 2`.execute(tx)
  return rows.every((row) => row.id === id)
}

/** Changes an account on behalf of staff. */
export const editAccount = (tx: Tx, id: string, values: Updateable<Accounts>) =>
  tx
    .updateTable('accounts')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const markPhotoChecked = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('accounts').set({ photo_checked_at: at }).where('id', '=', id).execute()
