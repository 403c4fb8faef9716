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

export const dropMails = (tx: Tx, id: string) => tx.deleteFrom('mails').where('account_id', '=', id).execute()

/** Leaves an empty row, so that what others wrote about it still has something to point at. */
export async function erase(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      state: 'erased',
      email: null,
      email_key: null,
      email_verified_at: null,
      password_hash: null,
      first_name: 'Deleted',
      last_name: 'member',
      date_of_birth: null,
      last_active_at: null,
      is_admin: false,
      photo_checked_at: null,
    })
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom('blocks')
    .where((eb) => eb.or([eb('blocker_id', '=', id), eb('blocked_id', '=', id)]))
    .execute()
  await tx
    .deleteFrom('hidden_from')
    .where((eb) => eb.or([eb('hider_id', '=', id), eb('viewer_id', '=', id)]))
    .execute()
  await tx
    .deleteFrom('choices')
    .where((eb) => eb.or([eb('chooser_id', '=', id), eb('chosen_id', '=', id)]))
    .execute()
  for (const table of [
    'answers',
    'notifications',
    'push_subscriptions',
    'reads',
    'allowances',
    'boosts',
    'standings',
    'pictures',
    'photo_checks',
    'address_blocks',
    'saved_searches',
    'profiles',
    'identities',
    'secrets',
    'second_factors',
    'recovery_codes',
    'sign_ins',
    'sessions',
  ] as const)
    await tx.deleteFrom(table).where('account_id', '=', id).execute()
}
