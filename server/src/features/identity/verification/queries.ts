import { sql } from 'kysely'
import type { Viewer } from '../../../http/session.ts'
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

/**
 * Confirms the session that joined without a password and has just proven the account's first address. Nothing else
 * could confirm it, and the first passkey or password needs that.
 */
export const confirmFirstSession = (db: Db, { account, sessionId }: Viewer, now: Date) =>
  sql`
    update sessions s set elevated_at = ${now} from accounts a
    where s.account_id = ${account.id} and s.id = ${sessionId} and a.id = s.account_id and a.password_hash is null
      and not exists (select from identities i where i.account_id = a.id)
      and not exists (select from passkeys p where p.account_id = a.id)
      and not exists (select from second_factors f where f.account_id = a.id)
      and not exists (select from former_addresses f where f.account_id = a.id)`.execute(db)

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
