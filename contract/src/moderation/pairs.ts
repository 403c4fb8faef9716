import * as z from 'zod/mini'
import { FrozenMessage } from './evidence.ts'
import { ReportDetail, ReportStatus } from './report.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, shown } from '../text.ts'

export const PairPerson = z.strictObject({
  _id: id,
  name: shown,
  strikes: z.number(),
  hasBlocked: z.boolean(),
  reports: z.array(
    z.strictObject({
      _id: id,
      type: shown,
      detail: z.nullable(ReportDetail),
      status: ReportStatus,
      createdAt: instant,
    }),
  ),
})
export type PairPerson = z.infer<typeof PairPerson>

/** The reporter (or the reader, if a rule made the report) and the reported person side by side. */
export const ReportPair = z.strictObject({
  reporter: PairPerson,
  reported: PairPerson,
  match: z.nullable(z.strictObject({ since: instant, endedAt: z.nullable(instant), messages: z.number() })),
})
export type ReportPair = z.infer<typeof ReportPair>

const one = z.strictObject({ id })

export const pairs = defineRoutes({
  getReportPair: {
    method: 'GET',
    path: '/reports/report/:id/pair',
    access: 'staff:reports.read',
    summary:
      'Get what is between the reporter and the reported person: match, blocks, reports both ways, strikes. Null if ' +
      'the report isn’t between two members',
    params: one,
    returns: dataOf({ pair: z.nullable(ReportPair) }),
  },
  getPairMessages: {
    method: 'GET',
    path: '/reports/report/:id/pair/messages',
    access: 'staff:evidence',
    forReason: true,
    summary: 'Get the messages between a report’s two people, or those before one of them, oldest first',
    params: one,
    query: z.strictObject({ before: z.optional(id) }),
    returns: dataOf({ messages: z.array(FrozenMessage), hasEarlier: z.boolean() }),
    errors: ['conflict'],
  },
})
