import type { Tx } from '../../../infra/db/db.ts'

/** Takes away every way in, and takes the address as proved. */
export async function disown(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('accounts').set({ password_hash: null, email_verified_at: now }).where('id', '=', id).execute()
  await tx.deleteFrom('identities').where('account_id', '=', id).execute()
  await tx.deleteFrom('passkeys').where('account_id', '=', id).execute()
  await tx.deleteFrom('second_factors').where('account_id', '=', id).execute()
  await tx.deleteFrom('recovery_codes').where('account_id', '=', id).execute()
}
