import { randomBytes, randomUUID } from 'node:crypto'
import type { Caller } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import { makeAccessToken } from '../../../infra/tokens.ts'
import type { Work } from '../../../work.ts'
import { refreshTokenOf } from './refresh-token.ts'
import { lifetimeOf } from './rules.ts'
import { insertSession } from './sessions.sql.ts'

export type Tokens = { token: string; refreshToken: string }

/** Opens a session for someone who has just proved who they are. */
export async function openSession(
  { tx, now, keys, caller }: Work<'keys'> & { caller: Caller },
  account: Account,
  secondFactor = false,
): Promise<Tokens & { sessionId: string }> {
  const [id, nonce] = [randomUUID(), randomBytes(32)]
  await insertSession(tx, {
    id,
    nonce,
    account_id: account.id,
    created_at: now,
    last_used_at: now,
    rotated_at: now,
    elevated_at: now,
    ends_at: later(now, lifetimeOf(account).absolute),
    user_agent: caller.userAgent,
    address: caller.address,
    second_factor: secondFactor,
  })
  return {
    token: await makeAccessToken(keys, account.id, id, now),
    refreshToken: refreshTokenOf(keys, nonce, id, 0),
    sessionId: id,
  }
}
