import type { Updateable } from 'kysely'
import type { Account, Profile } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Accounts, Profiles } from '../../../infra/db/schema.ts'

export const find = async (db: Db | Tx, accountId: string): Promise<Profile | null> =>
  (await db.selectFrom('profiles').selectAll().where('account_id', '=', accountId).executeTakeFirst()) ?? null

/** Also where nothing of the account changes: it is held, so that two changes at once do not mix. */
export const changeAccount = (tx: Tx, id: string, values: Updateable<Accounts>): Promise<Account> =>
  tx
    .updateTable('accounts')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const save = (tx: Tx, account_id: string, values: Updateable<Profiles>, updated_at: Date): Promise<Profile> =>
  tx
    .insertInto('profiles')
    .values({ ...values, account_id, updated_at })
    .onConflict((row) => row.column('account_id').doUpdateSet({ ...values, updated_at }))
    .returningAll()
    .executeTakeFirstOrThrow()
