import type { Db, Tx } from '../../../infra/db/db.ts'
import { hashOf } from '../../../infra/keys.ts'

export const saveVerificationSent = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('accounts').set({ email_verification_sent_at: now }).where('id', '=', id).execute()

export const markVerified = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable('accounts')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()

export const findOwnerOfReset = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('secrets')
    .innerJoin('accounts', 'accounts.id', 'secrets.account_id')
    .select(['accounts.id', 'accounts.first_name', 'accounts.last_name', 'accounts.email'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', 'reset-password')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
