import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

type Row = {
  id: string
  at: Date
  actor_id: string | null
  actor_kind: string
  actor_name: string | null
  action: string
  subject_id: string | null
  subject_name: string | null
  reason: string | null
  details: Record<string, unknown>
}

type Wish = {
  actor?: string | undefined
  subject?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
  limit: number
}

/** One more than asked for tells of more. Ids grow with time: they are the order and the cursor. */
export async function list(db: Db, { actor, subject, action, from, to, before, limit }: Wish): Promise<Row[]> {
  const terms: RawBuilder<unknown>[] = [sql`true`]
  if (actor) terms.push(sql`l.actor_id = ${actor}`)
  if (subject) terms.push(sql`l.subject_id = ${subject}`)
  if (action) terms.push(sql`l.action = ${action}`)
  if (from) terms.push(sql`l.at >= ${from}::timestamptz`)
  if (to) terms.push(sql`l.at < ${to}::timestamptz`)
  if (before) terms.push(sql`l.id < ${before}`)
  const { rows } = await sql<Row>`
    select l.*, a.first_name || ' ' || a.last_name as actor_name, s.first_name || ' ' || s.last_name as subject_name
    from audit_log l left join accounts a on a.id = l.actor_id left join accounts s on s.id = l.subject_id
    where ${sql.join(terms, sql` and `)} order by l.id desc limit ${limit + 1}`.execute(db)
  return rows
}
