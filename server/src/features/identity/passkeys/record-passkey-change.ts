import type { Account } from '../../../http/session.ts'
import type { Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { audit } from '../../operations/index.ts'
import type { PasskeyRow } from './passkeys.sql.ts'

/** Emails the owner about a change to their passkeys, and adds it to the audit log. */
export async function recordPasskeyChange(
  work: Work<'config' | 'jobs' | 'keys'>,
  account: Account,
  { id, name }: PasskeyRow,
  change: 'added' | 'removed',
): Promise<void> {
  await queueMail(work, { to: account.id, kind: `passkey-${change}`, details: { name, at: work.now } })
  await audit(work, { action: `passkey.${change}`, subjectId: account.id, details: { passkeyId: id } })
}
