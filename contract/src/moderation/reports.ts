import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { publicId } from '../profiles/pictures.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, instantText, searchText, shown, text, wholeNumber } from '../text.ts'
import {
  ProblemType,
  Priority,
  ReportDetail,
  ReportStatus,
  NamedPerson,
  Reply,
  Report,
  ReportStatistics,
} from './report.ts'

const pagination = z.strictObject({ page: z.number(), limit: z.number(), total: z.number(), pages: z.number() })
const one = z.strictObject({ id })
const reportAnswer = dataOf({ report: Report })
const listAnswer = dataOf({ reports: z.array(Report), pagination })

const paging = {
  page: z._default(wholeNumber(1, 1000), 1),
  limit: z._default(wholeNumber(1, 100), 10),
  sortBy: z._default(z.enum(['createdAt', 'updatedAt', 'priority', 'status', 'due']), 'createdAt'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'desc'),
  status: z.optional(ReportStatus),
  problem_type: z.optional(ProblemType),
}

const filters = {
  detail: z.optional(ReportDetail),
  priority: z.optional(Priority),
  search: z.optional(searchText(200)),
  /** Without an assignee, or assigned to this colleague. */
  assignee: z.optional(z.union([z.literal('none'), id])),
  user: z.optional(id),
  label: z.optional(id),
  overdue: z.optional(z.literal('true')),
  from: z.optional(instantText),
  to: z.optional(instantText),
}
export const ReportFilters = z.strictObject({
  ...filters,
  status: z.optional(ReportStatus),
  problem_type: z.optional(ProblemType),
})
export type ReportFilters = z.output<typeof ReportFilters>
export const ReportQuery = z.strictObject({ ...paging, ...filters })
export type ReportQuery = z.output<typeof ReportQuery>

export const reports = defineRoutes({
  createReport: {
    method: 'POST',
    path: '/reports/create-reports',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'Report a person, a message, a photo or a problem with the service',
    // The priority and status are ignored, because rules set the priority.
    body: z.strictObject({
      problem_type: ProblemType,
      /** Each detail belongs to one type. The server refuses it with any other. */
      detail: z.optional(ReportDetail),
      description: text(10, 5000),
      userId: z.optional(id),
      messageId: z.optional(id),
      publicId: z.optional(publicId),
      priority: z.optional(z.unknown()),
      status: z.optional(z.unknown()),
    }),
    returns: reportAnswer,
    status: 201,
    errors: ['not_found', 'verification_required'],
  },
  listReports: {
    method: 'GET',
    path: '/reports/reports',
    access: 'staff:reports.read',
    summary: 'List reports by filters, newest first',
    query: ReportQuery,
    returns: listAnswer,
  },
  listMyReports: {
    method: 'GET',
    path: '/reports/my-reports',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'List your reports with their outcomes',
    query: z.strictObject(paging),
    returns: listAnswer,
  },
  getReport: {
    method: 'GET',
    path: '/reports/report/:id',
    access: 'session',
    beforeTerms: 'staff',
    forReason: true,
    summary: 'Get a report: your own, or any for staff, whose evidence needs a reason',
    params: one,
    returns: reportAnswer,
  },
  setReportStatus: {
    method: 'PUT',
    path: '/reports/report/:id/status',
    access: 'staff:reports.work',
    summary: 'Change a report’s status; send the version you last saw as If-Match',
    params: one,
    body: z.strictObject({ status: ReportStatus, reason: z.optional(text(1, 1000)) }),
    returns: reportAnswer,
    errors: ['conflict'],
  },
  setReportPriority: {
    method: 'PUT',
    path: '/reports/report/:id/priority',
    access: 'staff:reports.work',
    summary: 'Set a report’s priority by hand',
    params: one,
    body: z.strictObject({ priority: Priority, reason: z.optional(text(1, 1000)) }),
    returns: reportAnswer,
    errors: ['conflict'],
  },
  deleteReport: {
    method: 'DELETE',
    path: '/reports/delete-report/:id',
    access: 'staff:reports.delete',
    summary: 'Delete a report; the audit log keeps that it existed and who deleted it',
    params: one,
    returns: Done,
    errors: ['conflict'],
  },
  getReportStatistics: {
    method: 'GET',
    path: '/reports/report/stats/statistics',
    access: 'staff:dashboard',
    summary: 'Get report counts and response times',
    returns: z.strictObject({ data: ReportStatistics }),
  },
  replyToReport: {
    method: 'POST',
    path: '/reports/report/:id/reply',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'Reply to a report, or add an internal note that only staff see',
    params: one,
    body: z.strictObject({
      message: text(1, 5000),
      isInternal: z._default(z.boolean(), false),
      /** The colleagues that an internal note mentions, who are notified. */
      mentions: z._default(z.array(id).check(z.maxLength(10)), []),
    }),
    returns: reportAnswer,
    errors: ['conflict', 'forbidden'],
  },
  getReportConversation: {
    method: 'GET',
    path: '/reports/report/:id/conversation',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'Get a report with its whole conversation, in order',
    params: one,
    returns: dataOf({ conversation: z.array(Reply) }),
  },
  getReportReplies: {
    method: 'GET',
    path: '/reports/report/:id/replies',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'List the replies to a report',
    params: one,
    returns: dataOf({ replies: z.array(Reply) }),
  },
  getReportHistory: {
    method: 'GET',
    path: '/reports/report/:id/history',
    access: 'staff:reports.read',
    starts: true,
    summary: 'List a report’s changes: who, when, what and why',
    params: one,
    returns: dataOf({
      history: z.array(
        z.strictObject({
          _id: id,
          actor: shown,
          at: instant,
          what: shown,
          before: z.nullable(shown),
          after: z.nullable(shown),
          reason: z.nullable(shown),
        }),
      ),
    }),
  },
  claimNextReport: {
    method: 'POST',
    path: '/reports/claim-next',
    access: 'staff:reports.work',
    summary: 'Claim the most urgent unclaimed report, for 5 minutes at a time',
    returns: dataOf({ report: z.nullable(Report) }),
  },
  claimReport: {
    method: 'PUT',
    path: '/reports/report/:id/claim',
    access: 'staff:reports.work',
    summary: 'Claim a report while you have it open',
    params: one,
    returns: reportAnswer,
    errors: ['conflict'],
  },
  releaseReport: {
    method: 'DELETE',
    path: '/reports/report/:id/claim',
    access: 'staff:reports.work',
    summary: 'Release a claimed report',
    params: one,
    returns: Done,
    errors: ['conflict'],
  },
  watchReport: {
    method: 'PUT',
    path: '/reports/report/:id/presence',
    access: 'staff:reports.read',
    summary: 'Show that you’re viewing a report, for 30 seconds, and get who else is',
    params: one,
    returns: dataOf({
      others: z.array(NamedPerson),
      /** The person who works on the report, and the time until which no one else can claim it. */
      claim: z.nullable(z.strictObject({ by: NamedPerson, until: instant })),
    }),
  },
  listContacts: {
    method: 'GET',
    path: '/reports/contacts',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'List the people you’ve talked to in the last 90 days, also in closed conversations',
    returns: dataOf({ contacts: z.array(NamedPerson) }),
  },
})
