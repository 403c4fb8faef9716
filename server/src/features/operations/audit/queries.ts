import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

type Row = {
  id: string
  at: Date
  actor_id: string | null
  actor_kind: string
  actor_name: string | null
  action: string
  subject_id: string | null
  subject_name: string | null
  fields: string[]
  reason: string | null
  details: Record<string, unknown> | null
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

/** One more than asked for tells of more. */
export async function list(db: Db, { actor, subject, action, from, to, before, limit }: Wish): Promise<Row[]> {
  const terms: RawBuilder<unknown>[] = [sql`true`]
  if (actor) terms.push(sql`l.actor_id = ${actor}`)
  if (subject) terms.push(sql`l.subject_id = ${subject}`)
  if (action) terms.push(sql`l.action = ${action}`)
  if (from) terms.push(sql`l.at >= ${from}::timestamptz`)
  if (to) terms.push(sql`l.at < ${to}::timestamptz`)
  if (before) terms.push(sql`(l.at, l.id) < (select at, id from audit_log where id = ${before})`)
  const { rows } = await sql<Row>`
    select l.*, c.reason, c.details, a.full_name as actor_name, s.full_name as subject_name
    from audit_log l left join audit_contents c on c.audit_id = l.id left join identity_people a on a.id = l.actor_id left join identity_people s on s.id = l.subject_id
    where ${sql.join(terms, sql` and `)} order by l.at desc, l.id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** Who may be meant by `who`: the administrators of today. */
export const staff = (db: Db) =>
  db
    .selectFrom('identity_people')
    .select(['id', 'first_name', 'last_name'])
    .where('is_admin', '=', true)
    .orderBy('first_name')
    .limit(500)
    .execute()

/** Every kind of thing that was ever done, by leaping from one to the next in the index. */
export async function actions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive kinds as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > k.action order by l.action limit 1) from kinds k
      where k.action is not null)
    select action from kinds where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
