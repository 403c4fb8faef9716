import type { auditing } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { mayRewriteAudit, ONE_ROLE } from '../../../infra/db/roles.ts'
import { auditChoices, listAudit } from './list-audit.ts'

export const auditHandlers: Handlers<typeof auditing> = {
  listAudit: async (context, { query }) => ({ data: await listAudit(context, query) }),
  getChecks: async ({ db }) => {
    const mayRewrite = await mayRewriteAudit(db)
    const message = mayRewrite ? ONE_ROLE : 'The server can only add to the audit log and read it.'
    return { data: { checks: [{ name: 'audit-append-only', passed: !mayRewrite, message }] } }
  },
  getAuditChoices: async (context) => ({ data: await auditChoices(context) }),
}
