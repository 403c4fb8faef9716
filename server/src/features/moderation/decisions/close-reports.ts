import { reportStatuses } from '@kindred/contract'
import { changeStatus, notifyReporter } from '../reports/move-report.ts'
import { notifyStaff } from '../reports/notify-staff.ts'
import { recordChange } from '../reports/record-change.ts'
import { lockReport, updateReport } from '../reports/reports.sql.ts'
import type { Work } from '../../../work.ts'
import { findClosed, insertClosed, lockOpenReports } from './reports.sql.ts'

type About = { id: string; subject_id: string }
type Closer = { id: string; in_force_at: Date | null }

/** Reporters are notified once the decision can't be undone. */
export async function closeReports(work: Work<'bus'>, { id, subject_id }: About, staffId: string): Promise<void> {
  const closed = []
  for (const reportId of await lockOpenReports(work.tx, subject_id)) {
    const row = await lockReport(work.tx, reportId)
    if (!row) continue
    await changeStatus(work, row, { staffId, status: 'resolved', reason: undefined })
    closed.push({ report_id: reportId, status_before: row.status, next_due_before: row.next_due_at })
  }
  await insertClosed(work.tx, id, closed)
  if (closed.length > 0) notifyStaff(work)
}

export async function reopenReports(work: Work<'bus'>, decisionId: string, staffId: string): Promise<void> {
  for (const { report_id, status_before, next_due_before } of await findClosed(work.tx, decisionId)) {
    const row = await lockReport(work.tx, report_id)
    const status = reportStatuses.find((each) => each === status_before)
    if (row?.status !== 'resolved' || !status) continue
    await updateReport(work.tx, row, { status, closed_at: null, next_due_at: next_due_before }, work.now)
    const change = { staffId, what: 'status', before: row.status, after: status, reason: undefined }
    await recordChange(work, report_id, change)
  }
  notifyStaff(work)
}

/**
 * Leaves out reports that someone has changed since then. A report that was reopened and resolved again has ended
 * later.
 */
export async function findStillClosed(work: Work, { id, in_force_at: at }: Closer): Promise<string[]> {
  const found = []
  for (const { report_id } of await findClosed(work.tx, id)) {
    const row = await lockReport(work.tx, report_id)
    if (row?.status === 'resolved' && row.closed_at?.getTime() === at?.getTime()) found.push(report_id)
  }
  return found
}

export async function notifyReporters(work: Work<'bus' | 'jobs'>, decisionId: string): Promise<void> {
  for (const { report_id } of await findClosed(work.tx, decisionId)) {
    const row = await lockReport(work.tx, report_id)
    if (row?.status === 'resolved') await notifyReporter(work, row)
  }
}
