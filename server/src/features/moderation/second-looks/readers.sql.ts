import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { hasJudge } from './who-may.sql.ts'

// Staff who have read a decision can't review its case blindly, so what they are shown is recorded here.

const mayBeJudged = sql`(d.settled_at is null and d.state in ('waiting', 'in_force')
  or exists (select from second_looks l where l.decision_id = d.id and l.state = 'open'))`

export const aboutPerson = (id: string) => sql`d.subject_id = ${id}`

export const aboutAnyOf = (ids: readonly string[]) => sql`d.subject_id = any(${ids}::uuid[])`

export const anyOf = (ids: readonly string[]) => sql`d.id = any(${ids}::uuid[])`

export const behindReport = (id: string) =>
  sql`d.id in (select b.id from decisions b where b.report_id = ${id}
    union select c.decision_id from decision_reports c where c.report_id = ${id})`

/** Decisions `d` that may still be selected. The file reveals nothing about those already selected. */
export const everyPending = sql`d.settled_at is null`

/**
 * A condition on entries `l` of the audit log. It leaves out entries about people whose decision this reader may have
 * to review blindly, from that decision on, and about the reports behind it. The review is open, and the reader has
 * neither taken part in the decision nor read it.
 */
const mayRead = (readerId: string) => sql<boolean>`not exists (
  with blind as (
    select d.* from second_looks k join decisions d on d.id = k.decision_id
    where k.state = 'open' and d.decided_by is distinct from ${readerId} and d.ended_by is distinct from ${readerId}
      and not exists (select from second_look_readers r where r.decision_id = d.id and r.account_id = ${readerId})
      and not exists (select from approvals p where p.decision_id = d.id
        and ${readerId} in (p.requested_by, p.decided_by)))
  select from (
    select b.subject_id, b.created_at as since from blind b
    union all select b.report_id, '-infinity' from blind b where b.report_id is not null
    union all select r.report_id, '-infinity' from blind b join decision_reports r on r.decision_id = b.id) b
  where b.subject_id = l.subject_id and l.at >= b.since)`

export const auditReader = (id: string) => ({ id, mayRead: mayRead(id) })

/**
 * Records a reader of these decisions `d`, as far as they can still be reviewed blindly. A review without any possible
 * reviewer left ends.
 */
export async function noteReader(db: Db, readerId: string, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into second_look_readers (decision_id, account_id) select d.id, ${readerId}::uuid from decisions d
    where ${which} and ${mayBeJudged} on conflict do nothing returning decision_id as id`.execute(db)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await sql`delete from second_looks l using decisions d
    where d.id = l.decision_id and ${anyOf(ids)} and l.state = 'open' and not ${hasJudge}`.execute(db)
}
