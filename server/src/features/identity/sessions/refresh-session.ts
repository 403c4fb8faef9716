import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { makeAccessToken } from '../../../infra/tokens.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { endSessions } from './end-sessions.ts'
import type { Tokens } from './open-session.ts'
import { findSessionOfToken, refreshTokenOf } from './refresh-token.ts'
import { isUsable, REPLAY_WITHIN } from './rules.ts'
import { findSession, incrementCounter, type SessionKey, type SessionRow } from './sessions.sql.ts'

const keyOf = ({ account_id, id }: SessionRow): SessionKey => ({ accountId: account_id, sessionId: id })
const signedOut = () => new ApiError('signed_out', 'Your session has ended. Please sign in again.')

/**
 * Tabs that refresh at the same moment all get the same successor. A token that is used again later was stolen, from or
 * by the current user, so the whole session ends.
 */
export async function refreshSession(context: Deps, refreshToken: string): Promise<Tokens> {
  const { db, keys, clock } = context
  const found = await findSessionOfToken(db, keys, refreshToken)
  const now = clock.now()
  if (!found || !isUsable(found.session, now)) throw signedOut()
  const { session, counter } = found
  const key = keyOf(session)
  const isFirst = counter === session.counter && (await incrementCounter(db, key, counter, now))
  const current = isFirst ? counter + 1 : await counterAfterReplay(context, key, counter, now)
  return {
    token: await makeAccessToken(keys, session.account_id, session.id, now),
    refreshToken: refreshTokenOf(keys, session, current),
  }
}

/** The successor of a used token: the same one for 30 seconds, as long as that one is unused itself. */
async function counterAfterReplay(
  context: Deps,
  { accountId, sessionId }: SessionKey,
  counter: number,
  now: Date,
): Promise<number> {
  const session = await findSession(context.db, sessionId, accountId)
  if (!session || session.ended_at) throw signedOut()
  const isRecent = now.getTime() - session.rotated_at.getTime() <= REPLAY_WITHIN
  if (isRecent && session.counter === counter + 1) return session.counter
  await endStolenSession(context, session)
  throw signedOut()
}

async function endStolenSession(context: Deps, session: SessionRow): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const ended = await endSessions(work, keyOf(session), 'reuse')
    if (ended === 0) return
    work.afterCommit(() => context.incidents.count('tokenReuse'))
    await queueMail(work, { to: session.account_id, kind: 'reuse-detected', details: {} })
  })
}

export async function currentTokens(
  { db, keys, clock }: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { accountId, sessionId }: SessionKey,
): Promise<Tokens> {
  const session = await findSession(db, sessionId, accountId)
  if (!session) throw signedOut()
  return {
    token: await makeAccessToken(keys, accountId, sessionId, clock.now()),
    refreshToken: refreshTokenOf(keys, session, session.counter),
  }
}
