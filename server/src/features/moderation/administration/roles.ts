import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { lastAdministrator, transaction, type Tx } from '../../../infra/db/db.ts'
import { isRequested, requestApproval, type Row as ApprovalRow } from '../approvals/service.ts'
import { audit } from '../../operations/index.ts'
import { endSessions } from '../../identity/index.ts'
import * as queries from './queries.ts'
import { checkVersion, oneUser } from './service.ts'

type AfterCommit = (effect: () => void) => void

/** Makes someone an administrator, or removes them as one: at once by the only administrator, else once it is approved. */
export async function setRole(context: Deps & { caller: Caller }, viewer: Viewer, id: string, isAdmin: boolean) {
  const staffId = viewer.account.id
  const work = async (tx: Tx, afterCommit: AfterCommit) => {
    const { version } = await assertRoleDiffers(tx, id, isAdmin)
    await checkVersion(tx, context, id, version)
    // Refused now, rather than a day later by the database.
    if (!isAdmin && (await queries.isLastAdministrator(tx, id))) throw lastAdministrator()
    const approval = await requestApproval(tx, context, staffId, { kind: 'role', targetId: id, isAdmin })
    if (!approval)
      await changeRole(tx, context, { target_id: id, is_admin: isAdmin, requested_by: staffId }, afterCommit)
    return approval
  }
  const approval = await transaction(context.db, work).catch((error: unknown) => {
    if (!isRequested(error)) throw error
    throw new ApiError('conflict', 'Someone has already asked to change this role.')
  })
  return { user: await oneUser(context, viewer, id), ...(approval ? { approval } : {}) }
}

async function assertRoleDiffers(tx: Tx, id: string, isAdmin: boolean) {
  const held = await queries.holdUser(tx, id)
  if (!held) throw new ApiError('not_found', 'There is no such user.')
  if (held.is_admin === isAdmin)
    throw new ApiError('conflict', isAdmin ? 'They are already an administrator.' : 'They are not an administrator.')
  return held
}

type RoleChange = Pick<ApprovalRow, 'target_id' | 'is_admin' | 'requested_by'>

/** The change itself. The database keeps the last administrator. Their sessions end either way. */
export async function changeRole(
  tx: Tx,
  context: Deps,
  { target_id, is_admin, requested_by }: RoleChange,
  afterCommit: AfterCommit,
): Promise<void> {
  const [id, isAdmin] = [target_id!, is_admin!]
  await assertRoleDiffers(tx, id, isAdmin)
  await queries.editAccount(tx, id, { is_admin: isAdmin })
  await endSessions(tx, context, { accountId: id }, 'role_changed', afterCommit)
  await audit(tx, {
    at: context.clock.now(),
    actor: { kind: 'administrator', id: requested_by },
    action: isAdmin ? 'administrator.made' : 'administrator.unmade',
    subjectId: id,
  })
}
