import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import type { Identities } from '../../../infra/db/schema.ts'

export const accountOf = (db: Db, provider: string, subject: string) =>
  db
    .selectFrom('identities')
    .innerJoin('accounts', 'accounts.id', 'identities.account_id')
    .selectAll('accounts')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('accounts.state', '!=', 'erased')
    .executeTakeFirst()

export const lockByEmail = (tx: Tx, email: string) =>
  tx.selectFrom('accounts').selectAll().where('email_key', '=', emailKey(email)).forUpdate().executeTakeFirst()

export const accountById = (tx: Tx, id: string) =>
  tx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const insertIdentity = (tx: Tx, values: Insertable<Identities>) =>
  tx.insertInto('identities').values(values).execute()

export const lockIdentities = (tx: Tx, accountId: string) =>
  tx.selectFrom('identities').selectAll().where('account_id', '=', accountId).forUpdate().execute()

/** Whoever removes a way to sign in, of any kind, waits here for the others who do. */
export const lockAccount = (tx: Tx, id: string) =>
  tx.selectFrom('accounts').select('password_hash').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
