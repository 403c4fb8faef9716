import { ApiError, type Report, message } from '@kindred/contract'
import type { Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import { record } from '../../delivery/index.ts'
import { insertChange } from './history.sql.ts'
import { assertCurrentVersion, type Calling, notifyStaff } from './notify-staff.ts'
import { noReport, oneReport } from './read-reports.ts'
import { type ClockEffect, countReply, insertReply } from './replies.sql.ts'
import { lockReport, type ReportRow } from './reports.sql.ts'
import { assertVersionSeen } from './seen-by-reporter.ts'
import { dueAfter } from './rules.ts'
import { topicOf } from './to-report.ts'
import { asAccount, unitOfWork, type Work } from '../../../work.ts'
import { mayAs } from '../../../infra/staff.ts'
import { assertMayHandle } from './assert-may-handle.ts'

function effectOf(row: ReportRow, byStaff: boolean, isInternal: boolean, now: Date): ClockEffect {
  if (isInternal) return 'none'
  return byStaff ? { answered: true } : { waitsUntil: dueAfter(row, now).next }
}

type NewReply = { authorId: string; byStaff: boolean; isInternal: boolean; message: string }

async function saveReply({ tx, now }: Work, row: ReportRow, reply: NewReply): Promise<void> {
  const { authorId, byStaff, isInternal, message } = reply
  await insertReply(tx, {
    report_id: row.id,
    author_id: authorId,
    by_staff: byStaff,
    is_internal: isInternal,
    message,
    at: now,
  })
  await countReply(tx, row.id, now, effectOf(row, byStaff, isInternal, now))
  await insertChange(tx, {
    report_id: row.id,
    actor_id: authorId,
    at: now,
    what: isInternal ? 'note' : 'reply',
    before: null,
    after: null,
    reason: null,
  })
}

export async function replyToReport(
  context: Calling,
  viewer: Viewer,
  id: string,
  text: string,
  isInternal: boolean,
): Promise<Report> {
  const { account } = viewer
  const answers = mayAs(account, 'reports.work')
  if (isInternal && !answers) throw new ApiError('forbidden', 'Only administrators can write notes.')
  if (!answers) await context.budgets.spend([{ key: `report-reply:${account.id}`, limit: 60, within: minutes(60) }])
  await unitOfWork(context, asAccount(account), async (work) => {
    const row = await lockReport(work.tx, id)
    const isOwn = row?.reporter_id === account.id
    if (!isOwn || isInternal) await assertMayHandle(work.tx, account, id)
    if (!row || (!answers && !isOwn)) throw noReport()
    if (row.detection && !isInternal)
      throw new ApiError('conflict', 'A monitoring rule created this report, so there’s no one to reply to.')
    await (mayAs(account, 'reports.read') ? assertCurrentVersion(work, row) : assertVersionSeen(work, row))
    // Staff write as members in their own reports, except for notes.
    const byStaff = answers && !(isOwn && !isInternal)
    await saveReply(work, row, { authorId: account.id, byStaff, isInternal, message: text })
    if (byStaff && !isInternal && row.reporter_id)
      await record(work, {
        to: row.reporter_id,
        kind: 'report',
        topic: topicOf(id),
        details: { ...message('We replied to your report'), link: `/support?report=${id}` },
      })
    notifyStaff(work)
  })
  return oneReport(context, viewer, id)
}
