import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Accounts, Profiles } from '../../../infra/db/schema.ts'

/** Takes somebody out, and remembers how they stood; false where they stand in none of these states. */
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

export async function wasDecidedSince(tx: Tx, id: string, actions: readonly string[], since: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_log
    where subject_id = ${id} and action = any(${actions}) and at > ${since} limit 1`.execute(tx)
  return rows.length > 0
}

export const holdUser = (tx: Tx, id: string) =>
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

export const editAccount = (tx: Tx, id: string, values: Updateable<Accounts>) =>
  tx
    .updateTable('accounts')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export async function editProfile(
  tx: Tx,
  account_id: string,
  values: Updateable<Profiles>,
  updated_at: Date,
): Promise<void> {
  if (Object.keys(values).length === 0) return
  await tx
    .insertInto('profiles')
    .values({ ...values, account_id, updated_at })
    .onConflict((row) => row.column('account_id').doUpdateSet({ ...values, updated_at }))
    .execute()
}

/** Who of the staff did something about somebody last, since a while ago. */
export async function lastChanger(tx: Tx, id: string, since: Date): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select a.first_name || ' ' || a.last_name as name from audit_log l join accounts a on a.id = l.actor_id
    where l.subject_id = ${id} and l.actor_kind = 'administrator' and l.at > ${since} order by l.at desc, l.id desc limit 1`.execute(
    tx,
  )
  return rows[0]?.name
}
