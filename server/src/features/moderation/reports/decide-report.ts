import type { Report } from '@kindred/contract'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import { assertCurrentVersion, type Calling, notifyStaff } from './notify-staff.ts'
import { noReport, toOneReport } from './read-reports.ts'
import { assertMayHandle } from './assert-may-handle.ts'
import { lockReport, type ReportRow } from './reports.sql.ts'

type Decide = (work: Work<'bus' | 'jobs'>, row: ReportRow) => Promise<ReportRow>

export async function decideReport(context: Calling, viewer: Viewer, id: string, decide: Decide): Promise<Report> {
  const decided = await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const row = await lockReport(work.tx, id)
    if (!row) throw noReport()
    await assertMayHandle(work.tx, viewer.account, id)
    await assertCurrentVersion(work, row)
    const after = await decide(work, row)
    notifyStaff(work)
    return after
  })
  return toOneReport(context, viewer, decided)
}
