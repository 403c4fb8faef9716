import type { Account } from '../../../http/session.ts'
import { emailKey } from '../../../infra/email.ts'
import type { Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { disownLink } from '../recovery/mail-owners.ts'
import type { SecretPurpose } from '../secrets/purposes.ts'
import { listProvenAddresses } from './former-addresses.sql.ts'

/** Secrets emailed to an address. They expire when the account gets another one. */
export const FOR_OLD_ADDRESS: readonly SecretPurpose[] = [
  'verify-email',
  'reset-password',
  'change-email',
  'export-own',
]

/**
 * Emails a link that undoes the change to the addresses that the account had proven. An address that was never verified
 * may be a stranger's, because of a typo, and gets nothing. One that was proven only briefly may be a thief's, and gets
 * no link.
 */
export async function offerUndo(
  work: Work<'config' | 'jobs' | 'keys'>,
  account: Account,
  email: string,
): Promise<void> {
  const changed = { to: account.id, kind: 'email-changed' as const }
  const owners = (await listProvenAddresses(work.tx, account.id, work.now)).filter(
    (each) => each.qualifies && each.emailKey !== emailKey(email),
  )
  for (const { address } of owners) {
    const link = await disownLink(work, account.id, address)
    await queueMail(work, { ...changed, address, details: { address: email, link } })
  }
  if (!account.email || !account.email_verified_at) return
  if (!owners.some(({ emailKey: key }) => key === account.email_key))
    await queueMail(work, { ...changed, address: account.email, details: { address: email, link: null } })
}
