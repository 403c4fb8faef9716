import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { JsonObject } from '../../../infra/db/schema.ts'

export type Entry = {
  at: Date
  actor: { kind: 'member' | 'administrator'; id: string } | { kind: 'operator' | 'system' }
  action: string
  subjectId?: string
  reason?: string
  details?: JsonObject
}

/**
 * Writes down who did what to whom, in the transaction of the change itself. The log gets ids, the names of fields and a
 * digest; what was said goes into a table beside it, from which it can be erased.
 */
export async function audit(tx: Tx | Db, { at, actor, action, subjectId, reason, details = {} }: Entry): Promise<void> {
  const actorId = 'id' in actor ? actor.id : null
  const fields = Object.keys(details).sort()
  await sql`
    with content as (
      insert into audit_contents (audit_id, actor_id, subject_id, reason, details)
      values (uuid_v7(), ${actorId}::uuid, ${subjectId ?? null}::uuid, ${reason ?? null}, ${JSON.stringify(details)})
      returning *)
    insert into audit_log (id, at, actor_kind, actor_id, action, subject_id, fields, content_digest)
    select audit_id, ${at}, ${actor.kind}, actor_id, ${action}, subject_id, ${fields}::text[], audit_content_digest(salt, reason, details)
    from content`.execute(tx)
}
