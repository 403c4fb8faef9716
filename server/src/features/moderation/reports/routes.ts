import type { reports } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { assertMayHandle } from './assert-may-handle.ts'
import { claimNextReport, releaseReport } from './claim-next-report.ts'
import { createReport } from './create-report.ts'
import { deleteReport } from './delete-report.ts'
import { conversation, listContacts, listHistory, listReports } from './list-reports.ts'
import { setStatus } from './move-report.ts'
import { oneReport, openReport } from './read-reports.ts'
import { replyToReport } from './reply-to-report.ts'
import { reportStatistics } from './report-statistics.ts'
import { setPriority } from './set-priority.ts'
import { watchReport } from './watch-report.ts'

export const reportHandlers: Handlers<typeof reports> = {
  createReport: async (context, { body }) => ({
    data: { report: await createReport(context, context.viewer, body) },
  }),
  listReports: async (context, { query }) => ({
    data: await listReports({ ...context, db: context.upToDate }, context.viewer, query, false),
  }),
  listMyReports: async (context, { query }) => ({ data: await listReports(context, context.viewer, query, true) }),
  getReport: async (context, { params }) => ({
    data: { report: await openReport(context, context.viewer, params.id) },
  }),
  setReportStatus: async (context, { params, body }) => ({
    data: { report: await setStatus(context, context.viewer, params.id, body.status, body.reason) },
  }),
  setReportPriority: async (context, { params, body }) => ({
    data: { report: await setPriority(context, context.viewer, params.id, body.priority, body.reason) },
  }),
  deleteReport: async (context, { params }) => {
    await deleteReport(context, context.viewer, params.id)
    return { done: true }
  },
  getReportStatistics: async (context) => ({ data: await reportStatistics(context, context.viewer) }),
  replyToReport: async (context, { params, body }) => ({
    data: { report: await replyToReport(context, context.viewer, params.id, body.message, body.isInternal) },
  }),
  getReportConversation: async (context, { params }) => ({
    data: { conversation: await conversation(context, context.viewer, params.id) },
  }),
  getReportReplies: async (context, { params }) => ({
    data: { replies: (await oneReport(context, context.viewer, params.id)).replies },
  }),
  getReportHistory: async (context, { params }) => {
    await assertMayHandle(context.db, context.viewer.account, params.id)
    return { data: { history: await listHistory(context, context.viewer, params.id) } }
  },
  claimNextReport: async (context) => ({ data: { report: await claimNextReport(context, context.viewer) } }),
  releaseReport: async (context, { params }) => {
    await releaseReport(context, context.viewer, params.id)
    return { done: true }
  },
  watchReport: async (context, { params }) => {
    await assertMayHandle(context.db, context.viewer.account, params.id)
    return { data: { others: await watchReport(context, context.viewer, params.id) } }
  },
  listContacts: async (context) => ({ data: { contacts: await listContacts(context, context.viewer) } }),
}
