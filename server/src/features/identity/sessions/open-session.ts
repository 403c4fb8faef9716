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

export async function newSession(
  { now, keys, caller }: Pick<Work<'keys'>, 'now' | 'keys'> & { caller: Caller },
  account: Account,
  { secondFactor, isByFactor }: { secondFactor: boolean; isByFactor: boolean },
) {
  const [id, nonce] = [randomUUID(), randomBytes(32)]
  const session = {
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
    factor_at: isByFactor ? now : null,
  }
  const tokens: Tokens = {
    token: await makeAccessToken(keys, account.id, id, now),
    refreshToken: refreshTokenOf(keys, session, 0),
  }
  return { session, tokens }
}

export async function openSession(
  work: Work<'keys'> & { caller: Caller },
  account: Account,
): Promise<Tokens & { sessionId: string }> {
  const { session, tokens } = await newSession(work, account, { secondFactor: false, isByFactor: false })
  await insertSession(work.tx, session)
  return { ...tokens, sessionId: session.id }
}
