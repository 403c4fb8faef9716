import type { auditing } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { runChecks } from '../checks/check.ts'
import { auditCheck } from '../checks/database.ts'
import { auditChoices, listAudit } from './list-audit.ts'

export const auditHandlers: Handlers<typeof auditing> = {
  listAudit: async (context, { query }) => ({ data: await listAudit(context, context.viewer, query) }),
  getChecks: async ({ db }) => ({ data: { checks: await runChecks([auditCheck(db)]) } }),
  getAuditChoices: async (context) => ({ data: await auditChoices(context) }),
}
