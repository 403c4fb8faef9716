import type { Deps } from '../../../deps.ts'
import { asMember, SYSTEM, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { redeemToken } from '../secrets/redeem-secret.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { secretExpired } from './verify-email.ts'

/** Ends all sessions by the link in a warning. Whoever has the link can do nothing else with it. */
export const signOutEverywhere = (context: Deps, token: string): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const accountId = (await redeemToken(work.tx, 'sign-out-everywhere', token, work.now))?.account_id
    if (!accountId) throw secretExpired()
    await endSessions(work, { accountId }, 'revoked')
    await audit(work, { actor: asMember(accountId), action: 'sessions.ended', subjectId: accountId })
  })
