import type { Deps } from '../../../deps.ts'
import { findReportFigures, type ReportFigures } from './statistics.sql.ts'

/** With more reports than this, the statistics are cached for five seconds (infra/memory.ts). */
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

export const reportStatistics = async ({ db, memory, clock }: Deps) =>
  toStatistics(
    await memory.cache(
      'report statistics',
      () => findReportFigures(db, clock.now()),
      ({ total }) => total > MANY,
    ),
  )
