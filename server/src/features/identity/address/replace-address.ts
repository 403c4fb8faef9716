import { ApiError } from '@kindred/contract'
import type { Account } from '../../../http/session.ts'
import { hours, later } from '../../../infra/clock.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf, randomToken } from '../../../infra/keys.ts'
import type { Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { hideAddressBlockers } from '../../discovery/index.ts'
import { audit } from '../../operations/index.ts'
import { findIdByEmail, isAddressReplaced, lockAccount } from '../account/accounts.sql.ts'
import { revokeSecrets } from '../secrets/revoke-secrets.ts'
import { sendVerification } from '../verification/send-verification.ts'
import { saveChange } from './address-changes.sql.ts'
import { saveAddress } from './address.sql.ts'
import { listProvenAddresses } from './former-addresses.sql.ts'
import { FOR_OLD_ADDRESS } from './offer-undo.ts'

/** The owner can object this long before a change by staff takes effect. */
const WAITS = hours(24)

export const addressTaken = () => new ApiError('conflict', 'Another account already uses this email.')

/**
 * If the owner has ever proven an address, the change waits for a day, and they get a link that cancels it. Otherwise,
 * anyone who talks a staff member into a change would get the account. No one can object for a sign-up that was never
 * confirmed, so a correction applies immediately.
 */
export async function replaceAddress(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'>,
  accountId: string,
  by: string,
  email: string,
): Promise<'now' | 'later'> {
  const { tx, now } = work
  const account = await lockAccount(tx, accountId)
  const email_key = emailKey(email)
  // The same mailbox in another spelling stays verified.
  if (account.email_key === email_key) {
    await saveAddress(tx, accountId, { email, email_key })
    return 'now'
  }
  if (account.email_verified_at || (await isAddressReplaced(tx, accountId))) {
    await planChange(work, { account, by, email })
    return 'later'
  }
  await saveAddress(tx, accountId, { email, email_key, email_verified_at: null })
  await hideAddressBlockers(tx, work.lastingKeys, accountId, email, now)
  await revokeSecrets(tx, accountId, FOR_OLD_ADDRESS, now)
  await sendVerification(work, accountId)
  return 'now'
}

type Planned = { account: Account; by: string; email: string }

/**
 * The link goes to addresses that count as the owner's. Any other may be a thief's, which support is trying to remove.
 */
async function planChange(work: Work<'config' | 'jobs' | 'keys'>, { account, by, email }: Planned) {
  const { tx, now } = work
  if (await findIdByEmail(tx, email)) throw addressTaken()
  const token = randomToken()
  const takesEffectAt = later(now, WAITS)
  await saveChange(tx, {
    account_id: account.id,
    email,
    changed_by: by,
    asked_at: now,
    takes_effect_at: takesEffectAt,
    keep_hash: hashOf(token),
  })
  const link = `${work.config.PUBLIC_URL}/settings/email/keep#token=${token}`
  const details = { address: email, at: takesEffectAt, link }
  for (const { address, qualifies } of await listProvenAddresses(tx, account.id, now))
    if (qualifies) await queueMail(work, { to: account.id, address, kind: 'email-change-planned', details })
  await audit(work, {
    action: 'address-change.requested',
    subjectId: account.id,
    details: { email: { before: account.email, after: email } },
  })
}
