import type { ProblemType, ReportDetail } from '@kindred/contract'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { Detected } from '../reports/detected.ts'
import { reportsBehind } from './who-may.sql.ts'

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
