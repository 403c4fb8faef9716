import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'
import { asAccount, SYSTEM, unitOfWork } from '../../../work.ts'
import { hideAddressBlockers } from '../../discovery/index.ts'
import { audit } from '../../operations/index.ts'
import { lockAccount } from '../account/accounts.sql.ts'
import { isRefusedAddress } from '../account/banned-addresses.ts'
import { redeemToken } from '../secrets/redeem-secret.ts'
import { revokeSecrets } from '../secrets/revoke-secrets.ts'
import { findOwnerOfToken } from '../secrets/secrets.sql.ts'
import { saveAddress } from './address.sql.ts'
import { FOR_OLD_ADDRESS, offerUndo } from './offer-undo.ts'

const linkExpired = () => new ApiError('invalid_secret', 'This link has expired.')
const takenMeanwhile = () => new ApiError('already_exists', 'Another account now uses this email.')

/**
 * Gives the account the address in the secret, which its owner has just proved by opening the link, and emails the
 * addresses that were proven before a link that undoes the change.
 */
export async function confirmNewAddress(context: Deps, token: string): Promise<void> {
  const accountId = await findOwnerOfToken(context.db, 'change-email', hashOf(token), context.clock.now())
  if (!accountId) throw linkExpired()
  const swap = unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const account = await lockAccount(tx, accountId)
    const email = (await redeemToken(tx, 'change-email', token, now))?.payload['email']
    if (typeof email !== 'string' || (await isRefusedAddress(work, { id: accountId, email }))) throw linkExpired()
    await saveAddress(tx, accountId, { email, email_key: emailKey(email), email_verified_at: now })
    await hideAddressBlockers(tx, work.lastingKeys, accountId, email, now)
    await revokeSecrets(tx, accountId, FOR_OLD_ADDRESS, now)
    await offerUndo(work, account, email)
    await audit(work, { actor: asAccount(account), action: 'email.changed', subjectId: accountId })
  })
  await swap.catch((error: unknown) => {
    throw isTaken(error, 'accounts_email_key') ? takenMeanwhile() : error
  })
}
