import { sql, type RawBuilder } from 'kysely'
import { hasRightInSql, type RoleColumns } from '../../../infra/staff.ts'

// Conditions on staff (known, or of a row) for reviewing a decision `d` blindly, and for reading a review.

export type Judge = { id: RawBuilder<unknown>; isAdmin: RawBuilder<boolean> }

export const judgeOf = ({ id, is_admin }: { id: string } & RoleColumns): Judge => ({
  id: sql`${id}::uuid`,
  isAdmin: is_admin ? sql<boolean>`true` : sql<boolean>`false`,
})

export const reportsBehind = sql`(select d.report_id as id where d.report_id is not null
  union select c.report_id from decision_reports c where c.decision_id = d.id)`

const reporters = sql`(select r.reporter_id from ${reportsBehind} b join reports r on r.id = b.id
  where r.reporter_id is not null)`

/**
 * No one reads reviews about themselves or someone they reported, and only administrators read those about staff and
 * their reports.
 */
export const mayRead = ({ id, isAdmin }: Judge): RawBuilder<boolean> => sql<boolean>`(
  d.subject_id <> ${id} and ${id} not in ${reporters}
  and (${isAdmin} or not exists (select from identity_people s
    where (s.is_admin or s.staff_role is not null) and (s.id = d.subject_id or s.id in ${reporters}))))`

const helpers = sql`(
  select unnest(array[a.requested_by, a.decided_by]) as id from approvals a where a.decision_id = d.id
  union all select a.decided_by from appeals a where a.decision_id = d.id
  union all select h.actor_id from ${reportsBehind} b join report_history h on h.report_id = b.id)`

/**
 * Anyone who made, approved, ended or has read a decision, or worked on a report of it, can't review the case. Each
 * subquery starts at the decision: it returns a few rows, however much staff have done.
 */
export const mayAnswer = (judge: Judge): RawBuilder<boolean> => sql<boolean>`(${mayRead(judge)}
  and d.decided_by <> ${judge.id} and d.ended_by is distinct from ${judge.id}
  and ${judge.id} not in (select t.id from ${helpers} t where t.id is not null)
  and not exists (select from second_look_readers k where k.decision_id = d.id and k.account_id = ${judge.id}))`

export const hasJudge = sql<boolean>`exists (select from identity_people o
  where ${hasRightInSql('o', 'decide')} and o.state = 'active' and o.email_verified_at is not null
    and ${mayAnswer({ id: sql`o.id`, isAdmin: sql<boolean>`o.is_admin` })})`

/** A scalar, so that it is evaluated for each row separately. */
export const waitsFor = (judge: Judge, decision: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`coalesce((
  select ${mayAnswer(judge)} from second_looks w join decisions d on d.id = w.decision_id
  where w.decision_id = ${decision} and w.state = 'open'), false)`
