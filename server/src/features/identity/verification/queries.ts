import type { Db, Tx } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'

export const idByEmail = async (db: Db, email: string): Promise<string | undefined> =>
  (await db.selectFrom('accounts').select('id').where('email_key', '=', emailKey(email)).executeTakeFirst())?.id

export const isUnproved = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export const exists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const noteAsked = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('accounts').set({ email_verification_sent_at: now }).where('id', '=', id).execute()

export const markVerified = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable('accounts')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()

export const setPassword = (tx: Tx, id: string, password_hash: string) =>
  tx.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()

/** Whose password a link would change, looked at without using it up. */
export const ownerOfReset = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('secrets')
    .innerJoin('accounts', 'accounts.id', 'secrets.account_id')
    .select(['accounts.first_name', 'accounts.last_name', 'accounts.email'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', 'reset-password')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const accountById = (db: Db, id: string) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
