import { sql } from 'kysely'
import type { JsonObject } from '../../../infra/db/schema.ts'
import type { Actor, Work } from '../../../work.ts'

export type Entry = {
  action: string
  /** Where somebody else is behind it than the one on whose behalf the work is done. */
  actor?: Actor
  subjectId?: string
  reason?: string
  details?: JsonObject
}

/**
 * Writes down who did what to whom, in the transaction of the change itself. The log gets ids, the names of fields and a
 * digest; what was said goes into a table beside it, from which it can be erased.
 */
export async function audit(
  { tx, now, ...work }: Work,
  { actor = work.actor, action, subjectId, reason, details = {} }: Entry,
): Promise<void> {
  const actorId = 'id' in actor ? actor.id : null
  const fields = Object.keys(details).sort()
  await sql`
    with content as (
      insert into audit_contents (audit_id, actor_id, subject_id, reason, details)
      values (uuid_v7(), ${actorId}::uuid, ${subjectId ?? null}::uuid, ${reason ?? null}, ${JSON.stringify(details)})
      returning *)
    insert into audit_log (id, at, actor_kind, actor_id, action, subject_id, fields, content_digest)
    select audit_id, ${now}, ${actor.kind}, actor_id, ${action}, subject_id, ${fields}::text[], audit_content_digest(salt, reason, details)
    from content`.execute(tx)
}
