import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { asAccount, OPERATOR, type Opening, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { lockOwnCredentials } from '../account/lock-own-credentials.ts'
import { hasIdentity } from '../providers/identities.sql.ts'
import { hasConfirmedFactor } from '../second-factor/second-factor.sql.ts'
import { deletePasskey, deletePasskeysOf, listPasskeys } from './passkeys.sql.ts'
import { recordPasskeyChange } from './record-passkey-change.ts'
import { isStaff, type RoleColumns } from '../../../infra/staff.ts'

export const noSuchPasskey = () => new ApiError('not_found', 'We couldn’t find this passkey.')

/** Refuses to remove the only way to sign in, or the only second factor of staff who need one. */
export async function removePasskey(context: Deps, viewer: Viewer, id: string): Promise<void> {
  const { config } = context
  const { account } = viewer
  await unitOfWork(context, asAccount(account), async (work) => {
    const credentials = await lockOwnCredentials(work.tx, viewer)
    const own = await listPasskeys(work.tx, account.id)
    const removed = own.find((each) => each.id === id)
    if (!removed) throw noSuchPasskey()
    const isLast = !own.some((each) => each.id !== id && each.host === config.passkeyHost)
    if (isLast) await assertCanLose(work.tx, config, account.id, credentials)
    await deletePasskey(work.tx, account.id, id)
    await recordPasskeyChange(work, account, removed, 'removed')
  })
}

async function assertCanLose(
  tx: Tx,
  config: Deps['config'],
  accountId: string,
  credentials: { password_hash: string | null } & RoleColumns,
): Promise<void> {
  if (credentials.password_hash === null && !(await hasIdentity(tx, accountId)))
    throw new ApiError('conflict', 'This is your only way to sign in. Set a password first.')
  if (isStaff(credentials) && config.STAFF_2FA === 'required' && !(await hasConfirmedFactor(tx, accountId)))
    throw new ApiError('conflict', 'Administrators must use two-step verification. Set up another method first.')
}

/** For the operator, when a member has lost the device with their passkeys. Returns false if there are none. */
export const removeAllPasskeys = (context: Opening, accountId: string): Promise<boolean> =>
  unitOfWork(context, OPERATOR, async (work) => {
    const removed = await deletePasskeysOf(work.tx, accountId)
    if (removed > 0)
      await audit(work, { action: 'passkey.removed', subjectId: accountId, details: { passkeys: removed } })
    return removed > 0
  })
