import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { Link } from './chain.ts'

const BATCH = 2000

export async function findLinksAfter(db: Db, place: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select c.place, c.audit_id as chained_id, encode(c.previous, 'hex') as previous, encode(c.hash, 'hex') as hash,
      l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
      l.actor_kind, l.actor_id, l.subject_id,
      encode(l.content_digest, 'hex') as content_digest, to_jsonb(l.fields)::text as fields, l.action,
      t.salt, t.reason, t.details::text as details
    from audit_chain c left join audit_log l on l.id = c.audit_id left join audit_contents t on t.audit_id = c.audit_id
    where c.place > ${place} order by c.place limit ${BATCH}`.execute(db)
  return rows
}

export async function findUnchained(db: Db): Promise<{ id: string; logged: boolean } | undefined> {
  const { rows } = await sql<{ id: string; logged: boolean }>`
    select id, true as logged from audit_log l where not exists (select from audit_chain c where c.audit_id = l.id)
    union all
    select audit_id, false from audit_contents t
    where not exists (select from audit_chain c where c.audit_id = t.audit_id)
    order by id, logged desc limit 1`.execute(db)
  return rows[0]
}

export async function findLostHead(db: Db): Promise<{ place: number; at: Date } | undefined> {
  const { rows } = await sql<{ place: number; at: Date }>`
    select h.place, h.at from audit_heads h left join audit_chain c using (place)
    where c.hash is distinct from h.hash order by h.place limit 1`.execute(db)
  return rows[0]
}

export async function saveHead(db: Db, at: Date): Promise<{ place: number; hash: string } | undefined> {
  const { rows } = await sql<{ place: number; hash: string }>`
    insert into audit_heads (place, hash, at)
    select place, hash, ${at} from audit_chain order by place desc limit 1
    on conflict (place) do nothing returning place, encode(hash, 'hex') as hash`.execute(db)
  return rows[0]
}
