import type { Priority, ProblemType, ReportDetail, ReportStatus } from '@kindred/contract'
import { sql, type RawBuilder, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Reports } from '../../../infra/db/schema.ts'
import { nameSeen } from '../../discovery/index.ts'
import type { Detected } from './detected.ts'
import type { Part } from './rules.ts'

export type ReportRow = {
  id: string
  reporter_id: string | null
  reporter_name: string | null
  reporter_email: string | null
  reporter_language: string | null
  about_id: string | null
  about_name: string | null
  has_frozen: boolean
  assignee_id: string | null
  assignee_name: string | null
  public_id: string | null
  evidence: { text?: string; at?: string; withdrawn?: true }
  detection: Detected[] | null
  problem_type: ProblemType
  detail: ReportDetail | null
  description: string
  priority: Priority
  priority_parts: Part[]
  status: ReportStatus
  reply_count: number
  created_at: Date
  updated_at: Date
  version: number
  lease_until: Date | null
  first_answer_at: Date | null
  closed_at: Date | null
  first_due_at: Date
  clocks_from: Date
  next_due_at: Date | null
  resolve_due_at: Date
  due_at: Date | null
}

export const reportsWithNames = sql`select r.*, u.full_name as reporter_name, u.email as reporter_email,
    u.language as reporter_language, a.first_name as about_name, s.full_name as assignee_name,
    exists (select from evidence e where e.report_id = r.id) as has_frozen
  from reports r left join identity_people u on u.id = r.reporter_id
    left join identity_people a on a.id = r.about_id left join identity_people s on s.id = r.assignee_id`

/** The names by which the reporter knows people, who may have another one by now. */
export async function namesForReporter(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string | null>> {
  const name = nameSeen(sql`r.reporter_id`, sql`r.about_id`, sql`coalesce(r.named_at, r.created_at)`)
  const { rows } = await sql<{ id: string; name: string | null }>`
    select r.id, ${name} as name from reports r where r.id = any(${ids}::uuid[]) and r.about_id is not null`.execute(db)
  return new Map(rows.map((row) => [row.id, row.name]))
}

export const findReport = async (db: Db | Tx, id: string): Promise<ReportRow | undefined> =>
  (await sql<ReportRow>`${reportsWithNames} where r.id = ${id}`.execute(db)).rows[0]

export async function lockReport(tx: Tx, id: string): Promise<ReportRow | undefined> {
  await sql`select 1 from reports where id = ${id} for update`.execute(tx)
  return findReport(tx, id)
}

type NewReport = {
  reporter_id: string | null
  detection?: string
  about_id: string | null
  message_id: string | null
  public_id: string | null
  evidence: string
  problem_type: string
  detail: ReportDetail | null
  description: string
  priority: Priority
  priority_rank: number
  priority_parts: string
  created_at: Date
  updated_at: Date
  clocks_from: Date
  first_due_at: Date
  resolve_due_at: Date
  named_at?: Date
}

export const insertReport = (tx: Tx, report: NewReport) =>
  tx.insertInto('reports').values(report).returning('id').executeTakeFirstOrThrow()

type Subject = Record<'about' | 'message' | 'picture', string | null> & {
  type: ProblemType
  detail: ReportDetail | null
}

/** Reports of one person are saved in sequence, so that two concurrent ones don't both count as the first. */
export const lockReporter = (tx: Tx, reporter: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('reports by ' || ${reporter}, 0))`.execute(tx)

export async function findOpenDuplicate(tx: Tx, reporter: string, { type, detail, about, message, picture }: Subject) {
  const { rows } = await sql<{ id: string; priority: Priority; detail: ReportDetail | null }>`
    select id, priority, detail from reports
    where reporter_id = ${reporter} and problem_type = ${type} and detail is not distinct from ${detail}
      and status in ('pending', 'in_progress')
      and about_id is not distinct from ${about}::uuid and message_id is not distinct from ${message}::uuid
      and public_id is not distinct from ${picture}
      and (about_id is not null or message_id is not null or public_id is not null) limit 1 for update`.execute(tx)
  return rows[0]
}

export async function countReporters(tx: Tx, about: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct reporter_id)::int as count from reports
    where about_id = ${about} and status <> 'rejected'`.execute(tx)
  return rows[0]?.count ?? 0
}

type Names = 'reporter_name' | 'reporter_email' | 'about_name' | 'assignee_name' | 'has_frozen'

export async function updateReport(tx: Tx, row: ReportRow, values: Updateable<Reports>, now: Date): Promise<ReportRow> {
  const changed = await tx
    .updateTable('reports')
    .set((eb) => ({ ...values, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .returningAll()
    .$castTo<Omit<ReportRow, Names>>()
    .executeTakeFirstOrThrow()
  return { ...row, ...changed }
}

export const deleteReportRow = (tx: Tx, id: string) => tx.deleteFrom('reports').where('id', '=', id).execute()

const unclaimed = (now: Date, where: RawBuilder<unknown>) => sql`
  select id from reports r
  where ${where} and status in ('pending', 'in_progress') and (lease_until is null or lease_until < ${now})
  order by due_at, priority_rank, created_at limit 1 for update skip locked`

type Claim = { now: Date; until: Date; only: RawBuilder<boolean> }

/**
 * Assigns the unassigned report that is due first, beginning with urgent ones. Two concurrent administrators get
 * different ones.
 */
export async function claimReport(tx: Tx, assignee: string, { now, until, only }: Claim): Promise<string | undefined> {
  const [urgent, others] = [sql`priority_rank < 0 and ${only}`, sql`priority_rank >= 0 and ${only}`]
  const { rows } = await sql<{ id: string }>`
    update reports set assignee_id = ${assignee}, lease_until = ${until} where id = (
      select id from (
        select * from (${unclaimed(now, urgent)}) urgent
        union all select * from (${unclaimed(now, others)}) other) next limit 1) returning id`.execute(tx)
  return rows[0]?.id
}

export const unassignReport = (db: Db, id: string, assignee: string) =>
  db
    .updateTable('reports')
    .set({ lease_until: null, assignee_id: null })
    .where('id', '=', id)
    .where('assignee_id', '=', assignee)
    .execute()

export const wasAppealed = async (tx: Tx, reportId: string): Promise<boolean> =>
  (await tx.selectFrom('appeals').select('id').where('report_id', '=', reportId).executeTakeFirst()) !== undefined
