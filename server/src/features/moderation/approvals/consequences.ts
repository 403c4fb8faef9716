import { applyAccountChange } from '../administration/apply-account-change.ts'
import { changeRole, type RoleChange } from '../administration/set-role.ts'
import { declineDecision } from '../decisions/decline-decision.ts'
import type { Deciding } from '../decisions/put-in-force.ts'
import { putApprovedInForce } from '../decisions/put-in-force.ts'
import { dropBatch, releaseBatch } from '../batches/release-batch.ts'
import type { ApprovalRow } from './approvals.sql.ts'
import type { Requesting } from './request-approval.ts'
import type { Work } from '../../../work.ts'
import { requestedRole } from './approvals.sql.ts'

const roleChange = ({ id, target_id, requested_by, ...row }: ApprovalRow): RoleChange => {
  if (target_id === null) throw new Error(`The approval ${id} is for no role.`)
  return { id: target_id, role: requestedRole(row), requestedBy: requested_by }
}

function batchOf({ id, batch_id }: ApprovalRow): string {
  if (batch_id === null) throw new Error(`The approval ${id} is for no bulk action.`)
  return batch_id
}

function decisionOf({ id, decision_id }: ApprovalRow): string {
  if (decision_id === null) throw new Error(`The approval ${id} is for no decision.`)
  return decision_id
}

export function applyRequest(work: Deciding, row: ApprovalRow): Promise<void> {
  if (row.kind === 'decision') return putApprovedInForce(work, decisionOf(row), row.change?.hide)
  if (row.kind === 'account') return applyAccountChange(work, row)
  return row.kind === 'role' ? changeRole(work, roleChange(row)) : releaseBatch(work, batchOf(row))
}

export async function dropRequest(work: Requesting & Work<'bus' | 'lastingKeys'>, row: ApprovalRow): Promise<void> {
  if (row.kind === 'bulk') await dropBatch(work, batchOf(row))
  if (row.kind === 'decision') await declineDecision(work, decisionOf(row))
}
