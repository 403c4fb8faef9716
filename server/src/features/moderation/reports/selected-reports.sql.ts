import type { ReportStatus } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

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
