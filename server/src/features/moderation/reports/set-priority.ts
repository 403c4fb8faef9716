import type { Priority, Report } from '@kindred/contract'
import type { Viewer } from '../../../http/session.ts'
import { decideReport } from './decide-report.ts'
import type { Calling } from './notify-staff.ts'
import { recordChange } from './record-change.ts'
import { updateReport } from './reports.sql.ts'
import { dueAfter, rankOf } from './rules.ts'

export const setPriority = (
  context: Calling,
  viewer: Viewer,
  id: string,
  priority: Priority,
  reason: string | undefined,
): Promise<Report> =>
  decideReport(context, viewer, id, async (work, row) => {
    const urgency = { priority, detail: row.detail }
    // The new deadlines count from when the clocks began, as if the report had had this priority all the time.
    const due = dueAfter(urgency, row.clocks_from)
    const values = { priority, priority_rank: rankOf(urgency), first_due_at: due.first, resolve_due_at: due.resolve }
    const after = await updateReport(work.tx, row, values, work.now)
    const staffId = viewer.account.id
    await recordChange(work, id, { staffId, what: 'priority', before: row.priority, after: priority, reason })
    return after
  })
