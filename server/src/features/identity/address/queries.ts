import type { Tx } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'

export const ownerOf = async (tx: Tx, email: string): Promise<string | undefined> =>
  (await tx.selectFrom('accounts').select('id').where('email_key', '=', emailKey(email)).executeTakeFirst())?.id

export const lockAccount = (tx: Tx, id: string) =>
  tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** What somebody may have set up for themselves since the address was changed. */
export async function dropNewerWaysIn(tx: Tx, accountId: string, since: Date): Promise<void> {
  await tx.updateTable('accounts').set({ password_hash: null }).where('id', '=', accountId).execute()
  await tx.deleteFrom('identities').where('account_id', '=', accountId).where('created_at', '>=', since).execute()
  await tx.deleteFrom('passkeys').where('account_id', '=', accountId).where('created_at', '>=', since).execute()
  await tx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('confirmed_at', '>=', since), eb('confirmed_at', 'is', null)]))
    .execute()
}
