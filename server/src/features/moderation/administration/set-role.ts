import { ApiError, type StaffRole } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { lastAdministrator, type Tx } from '../../../infra/db/db.ts'
import { type RoleColumns, roleOf } from '../../../infra/staff.ts'
import { isDuplicateRequest, requestApproval } from '../approvals/request-approval.ts'
import { audit } from '../../operations/index.ts'
import { editAccount, endSessions, isLastAdministrator, lockAccountForStaff } from '../../identity/index.ts'
import { assertCurrentVersion } from './assert-current-version.ts'
import { noUser, oneUser } from './read-users.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

type RoleInput = { role: StaffRole | null } | { isAdmin: boolean }

/** With several administrators, another one has to approve it. */
export async function setRole(context: Deps & { caller: Caller }, viewer: Viewer, id: string, input: RoleInput) {
  const staffId = viewer.account.id
  const approval = await unitOfWork(context, asStaff(staffId), async (work) => {
    const user = await lockForRole(work.tx, id)
    const role = roleFrom(input, user)
    await assertCurrentVersion(work, id, user.version)
    // The database refuses this only at the commit, which may be a day later, so it is checked now.
    if (role !== 'administrator' && (await isLastAdministrator(work.tx, id))) throw lastAdministrator()
    const approval = await requestApproval(work, staffId, { kind: 'role', targetId: id, role })
    if (!approval) await changeRole(work, { id, role, requestedBy: staffId })
    return approval
  }).catch((error: unknown) => {
    if (!isDuplicateRequest(error)) throw error
    throw new ApiError('conflict', 'Someone has already asked to change this role.')
  })
  return { user: await oneUser(context, viewer, id), ...(approval ? { approval } : {}) }
}

async function lockForRole(tx: Tx, id: string) {
  const user = await lockAccountForStaff(tx, id)
  if (!user) throw noUser()
  return user
}

/** The requested role. `isAdmin` revokes only the role of an administrator. */
function roleFrom(input: RoleInput, user: RoleColumns): StaffRole | null {
  if ('isAdmin' in input && !input.isAdmin && !user.is_admin)
    throw new ApiError('conflict', 'This person isn’t an administrator.')
  const role = 'role' in input ? input.role : input.isAdmin ? 'administrator' : null
  assertOther(role, user)
  return role
}

function assertOther(role: StaffRole | null, user: RoleColumns): void {
  if (roleOf(user) !== role) return
  if (role === 'administrator') throw new ApiError('conflict', 'This person is already an administrator.')
  throw new ApiError('conflict', role ? 'This person already has this role.' : 'This person has no role.')
}

export type RoleChange = { id: string; role: StaffRole | null; requestedBy: string }

const actionFor = (role: StaffRole | null, before: StaffRole | null): string => {
  if (role === 'administrator') return 'administrator.made'
  return before === 'administrator' && role === null ? 'administrator.unmade' : 'staff-role.changed'
}

/** Also ends the user's sessions. The database refuses to remove the last administrator. */
export async function changeRole(work: Work<'bus'>, { id, role, requestedBy }: RoleChange): Promise<void> {
  const user = await lockForRole(work.tx, id)
  assertOther(role, user)
  const isAdmin = role === 'administrator'
  await editAccount(work.tx, id, { is_admin: isAdmin, staff_role: isAdmin ? null : role })
  await endSessions(work, { accountId: id }, 'role_changed')
  await audit(work, {
    actor: asStaff(requestedBy),
    action: actionFor(role, roleOf(user)),
    subjectId: id,
    details: { before: roleOf(user), after: role },
  })
}
