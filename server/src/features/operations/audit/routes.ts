import type { auditing } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { mayRewriteAudit, ONE_ROLE } from '../../../infra/db/roles.ts'
import * as queries from './queries.ts'

export const auditHandlers: Handlers<typeof auditing> = {
  listAudit: async ({ db }, { query }) => {
    const rows = await queries.list(db, query)
    const entries = rows.slice(0, query.limit)
    return {
      data: {
        entries: entries.map((row) => ({
          _id: row.id,
          at: row.at.toISOString(),
          actor: { _id: row.actor_id, name: row.actor_name ?? row.actor_kind, kind: row.actor_kind },
          action: row.action,
          subject: row.subject_id ? { _id: row.subject_id, name: row.subject_name } : null,
          reason: row.reason,
          fields: row.fields,
          details: row.details ?? {},
          erased: row.details === null,
        })),
        nextBefore: rows.length > query.limit ? entries.at(-1)!.id : null,
      },
    }
  },
  getChecks: async ({ db }) => {
    const mayRewrite = await mayRewriteAudit(db)
    const message = mayRewrite ? ONE_ROLE : 'The server can add to the audit log and read it, and nothing else.'
    return { data: { checks: [{ name: 'audit-append-only', passed: !mayRewrite, message }] } }
  },
  getAuditChoices: async ({ db }) => {
    const [actors, actions] = await Promise.all([queries.staff(db), queries.actions(db)])
    return {
      data: {
        actors: actors.map(({ id, first_name, last_name }) => ({ _id: id, name: `${first_name} ${last_name}`.trim() })),
        actions,
      },
    }
  },
}
