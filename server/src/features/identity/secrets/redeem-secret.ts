import type { Db, Tx } from '../../../infra/db/db.ts'
import type { JsonObject, JsonValue } from '../../../infra/db/schema.ts'
import { hashOf } from '../../../infra/keys.ts'
import type { Work } from '../../../work.ts'
import { hashOfCode } from './issue-secret.ts'
import type { SecretPurpose } from './purposes.ts'
import { countAttempt, countCodeAttempt, markUsed, type SecretRow } from './secrets.sql.ts'

export type RedeemedSecret = { account_id: string | null; payload: JsonObject; created_at: Date }

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toRedeemed = ({ payload, ...row }: SecretRow): RedeemedSecret => ({
  ...row,
  payload: isObject(payload) ? payload : {},
})

/** A single statement, so that one of a hundred concurrent requests succeeds. */
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

/** A code allows five attempts, right or wrong. Undefined if there is none to try. */
export async function redeemCode(
  { tx, now, keys }: Work<'keys'>,
  purpose: SecretPurpose,
  accountId: string,
  code: string,
): Promise<{ isRight: boolean; triesLeft: number } | undefined> {
  const hashes = keys.of('mailed-code').map((key) => hashOfCode(key, purpose, accountId, code))
  const row = await countCodeAttempt(tx, purpose, accountId, hashes, now)
  return row && { isRight: row.used_at !== null, triesLeft: row.tries_left }
}
