import { audit } from '../../operations/index.ts'
import { type ApprovalRow, requestedRole } from './approvals.sql.ts'
import type { Work } from '../../../work.ts'

export const auditApproval = (work: Work, action: string, row: ApprovalRow, reason?: string) =>
  audit(work, {
    action,
    ...(reason ? { reason } : {}),
    ...(row.target_id ? { subjectId: row.target_id } : {}),
    details: {
      approval: row.id,
      kind: row.kind,
      ...(row.batch_id ? { batch: row.batch_id } : {}),
      ...(row.decision_id ? { decision: row.decision_id } : {}),
      ...(row.account_action ? { action: row.account_action } : {}),
      ...(row.kind === 'role' ? { isAdmin: row.is_admin, role: requestedRole(row) } : {}),
    },
  })
