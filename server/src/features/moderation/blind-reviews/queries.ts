import type { ProblemType, ReportDetail, SecondAnswer, BlindReviewState } from '@kindred/contract'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { BlindReviews } from '../../../infra/db/schema.ts'
import { hasRightInSql, type RoleColumns } from '../../../infra/staff.ts'
import type { Detected } from '../reports/rules.ts'

export type AgreementRow = {
  of: 'all' | 'kind' | 'rule'
  kind: SecondAnswer | null
  rule: number | null
  title: string | null
  answered: number
  agreed: number
}

export const countAgreement = async (db: Db, since: Date): Promise<AgreementRow[]> =>
  (
    await sql<AgreementRow>`
      select case grouping(d.kind, d.rule) when 1 then 'kind' when 2 then 'rule' else 'all' end as of, d.kind, d.rule,
        max(d.rule_title) as title, count(*)::int as answered,
        case grouping(d.kind, d.rule) when 1 then count(*) filter (where l.same_kind)
          when 2 then count(*) filter (where l.same_rule)
          else count(*) filter (where l.same_kind and l.same_rule) end::int as agreed
      from blind_reviews l join decisions d on d.id = l.decision_id
      where l.answered_at >= ${since}
      group by grouping sets ((), (d.kind), (d.rule)) order by answered desc, d.kind, d.rule`.execute(db)
  ).rows

// Conditions on staff (known, or in a row) who review a decision `d` blindly or read a review.

type Judge = { id: RawBuilder<unknown>; isAdmin: RawBuilder<boolean> }

export const judgeOf = ({ id, is_admin }: { id: string } & RoleColumns): Judge => ({
  id: sql`${id}::uuid`,
  isAdmin: is_admin ? sql<boolean>`true` : sql<boolean>`false`,
})

const reportsBehind = sql`(select d.report_id as id where d.report_id is not null
  union select c.report_id from decision_reports c where c.decision_id = d.id)`

const reporters = sql`(select r.reporter_id from ${reportsBehind} b join reports r on r.id = b.id
  where r.reporter_id is not null)`

/**
 * No one reads reviews about themselves or someone they reported, and only administrators read those about staff and
 * their reports.
 */
const mayRead = ({ id, isAdmin }: Judge): RawBuilder<boolean> => sql<boolean>`(
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
const mayAnswer = (judge: Judge): RawBuilder<boolean> => sql<boolean>`(${mayRead(judge)}
  and d.decided_by <> ${judge.id} and d.ended_by is distinct from ${judge.id}
  and ${judge.id} not in (select t.id from ${helpers} t where t.id is not null)
  and not exists (select from blind_review_readers k where k.decision_id = d.id and k.account_id = ${judge.id}))`

const hasJudge = sql<boolean>`exists (select from identity_people o
  where ${hasRightInSql('o', 'decide')} and o.state = 'active' and o.email_verified_at is not null
    and ${mayAnswer({ id: sql`o.id`, isAdmin: sql<boolean>`o.is_admin` })})`

/** A scalar subquery, so that it is evaluated for each row separately. */
export const waitsFor = (judge: Judge, decision: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`coalesce((
  select ${mayAnswer(judge)} from blind_reviews w join decisions d on d.id = w.decision_id
  where w.decision_id = ${decision} and w.state = 'open'), false)`

/** True if the viewer may have to review this decision without knowing it. */
export const isBlindTo = async (db: Db, viewer: Parameters<typeof judgeOf>[0], decisionId: string): Promise<boolean> =>
  (await sql<{ waits: boolean }>`select ${waitsFor(judgeOf(viewer), sql`${decisionId}::uuid`)} as waits`.execute(db))
    .rows[0]?.waits ?? false

export type ReportBehind = {
  id: string
  problem_type: ProblemType
  detail: ReportDetail | null
  description: string
  detection: Detected[] | null
  created_at: Date
}

const MOST_REPORTS = 20

export const findReportsBehind = async (db: Db, decisionId: string): Promise<ReportBehind[]> =>
  (
    await sql<ReportBehind>`
      select r.id, r.problem_type, r.detail, r.description, r.detection, r.created_at from decisions d
        cross join lateral ${reportsBehind} b join reports r on r.id = b.id
      where d.id = ${decisionId}
      order by r.id = d.report_id desc nulls last, r.created_at, r.id limit ${MOST_REPORTS}`.execute(db)
  ).rows

export async function countStrikesBefore(db: Db, decisionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from decisions d join decisions e on e.subject_id = d.subject_id
    where d.id = ${decisionId} and e.id <> d.id and e.in_force_at <= d.created_at and e.strike_until > d.created_at
      and e.state in ('in_force', 'expired', 'lifted')`.execute(db)
  return rows[0]?.count ?? 0
}

