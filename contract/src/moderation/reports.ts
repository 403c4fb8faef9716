import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { publicId } from '../profiles/pictures.ts'
import { defineRoutes } from '../route.ts'
import { id, instant, instantText, searchText, shown, text, wholeNumber } from '../text.ts'
import { ProblemType, Priority, ReportStatus, named, Reply, Report, ReportStatistics } from './report.ts'

const pagination = z.strictObject({ page: z.number(), limit: z.number(), total: z.number(), pages: z.number() })
const one = z.strictObject({ id })
const reportAnswer = z.strictObject({ data: z.strictObject({ report: Report }) })
const listAnswer = z.strictObject({ data: z.strictObject({ reports: z.array(Report), pagination }) })

const paging = {
  page: z._default(wholeNumber(1, 1000), 1),
  limit: z._default(wholeNumber(1, 100), 10),
  sortBy: z._default(z.enum(['createdAt', 'updatedAt', 'priority', 'status', 'due']), 'createdAt'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'desc'),
  status: z.optional(ReportStatus),
  problem_type: z.optional(ProblemType),
}

const filters = {
  priority: z.optional(Priority),
  search: z.optional(searchText(200)),
  assignee: z.optional(id),
  user: z.optional(id),
  overdue: z.optional(z.literal('true')),
  from: z.optional(instantText),
  to: z.optional(instantText),
}
/** The filters of the list and of bulk actions. */
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
    summary: 'Tell the provider: about a person, a message, a picture or the service',
    // A priority or status in it is ignored: the rules set the priority.
    body: z.strictObject({
      problem_type: ProblemType,
      description: text(10, 5000),
      userId: z.optional(id),
      messageId: z.optional(id),
      publicId: z.optional(publicId),
      priority: z.optional(z.unknown()),
      status: z.optional(z.unknown()),
    }),
    returns: reportAnswer,
    status: 201,
    errors: ['not_found'],
  },
  listReports: {
    method: 'GET',
    path: '/reports/reports',
    access: 'administrator',
    summary: 'Reports, the newest first, by what is asked for',
    query: ReportQuery,
    returns: listAnswer,
  },
  listMyReports: {
    method: 'GET',
    path: '/reports/my-reports',
    access: 'session',
    summary: 'What one told, and what became of it',
    query: z.strictObject(paging),
    returns: listAnswer,
  },
  getReport: {
    method: 'GET',
    path: '/reports/report/:id',
    access: 'session',
    forReason: true,
    summary: 'One report: your own, or any for an administrator. Staff see its evidence once they give a reason',
    params: one,
    returns: reportAnswer,
  },
  setReportStatus: {
    method: 'PUT',
    path: '/reports/report/:id/status',
    access: 'administrator',
    summary: 'Move a report on; If-Match with the version that was seen',
    params: one,
    body: z.strictObject({ status: ReportStatus, reason: z.optional(text(1, 1000)) }),
    returns: reportAnswer,
    errors: ['conflict'],
  },
  setReportPriority: {
    method: 'PUT',
    path: '/reports/report/:id/priority',
    access: 'administrator',
    summary: 'Say how urgent it is, against the rules',
    params: one,
    body: z.strictObject({ priority: Priority, reason: z.optional(text(1, 1000)) }),
    returns: reportAnswer,
    errors: ['conflict'],
  },
  deleteReport: {
    method: 'DELETE',
    path: '/reports/delete-report/:id',
    access: 'administrator',
    summary: 'Delete a report; that it was there, and who deleted it, stays in the audit log',
    params: one,
    returns: Done,
    errors: ['conflict'],
  },
  getReportStatistics: {
    method: 'GET',
    path: '/reports/report/stats/statistics',
    access: 'administrator',
    summary: 'How many, of what kind, and how soon they are answered',
    returns: z.strictObject({ data: ReportStatistics }),
  },
  replyToReport: {
    method: 'POST',
    path: '/reports/report/:id/reply',
    access: 'session',
    summary: 'Write into a report; an internal note never leaves the back office',
    params: one,
    body: z.strictObject({ message: text(1, 5000), isInternal: z._default(z.boolean(), false) }),
    returns: reportAnswer,
    errors: ['conflict', 'forbidden'],
  },
  getReportConversation: {
    method: 'GET',
    path: '/reports/report/:id/conversation',
    access: 'session',
    summary: 'The report and all that was written to it, in order',
    params: one,
    returns: z.strictObject({ data: z.strictObject({ conversation: z.array(Reply) }) }),
  },
  getReportReplies: {
    method: 'GET',
    path: '/reports/report/:id/replies',
    access: 'session',
    summary: 'What was written to a report',
    params: one,
    returns: z.strictObject({ data: z.strictObject({ replies: z.array(Reply) }) }),
  },
  getReportHistory: {
    method: 'GET',
    path: '/reports/report/:id/history',
    access: 'administrator',
    summary: 'Every change of a report: who, when, from what to what, and why',
    params: one,
    returns: z.strictObject({
      data: z.strictObject({
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
    }),
  },
  claimNextReport: {
    method: 'POST',
    path: '/reports/claim-next',
    access: 'administrator',
    summary: 'Take the most urgent report that nobody has; it is yours for five minutes at a time',
    returns: z.strictObject({ data: z.strictObject({ report: z.nullable(Report) }) }),
  },
  releaseReport: {
    method: 'DELETE',
    path: '/reports/report/:id/claim',
    access: 'administrator',
    summary: 'Give a claimed report back',
    params: one,
    returns: Done,
  },
  watchReport: {
    method: 'PUT',
    path: '/reports/report/:id/presence',
    access: 'administrator',
    summary: 'Say that one looks at it, for half a minute; who else does',
    params: one,
    returns: z.strictObject({ data: z.strictObject({ others: z.array(named) }) }),
  },
  listContacts: {
    method: 'GET',
    path: '/reports/contacts',
    access: 'session',
    summary: 'Whom one talked to in the last 90 days, whatever has been closed or blocked since',
    returns: z.strictObject({ data: z.strictObject({ contacts: z.array(named) }) }),
  },
})
