import type { Deps } from '../../../deps.ts'
import { viewerOf, type Viewer } from '../../../http/session.ts'
import { issueSecret, redeemToken, type SecretPurpose } from '../secrets/service.ts'
import { asMember, type Opening, unitOfWork } from '../../../work.ts'

// A ticket stands for the session that asked for it, where a link cannot carry that session's token. What its holder may do is
// asked when it is used, as it is of any request: between the two a role, a state or a session can end.

type Ticketing = Opening & Pick<Deps, 'keys'>

export async function issueTicket(
  context: Ticketing,
  { account, sessionId }: Viewer,
  purpose: SecretPurpose,
  lasts: number,
): Promise<string> {
  const wish = { purpose, accountId: account.id, lasts, payload: { sessionId } }
  return (await unitOfWork(context, asMember(account.id), (work) => issueSecret(work, wish))).token
}

/** Uses a ticket up, and tells who holds it as the database knows them now; nobody where their session is over. */
export async function redeemTicket(
  { db, config, clock }: Ticketing & Pick<Deps, 'config'>,
  purpose: SecretPurpose,
  ticket: string,
): Promise<Viewer | null> {
  const now = clock.now()
  const redeemed = await redeemToken(db, purpose, ticket, now)
  const sessionId = redeemed?.payload['sessionId']
  if (!redeemed?.account_id || typeof sessionId !== 'string') return null
  return viewerOf({ db, config }, sessionId, redeemed.account_id, now)
}
