import { normalized, type ReportFilters, type ReportQuery, type ReportStatus } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import { type ReportRow, reportsWithNames } from './queries.ts'
import { type Db, NO_PLAN_CACHE } from '../../../infra/db/db.ts'
import { hasWords } from '../../../infra/db/search.ts'

const columns = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  priority: 'priority_rank',
  status: 'status',
  due: 'due_at',
} as const

/**
 * For a reporter's own reports, the sorting must reveal nothing that the reports themselves don't
 * (read-reports.ts).
 */
const ownColumns: Record<keyof typeof columns, RawBuilder<unknown>> = {
  createdAt: sql`r.created_at`,
  updatedAt: sql`greatest(r.created_at,
    (select max(p.at) from report_replies p where p.report_id = r.id and not p.is_internal),
    (select max(h.at) from report_history h where h.report_id = r.id and h.what = 'status'))`,
  priority: sql`r.created_at`,
  status: sql`r.status`,
  due: sql`r.created_at`,
}

type ListFilters = ReportFilters & { reporter?: string; only?: RawBuilder<boolean>; now: Date }

function terms(filters: ListFilters, search: RawBuilder<boolean> | null): RawBuilder<unknown> {
  const { reporter, only, status, problem_type, detail, priority, assignee, user, label, from, to, overdue, now } =
    filters
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (only) all.push(only)
  if (reporter) all.push(sql`r.reporter_id = ${reporter}`)
  if (status) all.push(sql`r.status = ${status}`)
  if (problem_type) all.push(sql`r.problem_type = ${problem_type}`)
  if (detail) all.push(sql`r.detail = ${detail}`)
  if (priority) all.push(sql`r.priority = ${priority}`)
  if (assignee) all.push(assignee === 'none' ? sql`r.assignee_id is null` : sql`r.assignee_id = ${assignee}`)
  if (user) all.push(sql`(r.reporter_id = ${user} or r.about_id = ${user})`)
  if (label) all.push(sql`r.id in (select report_id from report_labels where label_id = ${label})`)
  if (from) all.push(sql`r.created_at >= ${from}::timestamptz`)
  if (to) all.push(sql`r.created_at < ${to}::timestamptz`)
  if (overdue) all.push(sql`r.status in ('pending', 'in_progress') and r.due_at < ${now}`)
  if (search) all.push(search)
  return sql.join(all, sql` and `)
}

const idIn = (text: string) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null)

/** Matches words of the description, words about the reporter, the whole id, or the six characters shown on screens. */
const matching = (text: string): RawBuilder<boolean> => sql<boolean>`(${hasWords(sql`folded(r.description)`, text)}
    or right(r.id::text, 6) = ${text.toLowerCase()} or r.id = ${idIn(text)}
    or r.reporter_id in (
      select id from identity_people where ${hasWords(sql`words`, text)} and state <> 'erased'))`

/** The maximum that a search finds by its indexes. A larger count scans all reports. */
export const FEW = 500

/**
 * A search of each index, with its own statement, finds a rare text. For a common one, scanning the newest reports is
 * fast enough.
 */
async function searchCondition(db: Db, text: string | undefined): Promise<RawBuilder<boolean> | null> {
  if (!text) return null
  const { rows } = await sql<{ id: string }>`${NO_PLAN_CACHE}
    (select id from reports where ${hasWords(sql`folded(description)`, text)} limit ${FEW})
    union (select id from reports where right(id::text, 6) = ${text.toLowerCase()} limit ${FEW})
    union (select id from reports where id = ${idIn(text)})
    union (select r.id from identity_people a join reports r on r.reporter_id = a.id
      where ${hasWords(sql`a.words`, text)} and a.state <> 'erased' limit ${FEW})`.execute(db)
  return rows.length < FEW ? sql<boolean>`r.id = any(${rows.map(({ id }) => id)}::uuid[])` : matching(text)
}

