import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

export type ReportFigures = {
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

export async function findReportFigures(db: Db, now: Date, only: RawBuilder<boolean>): Promise<ReportFigures> {
  const { rows } = await sql<ReportFigures>`
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
  const [figures] = rows
  if (!figures) throw new Error('An aggregate without groups returned no row.')
  return figures
}
