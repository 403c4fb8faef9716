import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Identities } from '../../../infra/db/schema.ts'

export const findAccountByIdentity = (db: Db, provider: string, subject: string) =>
  db
    .selectFrom('identities')
    .innerJoin('accounts', 'accounts.id', 'identities.account_id')
    .selectAll('accounts')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('accounts.state', '!=', 'erased')
    .executeTakeFirst()

export const listIdentities = (db: Db, accountId: string) =>
  db.selectFrom('identities').selectAll().where('account_id', '=', accountId).orderBy('provider').execute()

export const lockIdentities = (tx: Tx, accountId: string) =>
  tx.selectFrom('identities').selectAll().where('account_id', '=', accountId).forUpdate().execute()

export const hasIdentity = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx
    .selectFrom('identities')
    .select('provider')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const insertIdentity = (tx: Tx, values: Insertable<Identities>) =>
  tx.insertInto('identities').values(values).execute()

export const deleteIdentity = (tx: Tx, accountId: string, provider: string) =>
  tx.deleteFrom('identities').where('account_id', '=', accountId).where('provider', '=', provider).execute()
