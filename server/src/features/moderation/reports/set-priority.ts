import type { Priority, Report } from '@kindred/contract'
import type { Viewer } from '../../../http/session.ts'
import { assertCurrentVersion, type Calling, notifyStaff } from './notify-staff.ts'
import { noReport, oneReport } from './read-reports.ts'
import { recordChange } from './record-change.ts'
import { lockReport, updateReport } from './reports.sql.ts'
import { dueAfter, rankOf } from './rules.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

export async function setPriority(
  context: Calling,
  viewer: Viewer,
  id: string,
  priority: Priority,
  reason: string | undefined,
): Promise<Report> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    const row = await lockReport(work.tx, id)
    if (!row) throw noReport()
    await assertCurrentVersion(work, row)
    // The new deadlines count from when the clocks began, as if the report had had this priority all the time.
    const due = dueAfter(priority, row.clocks_from)
    const values = { priority, priority_rank: rankOf[priority], first_due_at: due.first, resolve_due_at: due.resolve }
    await updateReport(work.tx, id, values, work.now)
    await recordChange(work, id, { staffId, what: 'priority', before: row.priority, after: priority, reason })
    await notifyStaff(work)
  })
  return oneReport(context, viewer, id)
}
