import { randomInt, randomUUID, type KeyObject } from 'node:crypto'
import { later } from '../../../infra/clock.ts'
import type { JsonObject } from '../../../infra/db/schema.ts'
import { hashOf, newestKey, randomToken, seal } from '../../../infra/keys.ts'
import type { Work } from '../../../work.ts'
import type { SecretPurpose } from './purposes.ts'
import { insertSecret } from './secrets.sql.ts'
import { revokeSecrets } from './revoke-secrets.ts'

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

export type IssuedSecret = { token: string; code: string }

export const hashOfCode = (key: KeyObject, purpose: SecretPurpose, accountId: string | null, code: string): Buffer =>
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
