import type { Report } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { brandOf, recordAccessIfReasoned } from '../../operations/index.ts'
import { markTopicRead, unreadTopics } from '../../delivery/index.ts'
import { Refusal } from '../refusals.ts'
import type { Calling } from './notify-staff.ts'
import { findReplies } from './replies.sql.ts'
import { behindReport, noteReader } from '../second-looks/readers.sql.ts'
import { assertMayHandle } from './assert-may-handle.ts'
import { findReport, namesForReporter, type ReportRow } from './reports.sql.ts'
import { seenByReporter } from './seen-by-reporter.ts'
import { hasEvidence, topicOf, toReply, toReport } from './to-report.ts'
import { mayAs } from '../../../infra/staff.ts'

export const noReport = () => new Refusal('no_report')

export async function toReports(
  context: Deps & Answering,
  viewer: Viewer,
  rows: readonly ReportRow[],
  isOpened = false,
): Promise<Report[]> {
  const viewerId = viewer.account.id
  const isStaff = mayAs(viewer.account, 'reports.read')
  const ids = rows.map(({ id }) => id)
  const [brand, unread, replyRows, names] = await Promise.all([
    // Only members see the brand as the author of an answer, and their unread marks.
    isStaff ? '' : brandOf(context),
    isStaff ? new Set() : unreadTopics(context, viewerId, ids.map(topicOf)),
    findReplies(context.db, ids, isStaff),
    isStaff ? undefined : namesForReporter(context.db, ids),
  ])
  const seen = isStaff ? undefined : await seenByReporter(context.db, rows, replyRows)
  const repliesByReport = Map.groupBy(replyRows, ({ report_id }) => report_id)
  return rows.map((row) => {
    const replies = (repliesByReport.get(row.id) ?? []).map((reply) =>
      toReply(reply, isStaff, brand, context.caller.language),
    )
    const named = names ? { ...row, about_name: names.get(row.id) ?? null } : row
    return toReport(context, viewer, named, {
      replies,
      isUnread: unread.has(topicOf(row.id)),
      isOpened,
      seen: seen?.get(row.id),
    })
  })
}

async function readRow({ db }: Deps, { account }: Viewer, id: string): Promise<ReportRow> {
  const row = await findReport(db, id)
  if (row && row.reporter_id !== account.id) await assertMayHandle(db, account, id)
  if (!row || (!mayAs(account, 'reports.read') && row.reporter_id !== account.id)) throw noReport()
  if (mayAs(account, 'reports.read')) await noteReader(db, account.id, behindReport(id))
  return row
}

export async function toOneReport(
  context: Deps & Answering,
  viewer: Viewer,
  row: ReportRow,
  isOpened = false,
): Promise<Report> {
  const [report] = await toReports(context, viewer, [row], isOpened)
  if (!report) throw noReport()
  return report
}

export const oneReport = async (context: Deps & Answering, viewer: Viewer, id: string): Promise<Report> =>
  toOneReport(context, viewer, await readRow(context, viewer, id))

/** Recorded before staff read messages or pictures, with the reason. */
const recordLook = (context: Calling, viewer: Viewer, row: ReportRow): Promise<boolean> =>
  recordAccessIfReasoned(context, viewer, {
    kind: 'evidence',
    of: row.id,
    action: 'evidence.opened',
    ...(row.about_id ? { subjectId: row.about_id } : {}),
    details: { report: row.id },
  })

export async function openReport(context: Calling, viewer: Viewer, id: string): Promise<Report> {
  const row = await readRow(context, viewer, id)
  const isOpened = mayAs(viewer.account, 'evidence') && hasEvidence(row) && (await recordLook(context, viewer, row))
  const report = await toOneReport(context, viewer, row, isOpened)
  if (report.unread) await markTopicRead(context, viewer.account.id, topicOf(id))
  return report
}
