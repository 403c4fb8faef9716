import * as z from 'zod/mini'
import { DecisionKind } from './decisions.ts'
import { ReportStatus, NamedPerson } from './report.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, reasonText, shown, text, wholeNumber } from '../text.ts'

export const APPEAL_MONTHS = 6
/** The hours that the author of a decision has to wait before deciding its appeal, if no one else can. */
export const APPEAL_WAIT_HOURS = 24

export const AppealState = z.enum(['open', 'upheld', 'overturned'])
export type AppealState = z.infer<typeof AppealState>

export const OwnAppeal = z.strictObject({
  _id: id,
  decisionId: z.nullable(id),
  reportId: z.nullable(id),
  state: AppealState,
  createdAt: instant,
  decidedAt: z.nullable(instant),
  reason: z.nullable(shown),
  /** True if the author of the decision also decided the appeal, because no one else was available. */
  samePerson: z.boolean(),
  messages: z.array(z.strictObject({ _id: id, byStaff: z.boolean(), message: shown, at: instant })),
})
export type OwnAppeal = z.infer<typeof OwnAppeal>

export const Appeal = z.strictObject({
  _id: id,
  version: z.number(),
  state: AppealState,
  /** The member affected by a decision, or the reporter of a report. */
  by: z.enum(['member', 'reporter']),
  appellant: NamedPerson,
  createdAt: instant,
  decision: z.nullable(
    z.strictObject({
      _id: id,
      subject: NamedPerson,
      kind: DecisionKind,
      facts: shown,
      at: instant,
      reportId: z.nullable(id),
    }),
  ),
  report: z.nullable(z.strictObject({ _id: id, type: shown, description: shown, status: ReportStatus })),
  /** The authors of the decision under appeal. They can't decide the appeal. */
  deciders: z.array(NamedPerson),
  messages: z.array(z.strictObject({ _id: id, byStaff: z.boolean(), author: shown, message: shown, at: instant })),
  decidedBy: z.nullable(NamedPerson),
  decidedAt: z.nullable(instant),
  reason: z.nullable(shown),
  samePerson: z.boolean(),
  /** The caller's right to decide the appeal: now, after a waiting period, only someone else, or never. */
  mayDecide: z.enum(['now', 'later', 'someone-else', 'no']),
  mayDecideAt: z.nullable(instant),
})
export type Appeal = z.infer<typeof Appeal>

const one = z.strictObject({ id })
const message = z.strictObject({ message: text(10, 3000) })
const ownAnswer = dataOf({ appeal: OwnAppeal })
const staffAnswer = dataOf({ appeal: Appeal })

export const appeals = defineRoutes({
  appealDecision: {
    method: 'POST',
    path: '/decisions/:id/appeal',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Appeal a decision about you, within 6 months. Someone who didn’t make it reviews it',
    params: one,
    body: message,
    returns: ownAnswer,
    status: 201,
    errors: ['conflict'],
  },
  appealReport: {
    method: 'POST',
    path: '/reports/report/:id/appeal',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Appeal the outcome of your report, within 6 months',
    params: one,
    body: message,
    returns: ownAnswer,
    status: 201,
    errors: ['conflict'],
  },
  listMyAppeals: {
    method: 'GET',
    path: '/appeals/mine',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'List your appeals with their messages and outcomes, newest first',
    returns: dataOf({ appeals: z.array(OwnAppeal) }),
  },
  writeInMyAppeal: {
    method: 'POST',
    path: '/appeals/:id/messages',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Add a message to your open appeal',
    params: one,
    body: z.strictObject({ message: text(1, 3000) }),
    returns: ownAnswer,
    errors: ['conflict'],
  },
  listAppeals: {
    method: 'GET',
    path: '/admin/appeals',
    access: 'staff:appeals',
    starts: true,
    summary: 'List appeals: open ones oldest first',
    query: z.strictObject({
      before: z.optional(id),
      limit: z._default(wholeNumber(1, 100), 20),
      open: z.optional(z.literal('true')),
    }),
    returns: dataOf({ appeals: z.array(Appeal), nextBefore: z.nullable(id) }),
  },
  answerAppeal: {
    method: 'POST',
    path: '/admin/appeals/:id/messages',
    access: 'staff:appeals',
    summary: 'Message the person who appealed',
    params: one,
    body: z.strictObject({ message: text(1, 3000) }),
    returns: staffAnswer,
    errors: ['conflict'],
  },
  decideAppeal: {
    method: 'POST',
    path: '/admin/appeals/:id/decide',
    access: 'staff:decide',
    stepUp: true,
    summary:
      'Decide an appeal with reasons: uphold what was decided, or overturn it with everything that it did. Send the ' +
      'version you last saw as If-Match',
    params: one,
    body: z.strictObject({ outcome: z.enum(['upheld', 'overturned']), reason: reasonText(10, 2000) }),
    returns: staffAnswer,
    errors: ['conflict'],
  },
})
