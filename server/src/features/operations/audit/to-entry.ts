import { type AuditEntry, message } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { write } from '../../../infra/language/write.ts'
import type { EntryRow } from './audit.sql.ts'

/** The reason of a look that needs none from staff. The log can't be rewritten, so the stored words stay the same. */
export const SECOND_LOOK_REASON = 'A blind review of a decision.'

const reasonIn = (language: Language, reason: string | null): string | null =>
  reason === SECOND_LOOK_REASON ? write(language, message('A blind review of a decision.')) : reason

export const toEntry = (row: EntryRow, language: Language): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  actor: { _id: row.actor_id, name: row.actor_name ?? row.actor_kind, kind: row.actor_kind },
  action: row.action,
  subject: row.subject_id ? { _id: row.subject_id, name: row.subject_name } : null,
  reason: reasonIn(language, row.reason),
  fields: row.fields,
  details: row.details ?? {},
  erased: row.details === null,
})
