import type { Deps } from '../../../deps.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'
import { findSessionOfToken } from './refresh-token.ts'
import { markEnded, type SessionFilters } from './sessions.sql.ts'

export type EndedBecause =
  | 'signed_out'
  | 'revoked'
  | 'password_changed'
  | 'email_changed'
  | 'deleted'
  | 'deactivated'
  | 'role_changed'
  | 'reuse'
  | 'operator'

/** Their tokens are refused from the next request on, and their sockets close on every server. */
export async function endSessions(work: Work<'bus'>, filters: SessionFilters, because: EndedBecause): Promise<number> {
  const ended = await markEnded(work.tx, filters, because, work.now)
  work.afterCommit(() => work.bus.endSessions(ended, because))
  return ended.length
}

/** Accepts an old refresh token as well: anyone who presents it wants to be signed out. */
export async function endSessionOfToken(context: Deps, refreshToken: string): Promise<void> {
  const found = await findSessionOfToken(context.db, context.keys, refreshToken)
  if (!found) return
  const { account_id: accountId, id: sessionId } = found.session
  await unitOfWork(context, asMember(accountId), (work) => endSessions(work, { accountId, sessionId }, 'signed_out'))
}
