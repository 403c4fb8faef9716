import { sql, type Updateable } from 'kysely'
import type { Account, Profile } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Accounts, Profiles } from '../../../infra/db/schema.ts'

export const find = async (db: Db | Tx, accountId: string): Promise<Profile | null> =>
  (await db.selectFrom('profiles').selectAll().where('account_id', '=', accountId).executeTakeFirst()) ?? null

/** Also where nothing of the account changes: it is locked, so that two changes at once do not mix. */
export const changeAccount = async (tx: Tx, account: Account, values: Updateable<Accounts>): Promise<Account> =>
  (await sql<Account>`select * from identity_change(${account.id}, ${JSON.stringify(values)}::jsonb, true)`.execute(tx))
    .rows[0]!

export const save = (tx: Tx, account_id: string, values: Updateable<Profiles>, updated_at: Date): Promise<Profile> =>
  tx
    .insertInto('profiles')
    .values({ ...values, account_id, updated_at })
    .onConflict((row) => row.column('account_id').doUpdateSet({ ...values, updated_at }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Changes a profile on behalf of somebody else; no row is made for nothing. */
export async function editProfile(tx: Tx, accountId: string, values: Updateable<Profiles>, at: Date): Promise<void> {
  if (Object.keys(values).length > 0) await save(tx, accountId, values, at)
}
