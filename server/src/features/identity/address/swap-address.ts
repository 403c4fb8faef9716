import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { asAccount, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { hideAddressBlockers } from '../../discovery/index.ts'
import { audit } from '../../operations/index.ts'
import { lockAccount } from '../account/accounts.sql.ts'
import { redeemToken } from '../secrets/redeem-secret.ts'
import { revokeAllSecrets, revokeSecrets } from '../secrets/revoke-secrets.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { mailResetLink } from '../verification/reset-password.ts'
import { deleteNewerCredentials, saveAddress } from './address.sql.ts'
import { FOR_OLD_ADDRESS, offerUndo } from './offer-undo.ts'

/** Changes the address, and emails the old one, if it was verified, a link that undoes the change. */
export async function confirmNewAddress(context: Deps, token: string): Promise<void> {
  await swapAddress(context, 'change-email', token, async (work, { account, email }) => {
    await revokeSecrets(work.tx, account.id, FOR_OLD_ADDRESS, work.now)
    await offerUndo(work, account, email)
  })
}

/**
 * Undoes a change of address. The person who made the change may be signed in, know the password, or have added their
 * own credentials. All of that ends, and the owner chooses a new password by an emailed link.
 */
export async function undoNewAddress(context: Deps, token: string): Promise<void> {
  await swapAddress(context, 'undo-email', token, async (work, { account, changedAt }) => {
    await revokeAllSecrets(work.tx, account.id, work.now)
    await deleteNewerCredentials(work.tx, account.id, changedAt)
    await endSessions(work, { accountId: account.id }, 'email_changed')
    await mailResetLink(work, account.id)
  })
}

type Swap = { account: Account; email: string; changedAt: Date }

const linkExpired = () => new ApiError('invalid_secret', 'This link has expired.')
const takenMeanwhile = () => new ApiError('already_exists', 'Another account now uses this email.')

/** Gives the account the address in the secret, which its owner has just proved by opening the link. */
async function swapAddress(
  context: Deps,
  purpose: 'change-email' | 'undo-email',
  token: string,
  then: (work: Work<'config' | 'bus' | 'jobs' | 'keys'>, swap: Swap) => Promise<unknown>,
): Promise<void> {
  const swap = unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const redeemed = await redeemToken(tx, purpose, token, now)
    const email = redeemed?.payload['email']
    if (!redeemed?.account_id || typeof email !== 'string') throw linkExpired()
    const account = await lockAccount(tx, redeemed.account_id)
    await saveAddress(tx, account.id, { email, email_key: emailKey(email), email_verified_at: now })
    await hideAddressBlockers(tx, work.lastingKeys, account.id, email, now)
    await then(work, { account, email, changedAt: redeemed.created_at })
    const action = purpose === 'undo-email' ? 'email.undone' : 'email.changed'
    await audit(work, { actor: asAccount(account), action, subjectId: account.id })
  })
  await swap.catch((error: unknown) => {
    throw isTaken(error, 'accounts_email_key') ? takenMeanwhile() : error
  })
}
