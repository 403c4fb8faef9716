import type { AuditEntry } from '@kindred/contract'
import type { EntryRow } from './audit.sql.ts'

export const toEntry = (row: EntryRow): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  actor: { _id: row.actor_id, name: row.actor_name ?? row.actor_kind, kind: row.actor_kind },
  action: row.action,
  subject: row.subject_id ? { _id: row.subject_id, name: row.subject_name } : null,
  reason: row.reason,
  fields: row.fields,
  details: row.details ?? {},
  erased: row.details === null,
})
