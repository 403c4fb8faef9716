import { sql } from 'kysely'
import { randomInt, type KeyObject } from 'node:crypto'
import { later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { JsonObject } from '../../../infra/db/schema.ts'
import { hashOf, randomToken, seal } from '../../../infra/keys.ts'
import type { Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

// What somebody proves by knowing it: a mailed link, a mailed code, a challenge. Kept as hashes, good once.

export type SecretPurpose =
  | 'verify-email'
  | 'reset-password'
  | 'change-email'
  | 'undo-email'
  | 'second-factor'
  | 'passkey-add'
  | 'passkey-sign-in'
  | 'passkey-step-up'
  | 'passkey-second-factor'
  | 'redirect'
  | 'export-users'
  | 'export-own'

type Wish = {
  purpose: SecretPurpose
  accountId: string | null
  lasts: number
  /** For how long the six digits are good, where there are any. */
  codeLasts?: number
  payload?: JsonObject
  /** The ones before it stay good: a stranger who asks for a new one must not spoil the one that its owner is opening. */
  keepEarlier?: true
}
export type Issued = { token: string; code: string }
export type Redeemed = { account_id: string | null; payload: JsonObject; created_at: Date }

const codeHash = (key: KeyObject, purpose: SecretPurpose, accountId: string | null, code: string) =>
  seal(key, purpose, accountId ?? '', code)

/** Makes a secret; the ones before it, of the same purpose and person, are good no more. */
export async function issueSecret({ tx, now, keys }: Work<'keys'>, wish: Wish): Promise<Issued> {
  const issued = { token: randomToken(), code: String(randomInt(1_000_000)).padStart(6, '0') }
  if (wish.accountId && !wish.keepEarlier) await revokeSecrets(tx, wish.accountId, [wish.purpose], now)
  const withCode = wish.codeLasts !== undefined
  await tx
    .insertInto('secrets')
    .values({
      purpose: wish.purpose,
      account_id: wish.accountId,
      token_hash: hashOf(issued.token),
      code_hash: withCode ? codeHash(keys.of('mailed-code')[0]!, wish.purpose, wish.accountId, issued.code) : null,
      code_expires_at: withCode ? later(now, wish.codeLasts!) : null,
      payload: JSON.stringify(wish.payload ?? {}),
      created_at: now,
      expires_at: later(now, wish.lasts),
    })
    .execute()
  return issued
}

/** What a token still opens, as one statement to be finished with what becomes of it. */
const livingToken = (db: Db | Tx, purpose: SecretPurpose, token: string, now: Date) =>
  db
    .updateTable('secrets')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id', 'payload', 'created_at'])

/** Uses a link up: one statement, so that of a hundred who try at once one succeeds. */
export async function redeemToken(
  db: Db | Tx,
  purpose: SecretPurpose,
  token: string,
  now: Date,
): Promise<Redeemed | undefined> {
  const row = await livingToken(db, purpose, token, now).set({ used_at: now }).executeTakeFirst()
  return row as Redeemed | undefined
}

/** Counts a try against a secret that is named by its token, without using it up; nothing where none are left. */
export async function tryToken(
  db: Db | Tx,
  purpose: SecretPurpose,
  token: string,
  now: Date,
): Promise<Redeemed | undefined> {
  const row = await livingToken(db, purpose, token, now)
    .where('tries_left', '>', 0)
    .set({ tries_left: sql`tries_left - 1` })
    .executeTakeFirst()
  return row as Redeemed | undefined
}

/** Uses a code up, by whose it is. Five tries, right or wrong. */
export async function redeemCode(
  { tx, now, keys }: Work<'keys'>,
  purpose: SecretPurpose,
  accountId: string,
  code: string,
): Promise<boolean> {
  const hashes = keys.of('mailed-code').map((key) => codeHash(key, purpose, accountId, code))
  const row = await tx
    .updateTable('secrets')
    .set({
      tries_left: sql`tries_left - 1`,
      used_at: sql`case when code_hash = any(${hashes}::bytea[]) then ${now}::timestamptz end`,
    })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('code_expires_at', '>', now)
    .where('tries_left', '>', 0)
    .returning('used_at')
    .executeTakeFirst()
  return row?.used_at != null
}

/** Whose a token is, looked at without using it up or counting a try. */
export async function ownerOf(db: Db, purpose: SecretPurpose, token: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('secrets')
    .select('account_id')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries_left', '>', 0)
    .executeTakeFirst()
  return row?.account_id ?? undefined
}

/** After a change of credentials whatever was under way is over; only the way back from a change of address stays. */
export const revokeAllSecrets = (tx: Tx, accountId: string, now: Date): Promise<void> =>
  revokeSecrets(tx, accountId, UNDER_WAY, now)

const UNDER_WAY: SecretPurpose[] = [
  'verify-email',
  'reset-password',
  'change-email',
  'second-factor',
  'passkey-add',
  'passkey-step-up',
  'passkey-second-factor',
  'export-own',
  'export-users',
]

export async function revokeSecrets(
  tx: Db | Tx,
  accountId: string,
  purposes: SecretPurpose[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('secrets')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Whether there is a secret of this kind that can still be used. */
export const hasOpenSecret = async (db: Db, accountId: string, purpose: SecretPurpose, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('secrets')
    .select('id')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined
