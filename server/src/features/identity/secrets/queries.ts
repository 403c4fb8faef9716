import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { JsonValue, Secrets } from '../../../infra/db/schema.ts'

export type SecretPurpose =
  | 'verify-email'
  | 'reset-password'
  | 'change-email'
  /** “This wasn’t me”, for any change. Named after the first change that could be undone this way. */
  | 'undo-email'
  | 'sign-out-everywhere'
  | 'recovery'
  | 'second-factor'
  | 'passkey-add'
  | 'passkey-sign-in'
  | 'passkey-step-up'
  | 'passkey-second-factor'
  | 'redirect'
  | 'age-redirect'
  | 'age-wallet'
  | 'export-users'
  | 'export-audit'
  | 'export-transparency'
  | 'export-own'

export type SecretRow = { account_id: string | null; payload: JsonValue; created_at: Date }

export const insertSecret = (tx: Tx, values: Insertable<Secrets>) => tx.insertInto('secrets').values(values).execute()

const updateByToken = (db: Db | Tx, purpose: SecretPurpose, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('secrets')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id', 'payload', 'created_at'])

export const markUsed = (db: Db | Tx, purpose: SecretPurpose, tokenHash: Buffer, now: Date) =>
  updateByToken(db, purpose, tokenHash, now).set({ used_at: now }).executeTakeFirst()

export const countAttempt = (db: Db | Tx, purpose: SecretPurpose, tokenHash: Buffer, now: Date) =>
  updateByToken(db, purpose, tokenHash, now)
    .where('tries_left', '>', 0)
    .set({ tries_left: sql`tries_left - 1` })
    .executeTakeFirst()

/**
 * A try counts for every code that is still valid, and sets `used_at` where one of the hashes matches. Returns nothing
 * if there is no code to try.
 */
export const countCodeAttempt = (tx: Tx, purpose: SecretPurpose, accountId: string, hashes: Buffer[], now: Date) =>
  tx
    .updateTable('secrets')
    .set({
      tries_left: sql`tries_left - 1`,
      used_at: sql`case when code_hash = any(${hashes}::bytea[]) then ${now}::timestamptz end`,
    })
    .where('owner_id', '=', accountId)
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('code_expires_at', '>', now)
    .where('tries_left', '>', 0)
    .returning(['used_at', 'tries_left'])
    .execute()

/** Doesn't use up the token or count an attempt. */
export async function findOwnerOfToken(
  db: Db,
  purpose: SecretPurpose,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('secrets')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries_left', '>', 0)
    .executeTakeFirst()
  return row?.account_id ?? undefined
}

export const hasOpenSecret = async (db: Db, accountId: string, purpose: SecretPurpose, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('secrets')
    .select('id')
    .where('owner_id', '=', accountId)
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The newest one, whether or not it was used. */
export const findLastSecret = (db: Db, accountId: string, purpose: SecretPurpose) =>
  db
    .selectFrom('secrets')
    .select(['used_at', 'expires_at'])
    .where('owner_id', '=', accountId)
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function revokeLaterLinks(tx: Tx, accountId: string, since: Date, now: Date): Promise<void> {
  await tx
    .updateTable('secrets')
    .set({ used_at: now })
    .where('owner_id', '=', accountId)
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'undo-email')
    .where('used_at', 'is', null)
    .where('created_at', '>=', since)
    .execute()
}
