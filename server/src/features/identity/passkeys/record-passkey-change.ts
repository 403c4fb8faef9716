import type { Account } from '../../../http/session.ts'
import type { Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import type { PasskeyRow } from './passkeys.sql.ts'

export async function recordPasskeyChange(
  work: Work<'config' | 'jobs' | 'keys'>,
  account: Account,
  { id, name }: PasskeyRow,
  change: 'added' | 'removed',
): Promise<void> {
  await mailOwners(work, account.id, (link) => ({
    kind: `passkey-${change}`,
    details: { name, at: work.now, ...link },
  }))
  await audit(work, { action: `passkey.${change}`, subjectId: account.id, details: { passkeyId: id } })
}
