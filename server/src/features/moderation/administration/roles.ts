import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { lastAdministrator, type Tx } from '../../../infra/db/db.ts'
import { isRequested, requestApproval, type Row as ApprovalRow } from '../approvals/service.ts'
import { audit } from '../../operations/index.ts'
import { editAccount, endSessions, isLastAdministrator, lockAccountForStaff } from '../../identity/index.ts'
import { checkVersion, oneUser } from './service.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

/** Makes someone an administrator, or removes them as one: at once by the only administrator, else once it is approved. */
export async function setRole(context: Deps & { caller: Caller }, viewer: Viewer, id: string, isAdmin: boolean) {
  const staffId = viewer.account.id
  const approval = await unitOfWork(context, asStaff(staffId), async (work) => {
    const { version } = await assertRoleDiffers(work.tx, id, isAdmin)
    await checkVersion(work, id, version)
    // Refused now, rather than a day later by the database.
    if (!isAdmin && (await isLastAdministrator(work.tx, id))) throw lastAdministrator()
    const approval = await requestApproval(work, staffId, { kind: 'role', targetId: id, isAdmin })
    if (!approval) await changeRole(work, { target_id: id, is_admin: isAdmin, requested_by: staffId })
    return approval
  }).catch((error: unknown) => {
    if (!isRequested(error)) throw error
    throw new ApiError('conflict', 'Someone has already asked to change this role.')
  })
  return { user: await oneUser(context, viewer, id), ...(approval ? { approval } : {}) }
}

async function assertRoleDiffers(tx: Tx, id: string, isAdmin: boolean) {
  const held = await lockAccountForStaff(tx, id)
  if (!held) throw new ApiError('not_found', 'There is no such user.')
  if (held.is_admin === isAdmin)
    throw new ApiError('conflict', isAdmin ? 'They are already an administrator.' : 'They are not an administrator.')
  return held
}

type RoleChange = Pick<ApprovalRow, 'target_id' | 'is_admin' | 'requested_by'>

/** The change itself. The database keeps the last administrator. Their sessions end either way. */
export async function changeRole(work: Work<'bus'>, { target_id, is_admin, requested_by }: RoleChange): Promise<void> {
  const [id, isAdmin] = [target_id!, is_admin!]
  await assertRoleDiffers(work.tx, id, isAdmin)
  await editAccount(work.tx, id, { is_admin: isAdmin })
  await endSessions(work, { accountId: id }, 'role_changed')
  await audit(work, {
    actor: asStaff(requested_by),
    action: isAdmin ? 'administrator.made' : 'administrator.unmade',
    subjectId: id,
  })
}
