import type { auditExport } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { exportAudit, issueAuditTicket } from './export-audit.ts'

export const auditExportHandlers: Handlers<typeof auditExport> = {
  issueAuditTicket: async (context) => ({ data: { ticket: await issueAuditTicket(context, context.viewer) } }),
  exportAudit: async (context, { query: { ticket: _ticket, ...filters } }) =>
    exportAudit(context, context.viewer, filters),
}
