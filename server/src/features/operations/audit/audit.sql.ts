import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

export type EntryRow = {
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

export type AuditFilters = {
  actor?: string | undefined
  subject?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
}

/**
 * A condition on `audit_log l` with its contents `c`: true if an entry would reveal to its reader who reported them, or
 * who decided about them. Staff who handle the report still see it.
 */
const isHiddenFrom = (readerId: string) => sql<boolean>`(
  l.subject_id = ${readerId} and c.details ?| array['decision', 'decisions']
  or c.details ->> 'about' = ${readerId}::text
  or array[l.subject_id::text, c.details ->> 'report', c.details ->> 'report_id']
    && array(select r.report_id::text from moderation_reported r where r.about_id = ${readerId}))`

export function matchesAuditFilters(
  readerId: string,
  { actor, subject, action, from, to, before }: AuditFilters,
): RawBuilder<unknown> {
  const terms: RawBuilder<unknown>[] = [sql`${isHiddenFrom(readerId)} is not true`]
  if (actor) terms.push(sql`l.actor_id = ${actor}`)
  if (subject) terms.push(sql`l.subject_id = ${subject}`)
  if (action) terms.push(sql`l.action = ${action}`)
  if (from) terms.push(sql`l.at >= ${from}::timestamptz`)
  if (to) terms.push(sql`l.at < ${to}::timestamptz`)
  if (before) terms.push(sql`(l.at, l.id) < (select at, id from audit_log where id = ${before})`)
  return sql.join(terms, sql` and `)
}

/** `mayRead` is a condition on entries `l` of the log, defined by `moderation`. */
export type AuditReader = { id: string; mayRead: RawBuilder<boolean> }

export async function findEntries(
  db: Db,
  reader: AuditReader,
  filters: AuditFilters,
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select l.*, c.reason, c.details, a.full_name as actor_name, s.full_name as subject_name
    from audit_log l left join audit_contents c on c.audit_id = l.id
      left join identity_people a on a.id = l.actor_id left join identity_people s on s.id = l.subject_id
    where ${matchesAuditFilters(reader.id, filters)} and ${reader.mayRead}
    order by l.at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

export const findAdministrators = (db: Db) =>
  db
    .selectFrom('identity_people')
    .select(['id', sql<string>`trim(full_name)`.as('name')])
    .where((eb) => eb.or([eb('is_admin', '=', true), eb('staff_role', 'is not', null)]))
    .orderBy('first_name')
    .limit(500)
    .execute()

/** The statement skips from one action to the next in the index instead of reading all entries. */
export async function findActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive kinds as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > k.action order by l.action limit 1) from kinds k
      where k.action is not null)
    select action from kinds where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
