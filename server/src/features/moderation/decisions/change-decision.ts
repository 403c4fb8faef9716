import { ApiError, type Approval, type Decision } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { wasApproved } from '../approvals/approvals.sql.ts'
import { alreadyRequested, needsApprovalOf, requestForAdministrator } from '../approvals/request-approval.ts'
import { lockAccountForStaff } from '../../identity/index.ts'
import type { DecisionRow } from './decisions.sql.ts'
import type { Deciding } from './put-in-force.ts'
import { Refusal } from '../refusals.ts'
import { oneDecision } from './decide.ts'
import { assertVersion, endDecision, lockWithSubject } from './end-decision.ts'
import { canMove, mayEnd } from './rules.ts'
import { assertMayActOnId } from '../administration/assert-may-act-on.ts'

type Change = { to: 'undone' } | { to: 'lifted'; reason: string }

/** A decision about an administrator ends with approval. There is no time to undo it: it was approved, or waited. */
async function requestEnd(work: Deciding, staffId: string, row: DecisionRow, change: Change) {
  const user = await lockAccountForStaff(work.tx, row.subject_id)
  if (!user || !(await needsApprovalOf(work.tx, staffId, user))) return null
  if (change.to === 'undone') throw new Refusal('needs_approval')
  if (!canMove(row.state, 'lifted')) throw new ApiError('conflict', 'This decision has already ended, or hasn’t begun.')
  const details = { decision: row.id, reason: change.reason }
  return requestForAdministrator(work, staffId, user, { action: 'lift', change: details })
}

/** Staff undo a decision within a minute, or end it early with a reason. */
export async function changeDecision(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  change: Change,
): Promise<{ decision: Decision; approval?: Approval }> {
  const { account } = viewer
  const approval = await unitOfWork(context, asStaff(account.id), async (work) => {
    const row = await lockWithSubject(work, id)
    if (row.subject_id === account.id) throw new Refusal('own_account')
    await assertMayActOnId(work.tx, account, row.subject_id)
    if (!mayEnd(account, { ...row, was_approved: await wasApproved(work.tx, id) }))
      throw new ApiError('forbidden', 'Another administrator has to decide this.')
    assertVersion(row, work.caller.ifMatch)
    const requested = await requestEnd(work, account.id, row, change)
    if (!requested) await endDecision(work, row, { ...change, by: account.id })
    return requested
  }).catch(alreadyRequested)
  return { decision: await oneDecision(context, viewer, id), ...(approval && { approval }) }
}
