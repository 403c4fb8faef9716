import type { Viewer } from '../../../http/session.ts'
import { isAnyHeld } from '../evidence/legal-holds.sql.ts'
import { audit } from '../../operations/index.ts'
import { assertMayHandle } from './assert-may-handle.ts'
import { assertCurrentVersion, type Calling, notifyStaff } from './notify-staff.ts'
import { noReport } from './read-reports.ts'
import { deleteReportRow, lockReport } from './reports.sql.ts'
import { Refusal } from '../refusals.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

/** Deletes a report. The audit log keeps what it was, without anything that anyone wrote. */
export async function deleteReport(context: Calling, viewer: Viewer, id: string): Promise<void> {
  await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const row = await lockReport(work.tx, id)
    if (!row) throw noReport()
    await assertMayHandle(work.tx, viewer.account, id)
    await assertCurrentVersion(work, row)
    if (await isAnyHeld(work.tx, [row.about_id, row.reporter_id])) throw new Refusal('held')
    const { problem_type, status, priority, reporter_id, about_id, created_at } = row
    await deleteReportRow(work.tx, id)
    await audit(work, {
      action: 'report.deleted',
      subjectId: id,
      details: {
        problem_type,
        status,
        priority,
        reporter: reporter_id,
        about: about_id,
        created: created_at.toISOString(),
      },
    })
    notifyStaff(work)
  })
}
