import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { asStaff, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { hideAddressBlockers } from '../../discovery/index.ts'
import { audit } from '../../operations/index.ts'
import { lockAccount } from '../account/accounts.sql.ts'
import { isLastAdministrator } from '../account/staff-changes.sql.ts'
import { revokeSecrets } from '../secrets/revoke-secrets.ts'
import { sendVerification } from '../verification/send-verification.ts'
import { type AddressChange, listDueChanges, takeDueChange } from './address-changes.sql.ts'
import { saveAddress } from './address.sql.ts'
import { dropChange } from './keep-address.ts'
import { FOR_OLD_ADDRESS, offerUndo } from './offer-undo.ts'

export async function applyAddressChanges(context: Deps): Promise<void> {
  await forEachSeparately(await listDueChanges(context.db, context.clock.now()), (id) => applyOne(context, id))
}

async function applyOne(context: Deps, accountId: string, isRefused = false): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const account = await lockAccount(work.tx, accountId)
    const change = await takeDueChange(work.tx, accountId, work.now)
    if (!change) return
    if (isRefused || (await isObsolete(work, account, change))) await dropChange(work, change)
    else await apply(work, account, change)
  }).catch((error: unknown) => {
    if (isRefused || !isTaken(error, 'accounts_email_key')) throw error
    return applyOne(context, accountId, true)
  })
}

/** An address that the owner has proven since then is their own choice. The last administrator must keep the role. */
const isObsolete = async ({ tx }: Work, account: Account, { asked_at }: AddressChange): Promise<boolean> =>
  account.email === null ||
  (account.email_verified_at !== null && account.email_verified_at > asked_at) ||
  (account.is_admin && (await isLastAdministrator(tx, account.id)))

/**
 * The account keeps its password, identities, passkeys, second factors and sessions. The new address is unverified, and
 * confirming it gives no access to the account.
 */
async function apply(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'>,
  account: Account,
  { email, changed_by }: AddressChange,
): Promise<void> {
  const { tx, now } = work
  const { id } = account
  await saveAddress(tx, id, { email, email_key: emailKey(email), email_verified_at: null })
  await hideAddressBlockers(tx, work.lastingKeys, id, email, now)
  await revokeSecrets(tx, id, FOR_OLD_ADDRESS, now)
  await offerUndo(work, account, email)
  await sendVerification(work, id)
  await audit(work, {
    actor: asStaff(changed_by),
    action: 'address-change.applied',
    subjectId: id,
    details: { email: { before: account.email, after: email } },
  })
}
