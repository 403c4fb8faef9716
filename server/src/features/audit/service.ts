import type { Db, Tx } from '../../infra/db/db.ts'
import type { JsonObject } from '../../infra/db/schema.ts'

export { personalData } from './personal-data.ts'

export type Entry = {
  at: Date
  actor: { kind: 'member' | 'administrator'; id: string } | { kind: 'operator' | 'system' }
  action: string
  subjectId?: string
  reason?: string
  details?: JsonObject
}

/** Writes down who did what to whom, in the transaction of the change itself. */
export async function audit(tx: Tx | Db, { at, actor, action, subjectId, reason, details }: Entry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      at,
      actor_kind: actor.kind,
      actor_id: 'id' in actor ? actor.id : null,
      action,
      subject_id: subjectId ?? null,
      reason: reason ?? null,
      details: JSON.stringify(details ?? {}),
    })
    .execute()
}
