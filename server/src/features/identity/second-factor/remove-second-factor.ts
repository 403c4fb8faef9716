import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { type Actor, asAccount, type Opening, unitOfWork, type Work } from '../../../work.ts'
import { lockOwnCredentials } from '../account/lock-own-credentials.ts'
import { hasPasskeyFor } from '../passkeys/passkeys.sql.ts'
import { audit } from '../../operations/index.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import { deleteSecondFactor } from './second-factor.sql.ts'
import { isStaff } from '../../../infra/staff.ts'

/** Refuses to remove the only second factor of an administrator who needs one. */
export async function removeOwnSecondFactor(context: Deps, viewer: Viewer): Promise<void> {
  const { config } = context
  const { account } = viewer
  await unitOfWork(context, asAccount(account), async (work) => {
    const credentials = await lockOwnCredentials(work.tx, viewer)
    if (
      isStaff(credentials) &&
      config.STAFF_2FA === 'required' &&
      !(await hasPasskeyFor(work.tx, account.id, config.passkeyHost))
    )
      throw new ApiError('conflict', 'Administrators must use two-step verification. An operator can reset it.')
    if (await remove(work, account.id))
      await mailOwners(work, account.id, (link) => ({ kind: 'second-factor-off', details: { at: work.now, ...link } }))
  })
}

async function remove(work: Work, accountId: string): Promise<boolean> {
  const isRemoved = await deleteSecondFactor(work.tx, accountId)
  if (isRemoved) await audit(work, { action: 'second-factor.removed', subjectId: accountId })
  return isRemoved
}

export const removeSecondFactor = (context: Opening, accountId: string, actor: Actor): Promise<boolean> =>
  unitOfWork(context, actor, (work) => remove(work, accountId))
