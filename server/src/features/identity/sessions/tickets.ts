import type { Deps } from '../../../deps.ts'
import { findViewer, type Viewer } from '../../../http/session.ts'
import { asAccount, type Opening, unitOfWork } from '../../../work.ts'
import { issueSecret } from '../secrets/issue-secret.ts'
import type { SecretPurpose } from '../secrets/purposes.ts'
import { redeemToken } from '../secrets/redeem-secret.ts'

// A ticket replaces a session's token in links, which can't carry that token. The viewer's permissions are checked when
// the ticket is redeemed, as for any request: their role, state or session may have changed since.

type TicketDeps = Opening & Pick<Deps, 'keys'>

export async function issueTicket(
  context: TicketDeps,
  { account, sessionId }: Viewer,
  purpose: SecretPurpose,
  validFor: number,
): Promise<string> {
  const secret = { purpose, accountId: account.id, validFor, payload: { sessionId } }
  return (await unitOfWork(context, asAccount(account), (work) => issueSecret(work, secret))).token
}

export async function redeemTicket(
  { db, config, clock }: TicketDeps & Pick<Deps, 'config'>,
  purpose: SecretPurpose,
  ticket: string,
): Promise<Viewer | null> {
  const now = clock.now()
  const redeemed = await redeemToken(db, purpose, ticket, now)
  const sessionId = redeemed?.payload['sessionId']
  if (!redeemed?.account_id || typeof sessionId !== 'string') return null
  return findViewer({ db, config }, sessionId, redeemed.account_id, now)
}
