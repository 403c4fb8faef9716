import { MASKED_GROUP, SMALLEST_GROUP } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { mayAs } from '../../../infra/staff.ts'
import { maskCount, maskGroups } from '../transparency/rules.ts'
import { handledBy } from './assert-may-handle.ts'
import { findReportFigures, type ReportFigures } from './statistics.sql.ts'

/** With more reports than this, the statistics are cached (infra/memory.ts). */
const MANY = 5000

const toStatistics = (figures: ReportFigures) => ({
  total: figures.total,
  pending: figures.pending,
  highPriority: figures.high,
  overdue: figures.overdue,
  avgResponseTime: figures.average,
  medianResponseTime: figures.median,
  p90ResponseTime: figures.p90,
  byStatus: figures.by_status,
  byType: figures.by_type,
  byPriority: figures.by_priority,
  byMonth: figures.by_month,
})

const maskRecord = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    maskGroups(Object.entries(counts).map(([name, count]) => ({ name, count }))).flatMap(({ name, count }) =>
      name === MASKED_GROUP ? [] : [[name, count ?? 0]],
    ),
  )

/** The figures for who may not read reports: a group that is too small, or whose rest is, counts as none. */
function maskFigures(figures: ReportFigures): ReportFigures {
  const { total, answered } = figures
  const part = (count: number) =>
    maskCount(count) === null || (count < total && total - count < SMALLEST_GROUP) ? 0 : count
  const time = (value: number | null) => (answered < SMALLEST_GROUP ? null : value)
  return {
    ...figures,
    total: part(total),
    pending: part(figures.pending),
    high: part(figures.high),
    overdue: part(figures.overdue),
    average: time(figures.average),
    median: time(figures.median),
    p90: time(figures.p90),
    by_status: maskRecord(figures.by_status),
    by_type: maskRecord(figures.by_type),
    by_priority: maskRecord(figures.by_priority),
    by_month: maskRecord(figures.by_month),
  }
}

export async function reportStatistics({ upToDate, memory, clock }: Deps, { account }: Viewer) {
  const figures = await memory.cache(
    `report statistics for ${account.id}`,
    () => findReportFigures(upToDate, clock.now(), handledBy(account)),
    ({ total }) => total > MANY,
  )
  return toStatistics(mayAs(account, 'reports.read') ? figures : maskFigures(figures))
}
