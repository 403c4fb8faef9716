import { emailKey } from '../../../infra/email.ts'
import type { Work } from '../../../work.ts'
import { hideAddressBlockers } from '../../discovery/index.ts'
import { lockAccount } from '../account/accounts.sql.ts'
import { revokeSecrets } from '../secrets/revoke-secrets.ts'
import { sendVerification } from '../verification/send-verification.ts'
import { saveAddress } from './address.sql.ts'
import { FOR_OLD_ADDRESS, offerUndo } from './offer-undo.ts'

/**
 * Gives an account an unverified address on behalf of staff. The owner of the new mailbox verifies it by email. The
 * owner of the old one can undo the change for three days.
 */
export async function replaceAddress(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'>,
  accountId: string,
  email: string,
): Promise<void> {
  const { tx, now } = work
  const account = await lockAccount(tx, accountId)
  const email_key = emailKey(email)
  // The same mailbox in another spelling stays verified.
  if (account.email_key === email_key) {
    await saveAddress(tx, accountId, { email, email_key })
    return
  }
  await saveAddress(tx, accountId, { email, email_key, email_verified_at: null })
  await hideAddressBlockers(tx, work.lastingKeys, accountId, email, now)
  await revokeSecrets(tx, accountId, FOR_OLD_ADDRESS, now)
  await offerUndo(work, account, email)
  await sendVerification(work, accountId)
}
