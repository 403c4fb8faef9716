import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'
import { deleteBanned } from './banned-addresses.sql.ts'

// Changes that staff make to an account. `moderation` decides who may make them and what follows.

export type Restriction = { state: 'banned' | 'deactivated' | 'suspended' | null; limitedUntil: Date | null }

/**
 * Applies the state that the active decisions require. Without any, the account returns to its earlier state, so that a
 * paused account stays paused. A restricted account is paused for that time. An account that is being deleted stays so;
 * the decision takes effect if its owner cancels the deletion. Without a ban, its address can be used again.
 */
export async function restrictAccount(tx: Tx, id: string, { state, limitedUntil }: Restriction): Promise<void> {
  if (state !== 'banned') await deleteBanned(tx, id)
  const target = state ?? (limitedUntil ? 'paused' : null)
  await sql`
    with given as (
      select id, state = 'deleting' as leaves, state_before_decision as kept,
        case state when 'deleting' then coalesce(state_before_deletion, 'active') else state end as base
      from accounts where id = ${id} and state <> 'erased' for update),
    next as (
      select id, leaves,
        coalesce(${target}::text, kept, case when base in ('active', 'paused') then base else 'active' end) as state,
        case when ${target}::text is not null
          then coalesce(kept, case when base in ('active', 'paused') then base end) end as kept
      from given)
    update accounts a
    set state = case when n.leaves then a.state else n.state end,
      state_before_deletion = case when n.leaves then n.state else a.state_before_deletion end,
      state_before_decision = n.kept, limited_until = ${limitedUntil}, version = a.version + 1
    from next n where a.id = n.id`.execute(tx)
}

export const lockAccountForStaff = (tx: Tx, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'version', 'email', 'is_admin', 'staff_role', 'state', 'premium_until'])
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .forUpdate()
    .executeTakeFirst()

export async function isLastAdministrator(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where can_administer limit 2`.execute(tx)
  return rows.every((row) => row.id === id)
}

export const editAccount = (tx: Tx, id: string, values: Updateable<Accounts>) =>
  tx
    .updateTable('accounts')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const markPhotoChecked = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('accounts').set({ photo_checked_at: at }).where('id', '=', id).execute()
