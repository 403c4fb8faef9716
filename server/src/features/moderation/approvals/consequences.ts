import { changeRole, type RoleChange } from '../administration/set-role.ts'
import { dropBatch, releaseBatch } from '../batches/release-batch.ts'
import type { ApprovalRow } from './approvals.sql.ts'
import type { Work } from '../../../work.ts'

const roleChange = ({ id, target_id, is_admin, requested_by }: ApprovalRow): RoleChange => {
  if (target_id === null || is_admin === null) throw new Error(`The approval ${id} is for no role.`)
  return { id: target_id, isAdmin: is_admin, requestedBy: requested_by }
}

function batchOf({ id, batch_id }: ApprovalRow): string {
  if (batch_id === null) throw new Error(`The approval ${id} is for no bulk action.`)
  return batch_id
}

/** Does what was requested. */
export const applyRequest = (work: Work<'bus' | 'jobs'>, row: ApprovalRow): Promise<void> =>
  row.kind === 'role' ? changeRole(work, roleChange(row)) : releaseBatch(work, batchOf(row))

/** Cleans up what was prepared for a request that isn't approved. A role change prepares nothing. */
export async function dropRequest(work: Work, row: ApprovalRow): Promise<void> {
  if (row.kind === 'bulk') await dropBatch(work, batchOf(row))
}
