import { type KeyObject, randomInt, randomUUID } from 'node:crypto'
import {
  countAttempt,
  countCodeAttempt,
  insertSecret,
  markUsed,
  type SecretRow,
  type SecretPurpose,
} from './queries.ts'
import { later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { JsonObject, JsonValue } from '../../../infra/db/schema.ts'
import { hashOf, newestKey, randomToken, seal } from '../../../infra/keys.ts'
import type { Work } from '../../../work.ts'

// A secret works only for the purpose it was issued for.

/**
 * Changing credentials revokes everything that was started under the old ones. Links that undo changes stay valid,
 * because they belong to the owner, and a thief would end them by one more change.
 */
const REVOKED_WITH_CREDENTIALS: readonly SecretPurpose[] = [
  'verify-email',
  'reset-password',
  'change-email',
  'recovery',
  'second-factor',
  'passkey-add',
  'passkey-step-up',
  'passkey-second-factor',
  'export-own',
  'export-users',
  'export-audit',
  'export-transparency',
]

export const revokeAllSecrets = (tx: Tx, accountId: string, now: Date): Promise<void> =>
  revokeSecrets(tx, accountId, REVOKED_WITH_CREDENTIALS, now)

export async function revokeSecrets(
  tx: Db | Tx,
  accountId: string,
  purposes: readonly SecretPurpose[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('secrets')
    .set({ used_at: now })
    .where('owner_id', '=', accountId)
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

// A secret proves a person's identity, because only they can know it: an emailed link, an emailed code, a challenge.
// The database stores hashes only, and each secret works once.

type SecretInput = {
  purpose: SecretPurpose
  accountId: string | null
  validFor: number
  codeValidFor?: number
  payload?: JsonObject
  /**
   * Earlier secrets stay valid, so that a stranger's request can't invalidate the link that the owner is about to open.
   */
  allowSeveral?: boolean
}

type IssuedSecret = { token: string; code: string }

const hashOfCode = (key: KeyObject, purpose: SecretPurpose, accountId: string | null, code: string): Buffer =>
  seal(key, purpose, accountId ?? '', code)

/** By default, the account's earlier secrets for the same purpose are revoked. */
export async function issueSecret({ tx, now, keys }: Work<'keys'>, input: SecretInput): Promise<IssuedSecret> {
  const { purpose, accountId, validFor, codeValidFor, payload = {} } = input
  const issued = { token: randomToken(), code: String(randomInt(1_000_000)).padStart(6, '0') }
  if (accountId && !input.allowSeveral) await revokeSecrets(tx, accountId, [purpose], now)
  const code =
    codeValidFor === undefined
      ? { code_hash: null, code_expires_at: null }
      : {
          code_hash: hashOfCode(newestKey(keys, 'mailed-code'), purpose, accountId, issued.code),
          code_expires_at: later(now, codeValidFor),
        }
  const id = randomUUID()
  await insertSecret(tx, {
    id,
    owner_id: accountId ?? id,
    purpose,
    account_id: accountId,
    token_hash: hashOf(issued.token),
    ...code,
    payload: JSON.stringify(payload),
    created_at: now,
    expires_at: later(now, validFor),
  })
  return issued
}

type RedeemedSecret = { account_id: string | null; payload: JsonObject; created_at: Date }

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toRedeemed = ({ payload, ...row }: SecretRow): RedeemedSecret => ({
  ...row,
  payload: isObject(payload) ? payload : {},
})

/** A single statement ensures that only one of many concurrent requests succeeds. */
export async function redeemToken(
  db: Db | Tx,
  purpose: SecretPurpose,
  token: string,
  now: Date,
): Promise<RedeemedSecret | undefined> {
  const row = await markUsed(db, purpose, hashOf(token), now)
  return row && toRedeemed(row)
}

export async function attemptToken(
  db: Db | Tx,
  purpose: SecretPurpose,
  token: string,
  now: Date,
): Promise<RedeemedSecret | undefined> {
  const row = await countAttempt(db, purpose, hashOf(token), now)
  return row && toRedeemed(row)
}

/**
 * A code allows five attempts, right or wrong, and an earlier one stays valid beside a later one. Returns undefined if
 * there is no code to try.
 */
export async function redeemCode(
  { tx, now, keys }: Work<'keys'>,
  purpose: SecretPurpose,
  accountId: string,
  code: string,
): Promise<{ isRight: boolean; triesLeft: number } | undefined> {
  const hashes = keys.of('mailed-code').map((key) => hashOfCode(key, purpose, accountId, code))
  const tried = await countCodeAttempt(tx, purpose, accountId, hashes, now)
  if (tried.length === 0) return undefined
  return {
    isRight: tried.some(({ used_at }) => used_at !== null),
    triesLeft: Math.max(...tried.map(({ tries_left }) => tries_left)),
  }
}
