import type { Account } from '../../../http/session.ts'
import { hours } from '../../../infra/clock.ts'
import type { Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { issueSecret } from '../secrets/issue-secret.ts'
import type { SecretPurpose } from '../secrets/purposes.ts'

const UNDO_LASTS = hours(72)

/** Secrets that were emailed to an address. They expire when the account gets another one. */
export const FOR_OLD_ADDRESS: readonly SecretPurpose[] = [
  'verify-email',
  'reset-password',
  'change-email',
  'export-own',
]

/**
 * Emails the old address a link that undoes the change. Several changes leave several valid links. An address that was
 * never verified may be a stranger's, because of a typo, so it doesn't get a link.
 */
export async function offerUndo(
  work: Work<'config' | 'jobs' | 'keys'>,
  account: Account,
  email: string,
): Promise<void> {
  if (!account.email || !account.email_verified_at) return
  const { token } = await issueSecret(work, {
    purpose: 'undo-email',
    accountId: account.id,
    validFor: UNDO_LASTS,
    payload: { email: account.email },
    allowSeveral: true,
  })
  const link = `${work.config.PUBLIC_URL}/settings/email/undo#token=${token}`
  const details = { address: email, link }
  await queueMail(work, { to: account.id, address: account.email, kind: 'email-changed', details })
}
