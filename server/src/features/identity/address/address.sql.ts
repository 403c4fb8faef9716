import type { Updateable } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'

type AddressValues = Pick<Updateable<Accounts>, 'email' | 'email_key' | 'email_verified_at'>

export const saveAddress = (tx: Tx, accountId: string, values: AddressValues) =>
  tx.updateTable('accounts').set(values).where('id', '=', accountId).execute()

/** Deletes the password, and the credentials that were added since the address was changed. */
export async function deleteNewerCredentials(tx: Tx, accountId: string, since: Date): Promise<void> {
  await tx.updateTable('accounts').set({ password_hash: null }).where('id', '=', accountId).execute()
  await tx.deleteFrom('identities').where('account_id', '=', accountId).where('created_at', '>=', since).execute()
  await tx.deleteFrom('passkeys').where('account_id', '=', accountId).where('created_at', '>=', since).execute()
  await tx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('confirmed_at', '>=', since), eb('confirmed_at', 'is', null)]))
    .execute()
  await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('second_factors').where('account_id', '=', accountId))))
    .execute()
}
