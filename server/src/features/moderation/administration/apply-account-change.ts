import { ApiError } from '@kindred/contract'
import { endSessions } from '../../identity/index.ts'
import { audit } from '../../operations/index.ts'
import { endDecision, lockWithSubject } from '../decisions/end-decision.ts'
import type { Deciding } from '../decisions/put-in-force.ts'
import { asStaff } from '../../../work.ts'
import { applyUserAction } from './decide-user.ts'
import { saveEdit } from './edit-user.ts'
import type { ApprovalRow } from '../approvals/approvals.sql.ts'

export async function signOut(
  work: Deciding | Pick<Deciding, 'tx' | 'now' | 'actor' | 'bus' | 'afterCommit'>,
  id: string,
) {
  const ended = await endSessions(work, { accountId: id }, 'revoked')
  await audit(work, { action: 'account.signed-out', subjectId: id, details: { sessions: ended } })
  return ended
}

/** The requester is responsible for the change. */
export async function applyAccountChange(context: Deciding, row: ApprovalRow): Promise<void> {
  const { account_action: action, target_id: id, change, requested_by: staffId } = row
  if (!action || !id || !change) throw new ApiError('conflict', 'This can no longer be done.')
  const work = { ...context, actor: asStaff(staffId) }
  const { reason = null, subscription = 'keep', edit = {}, fields = {} } = change
  if (action === 'activate' || action === 'deactivate') {
    await applyUserAction(work, { staffId, id, action, reason, subscription, isApproved: true })
    if (action === 'deactivate' && subscription === 'cancel')
      await work.jobs.add(work.tx, 'end-subscription', { accountId: id })
  } else if (action === 'edit') await saveEdit(work, { id, edit, fields })
  else if (action === 'sign_out') await signOut(work, id)
  else if (change.decision)
    await endDecision(work, await lockWithSubject(work, change.decision), {
      to: 'lifted',
      by: staffId,
      reason: reason ?? undefined,
    })
}
