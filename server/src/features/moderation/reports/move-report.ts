import { type Report, type ReportStatus, transitions, message, type MessageDescriptor } from '@kindred/contract'
import type { Viewer } from '../../../http/session.ts'
import { record } from '../../delivery/index.ts'
import { Refusal } from '../refusals.ts'
import { decideReport } from './decide-report.ts'
import type { Calling } from './notify-staff.ts'
import { recordChange } from './record-change.ts'
import { type ReportRow, updateReport, wasAppealed } from './reports.sql.ts'
import { dueAfter, isClosed } from './rules.ts'
import { topicOf } from './to-report.ts'
import type { Work } from '../../../work.ts'

const notices: Record<ReportStatus, MessageDescriptor> = {
  pending: message('Your report is open again'),
  in_progress: message('We’re looking into your report'),
  resolved: message('Your report is resolved'),
  closed: message('Your report is closed'),
  rejected: message('We reviewed your report and didn’t find a violation'),
}

/** Includes how to appeal, which the law requires. There is one appeal for each report. */
const appealable: Partial<Record<ReportStatus, MessageDescriptor>> = {
  resolved: message('Your report is resolved. You can appeal this within 6 months.'),
  closed: message('Your report is closed. You can appeal this within 6 months.'),
  rejected: message('We reviewed your report and didn’t find a violation. You can appeal this within 6 months.'),
}

/** The deadlines after a change of status. A reopened report has as much time as a new one. */
function clocksAfter(row: ReportRow, status: ReportStatus, now: Date) {
  if (isClosed(status)) return { closed_at: isClosed(row.status) ? row.closed_at : now, next_due_at: null }
  if (!isClosed(row.status)) return { closed_at: null }
  const due = dueAfter(row, now)
  return { closed_at: null, clocks_from: now, first_due_at: due.first, resolve_due_at: due.resolve }
}

export type Move = { staffId: string; status: ReportStatus; reason: string | undefined }

export async function changeStatus(work: Work, row: ReportRow, { staffId, status, reason }: Move): Promise<ReportRow> {
  const before = row.status
  if (!transitions[before].includes(status)) throw new Refusal(`transition:${before}:${status}`)
  const after = await updateReport(work.tx, row, { status, ...clocksAfter(row, status, work.now) }, work.now)
  await recordChange(work, row.id, { staffId, what: 'status', before, after: status, reason })
  return after
}

export async function notifyReporter(
  work: Work<'bus' | 'jobs'>,
  { id, reporter_id, status }: Pick<ReportRow, 'id' | 'reporter_id' | 'status'>,
): Promise<void> {
  if (!reporter_id) return
  const notice = (!(await wasAppealed(work.tx, id)) && appealable[status]) || notices[status]
  await record(work, {
    to: reporter_id,
    kind: 'report',
    topic: topicOf(id),
    details: { ...notice, link: `/support?report=${id}` },
  })
}

export async function moveLockedReport(work: Work<'bus' | 'jobs'>, row: ReportRow, move: Move): Promise<ReportRow> {
  const after = await changeStatus(work, row, move)
  await notifyReporter(work, after)
  return after
}

export const setStatus = (
  context: Calling,
  viewer: Viewer,
  id: string,
  status: ReportStatus,
  reason: string | undefined,
): Promise<Report> =>
  decideReport(context, viewer, id, (work, row) =>
    moveLockedReport(work, row, { staffId: viewer.account.id, status, reason }),
  )
