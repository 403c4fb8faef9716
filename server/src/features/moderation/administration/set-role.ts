import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { lastAdministrator, type Tx } from '../../../infra/db/db.ts'
import { isDuplicateRequest, requestApproval } from '../approvals/request-approval.ts'
import { audit } from '../../operations/index.ts'
import { editAccount, endSessions, isLastAdministrator, lockAccountForStaff } from '../../identity/index.ts'
import { assertCurrentVersion } from './assert-current-version.ts'
import { noUser, oneUser } from './read-users.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

/** Makes someone an administrator or removes the role. With several administrators, another one has to approve it. */
export async function setRole(context: Deps & { caller: Caller }, viewer: Viewer, id: string, isAdmin: boolean) {
  const staffId = viewer.account.id
  const approval = await unitOfWork(context, asStaff(staffId), async (work) => {
    const { version } = await lockForRole(work.tx, id, isAdmin)
    await assertCurrentVersion(work, id, version)
    // The database refuses this only at commit, which may be a day later. So it is checked now.
    if (!isAdmin && (await isLastAdministrator(work.tx, id))) throw lastAdministrator()
    const approval = await requestApproval(work, staffId, { kind: 'role', targetId: id, isAdmin })
    if (!approval) await changeRole(work, { id, isAdmin, requestedBy: staffId })
    return approval
  }).catch((error: unknown) => {
    if (!isDuplicateRequest(error)) throw error
    throw new ApiError('conflict', 'Someone has already asked to change this role.')
  })
  return { user: await oneUser(context, viewer, id), ...(approval ? { approval } : {}) }
}

async function lockForRole(tx: Tx, id: string, isAdmin: boolean) {
  const user = await lockAccountForStaff(tx, id)
  if (!user) throw noUser()
  if (user.is_admin === isAdmin)
    throw new ApiError('conflict', isAdmin ? 'They are already an administrator.' : 'They are not an administrator.')
  return user
}

export type RoleChange = { id: string; isAdmin: boolean; requestedBy: string }

/** Changes the role and ends the user's sessions. The database refuses to remove the last administrator. */
export async function changeRole(work: Work<'bus'>, { id, isAdmin, requestedBy }: RoleChange): Promise<void> {
  await lockForRole(work.tx, id, isAdmin)
  await editAccount(work.tx, id, { is_admin: isAdmin })
  await endSessions(work, { accountId: id }, 'role_changed')
  await audit(work, {
    actor: asStaff(requestedBy),
    action: isAdmin ? 'administrator.made' : 'administrator.unmade',
    subjectId: id,
  })
}
