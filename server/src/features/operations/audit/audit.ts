import type { AuditField } from '@kindred/contract/operations/audit'
import { sql } from 'kysely'
import type { JsonValue } from '../../../infra/db/schema.ts'
import type { Actor, Work } from '../../../work.ts'

export type AuditDetails = { [Field in AuditField]?: JsonValue }

type Entry = {
  action: string
  /** Set it only if someone other than the actor of the unit of work is responsible. */
  actor?: Actor
  subjectId?: string
  reason?: string
  details?: AuditDetails
}

/**
 * Runs in the transaction of the change itself. The log gets ids, the names of fields and a digest. The reason and the
 * details are in a second table, so that they can be erased later. Verifying the log computes the digest independently
 * (chain.ts).
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
    select audit_id, ${now}, ${actor.kind}, actor_id, ${action}, subject_id, ${fields}::text[],
      sha256(convert_to(concat_ws(chr(10), salt, coalesce(encode(sha256(convert_to(reason, 'UTF8')), 'hex'), '-'),
        details::text), 'UTF8'))
    from content`.execute(tx)
}