export async function conditionOf(db: Db, filters: ListFilters): Promise<RawBuilder<unknown>> {
  const search = filters.search && normalized(filters.search.trim(), 'NFC')
  return terms(filters, await searchCondition(db, search))
}

type ReportPage = Pick<ReportQuery, 'page' | 'limit' | 'sortBy' | 'sortOrder'>

export async function pageOfReports(
  db: Db,
  condition: RawBuilder<unknown>,
  { page, limit, sortBy, sortOrder, overdue }: ReportPage & Pick<ReportFilters, 'overdue'>,
  isOwn: boolean,
): Promise<ReportRow[]> {
  const order = isOwn ? ownColumns[sortBy] : sql.ref(`r.${columns[sortBy]}`)
  const direction = sql.raw(sortOrder)
  // Closed reports have no due date and come last in both directions. For overdue reports, which are never closed, the
  // clause would only keep a descending sort from using the index.
  const nulls = sortBy === 'due' && !overdue && !isOwn ? sql.raw('nulls last') : sql.raw('')
  const { rows } = await sql<ReportRow>`${NO_PLAN_CACHE} ${reportsWithNames}
    join (select r.id as found, row_number() over () as place from (
      select r.id from reports r where ${condition}
      order by ${order} ${direction} ${nulls}, r.created_at ${direction}, r.id ${direction}
      limit ${limit} offset ${(page - 1) * limit}) r) page
    on page.found = r.id order by page.place`.execute(db)
  return rows
}

const MOST_COUNTED = 10_000

export async function countReports(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`${NO_PLAN_CACHE}
    select count(*)::int as total from (
      select from reports r where ${condition} limit ${MOST_COUNTED}) found`.execute(db)
  return rows[0]?.total ?? 0
}

export async function countByStatus(db: Db, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ status: ReportStatus; count: number }>`
    select r.status, count(*)::int as count from reports r where ${condition} group by 1 order by 1`.execute(db)
  return rows
}

export const selectMovable = (
  condition: RawBuilder<unknown>,
  statuses: readonly ReportStatus[],
): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`select r.id from reports r where ${condition} and r.status = any(${statuses})`

export type ReportStats = {
  total: number
  pending: number
  high: number
  overdue: number
  answered: number
  average: number | null
  median: number | null
  p90: number | null
  by_status: Record<string, number>
  by_type: Record<string, number>
  by_priority: Record<string, number>
  by_month: Record<string, number>
}

const grouped = (column: RawBuilder<unknown>) => sql`coalesce((select jsonb_object_agg(k, n)
    from (select ${column} as k, count(*)::int as n from shown group by 1) g), '{}')`

const answerSeconds = sql`extract(epoch from first_answer_at - created_at)`

type Counting = { now: Date; most: number; only: RawBuilder<boolean> }

export async function countOverdue(db: Db, { now, most, only }: Counting): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from reports r where due_at < ${now} and ${only} limit ${most}) r`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findReportStats(db: Db, now: Date, only: RawBuilder<boolean>): Promise<ReportStats> {
  const { rows } = await sql<ReportStats>`
    with shown as (
      select status, priority, problem_type, due_at, first_answer_at, created_at from reports r where ${only})
    select count(*)::int as total, count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where priority in ('critical', 'high'))::int as high,
      count(*) filter (where due_at < ${now})::int as overdue,
      count(first_answer_at)::int as answered, avg(${answerSeconds})::float8 as average,
      percentile_cont(0.5) within group (order by ${answerSeconds})::float8 as median,
      percentile_cont(0.9) within group (order by ${answerSeconds})::float8 as p90,
      ${grouped(sql`status`)} as by_status, ${grouped(sql`problem_type`)} as by_type,
      ${grouped(sql`priority`)} as by_priority, ${grouped(sql`to_char(created_at, 'YYYY-MM')`)} as by_month
    from shown`.execute(db)
  const [stats] = rows
  if (!stats) throw new Error('An aggregate without groups returned no row.')
  return stats
}