// Staff who have read a decision can't review its case blindly, so what they are shown is recorded here.

const mayBeJudged = sql`(d.settled_at is null and d.state in ('waiting', 'in_force')
  or exists (select from blind_reviews l where l.decision_id = d.id and l.state = 'open'))`

export const aboutPerson = (id: string) => sql`d.subject_id = ${id}`

export const aboutAnyOf = (ids: readonly string[]) => sql`d.subject_id = any(${ids}::uuid[])`

export const anyOf = (ids: readonly string[]) => sql`d.id = any(${ids}::uuid[])`

export const behindReport = (id: string) =>
  sql`d.id in (select b.id from decisions b where b.report_id = ${id}
    union select c.decision_id from decision_reports c where c.report_id = ${id})`

/** Decisions `d` that may still be selected. An exported audit log reveals nothing about those already selected. */
export const everyPending = sql`d.settled_at is null`

/**
 * A condition on entries `l` of the audit log. While a blind review is open, it hides entries about the review's
 * subject since the decision, and about the reports behind it, from staff who neither took part in the decision nor
 * read it.
 */
const mayReadEntries = (readerId: string) => sql<boolean>`not exists (
  with blind as (
    select d.* from blind_reviews k join decisions d on d.id = k.decision_id
    where k.state = 'open' and d.decided_by is distinct from ${readerId} and d.ended_by is distinct from ${readerId}
      and not exists (select from blind_review_readers r where r.decision_id = d.id and r.account_id = ${readerId})
      and not exists (select from approvals p where p.decision_id = d.id
        and ${readerId} in (p.requested_by, p.decided_by)))
  select from (
    select b.subject_id, b.created_at as since from blind b
    union all select b.report_id, '-infinity' from blind b where b.report_id is not null
    union all select r.report_id, '-infinity' from blind b join decision_reports r on r.decision_id = b.id) b
  where b.subject_id = l.subject_id and l.at >= b.since)`

export const auditReader = (id: string) => ({ id, mayRead: mayReadEntries(id) })

/**
 * Records a reader of those decisions `d` that can still be reviewed blindly. Deletes reviews that have no possible
 * reviewer left.
 */
export async function noteReader(db: Db, readerId: string, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into blind_review_readers (decision_id, account_id) select d.id, ${readerId}::uuid from decisions d
    where ${which} and ${mayBeJudged} on conflict do nothing returning decision_id as id`.execute(db)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await sql`delete from blind_reviews l using decisions d
    where d.id = l.decision_id and ${anyOf(ids)} and l.state = 'open' and not ${hasJudge}`.execute(db)
}

type Narrowed = { state: BlindReviewState; kind: SecondAnswer | null }
export type LookRow = Omit<Selectable<BlindReviews>, keyof Narrowed> &
  Narrowed & { answerer: string | null; raiser: string | null; closer: string | null }

export async function insertLook(tx: Tx, decisionId: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into blind_reviews (decision_id, drawn_at) select d.id, ${now} from decisions d
    where d.id = ${decisionId} and d.decided_by is not null and ${hasJudge}
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

export type Page = { before?: string | undefined; limit: number }

const isBefore = ({ before }: Page) =>
  before ? sql`(l.drawn_at, l.id) < (select drawn_at, id from blind_reviews where id = ${before})` : sql`true`

type WaitingRow = { id: string; name: string; drawn_at: Date }

const waiting = (judge: Judge, only: RawBuilder<unknown>) => sql`
  select l.id, s.full_name as name, l.drawn_at from blind_reviews l join decisions d on d.id = l.decision_id
    join identity_people s on s.id = d.subject_id
  where l.state = 'open' and s.state <> 'erased' and ${only} and ${mayAnswer(judge)}`

export const findWaiting = async (db: Db, judge: Judge, page: Page): Promise<WaitingRow[]> =>
  (
    await sql<WaitingRow>`${waiting(judge, isBefore(page))}
      order by l.drawn_at desc, l.id desc limit ${page.limit}`.execute(db)
  ).rows

export async function countLooks(db: Db, judge: Judge, most: number, settles: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    (${waiting(judge, sql`true`)} limit ${most})
    union all (select l.id, null, null from blind_reviews l join decisions d on d.id = l.decision_id
      where l.state = 'raised' and ${settles} and ${mayRead(judge)} limit ${most})) l`.execute(db)
  return Math.min(rows[0]?.count ?? 0, most)
}

