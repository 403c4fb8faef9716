import type { reports } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as decisions from './decisions.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'
import { oneReport, openReport } from './view.ts'

export const reportHandlers: Handlers<typeof reports> = {
  createReport: async (context, { body }) => ({
    data: { report: await service.create(context, context.viewer, body) },
  }),
  listReports: async (context, { query }) => ({ data: await service.list(context, context.viewer, query, false) }),
  listMyReports: async (context, { query }) => ({ data: await service.list(context, context.viewer, query, true) }),
  getReport: async (context, { params }) => ({
    data: { report: await openReport(context, context.viewer, params.id) },
  }),
  setReportStatus: async (context, { params, body }) => ({
    data: { report: await decisions.setStatus(context, context.viewer, params.id, body.status, body.reason) },
  }),
  setReportPriority: async (context, { params, body }) => ({
    data: { report: await decisions.setPriority(context, context.viewer, params.id, body.priority, body.reason) },
  }),
  deleteReport: async (context, { params }) => {
    await decisions.remove(context, context.viewer, params.id)
    return { done: true }
  },
  getReportStatistics: async (context) => ({ data: await service.statistics(context) }),
  replyToReport: async (context, { params, body }) => ({
    data: { report: await service.reply(context, context.viewer, params.id, body.message, body.isInternal) },
  }),
  getReportConversation: async (context, { params }) => ({
    data: { conversation: await service.conversation(context, context.viewer, params.id) },
  }),
  getReportReplies: async (context, { params }) => ({
    data: { replies: (await oneReport(context, context.viewer, params.id)).replies },
  }),
  getReportHistory: async (context, { params }) => ({ data: { history: await service.history(context, params.id) } }),
  claimNextReport: async (context) => ({ data: { report: await decisions.claimNext(context, context.viewer) } }),
  releaseReport: async ({ db, viewer }, { params }) => {
    await queries.release(db, params.id, viewer.account.id)
    return { done: true }
  },
  watchReport: async (context, { params }) => ({
    data: { others: await service.watch(context, context.viewer, params.id) },
  }),
  listContacts: async (context) => ({ data: { contacts: await service.contacts(context, context.viewer) } }),
}