export async function findDecisionToJudge(db: Db, judge: Judge, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ decision_id: string }>`
    select l.decision_id from blind_reviews l join decisions d on d.id = l.decision_id
      join identity_people s on s.id = d.subject_id
    where l.id = ${id} and l.state = 'open' and s.state <> 'erased' and ${mayAnswer(judge)}`.execute(db)
  return rows[0]?.decision_id
}

const withNames = (looks: RawBuilder<unknown>) => sql<LookRow>`
  select l.*, a.full_name as answerer, r.full_name as raiser, c.full_name as closer from (${looks}) l
    left join identity_people a on a.id = l.answered_by left join identity_people r on r.id = l.raised_by
    left join identity_people c on c.id = l.closed_by
  order by l.drawn_at desc, l.id desc`

const readable = (judge: Judge, only: RawBuilder<unknown>) => sql`
  select l.* from blind_reviews l join decisions d on d.id = l.decision_id where ${only} and ${mayRead(judge)}`

export const findLooks = async (db: Db, judge: Judge, page: Page, isRaised: boolean): Promise<LookRow[]> =>
  (
    await withNames(
      sql`${readable(judge, sql`l.state ${isRaised ? sql`= 'raised'` : sql`<> 'open'`} and ${isBefore(page)}`)}
        order by l.drawn_at desc, l.id desc limit ${page.limit}`,
    ).execute(db)
  ).rows

/** A review that this person may read, or may complete while it is open. */
export const findLook = async (db: Db | Tx, judge: Judge, id: string): Promise<LookRow | undefined> =>
  (await withNames(readable(judge, sql`l.id = ${id} and (l.state <> 'open' or ${mayAnswer(judge)})`)).execute(db))
    .rows[0]

export const lockLook = (tx: Tx, id: string) => sql`select from blind_reviews where id = ${id} for update`.execute(tx)

export const saveLook = (tx: Tx, id: string, values: Updateable<BlindReviews>) =>
  tx.updateTable('blind_reviews').set(values).where('id', '=', id).execute()

const tookPart = (id: RawBuilder<unknown>) => sql<boolean>`(d.decided_by is not distinct from ${id}
  or l.raised_by is not distinct from ${id}
  or exists (select from approvals a where a.decision_id = d.id and a.decided_by = ${id}))`

export async function isForAnotherCloser(tx: Tx, lookId: string, closerId: string): Promise<boolean> {
  const judge: Judge = { id: sql`o.id`, isAdmin: sql<boolean>`o.is_admin` }
  const { rows } = await sql`select from blind_reviews l join decisions d on d.id = l.decision_id, identity_people o
    where l.id = ${lookId} and ${tookPart(sql`${closerId}::uuid`)}
      and ${hasRightInSql('o', 'approve')} and o.id <> ${closerId} and o.state = 'active'
      and o.email_verified_at is not null and not ${tookPart(sql`o.id`)} and ${mayRead(judge)}`.execute(tx)
  return rows.length > 0
}
