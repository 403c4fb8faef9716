import * as z from 'zod/mini'
import { Evidence } from './evidence.ts'
import { Label } from './label.ts'
import { languages } from '../languages.ts'
import { id, instant, shown } from '../text.ts'

export const problemTypes = [
  'Technical Issue',
  'Bug Report',
  'Inappropriate Content',
  'Harassment',
  'Account Issue',
  'Payment Problem',
  'Other',
] as const
export const ProblemType = z.enum(problemTypes)
export type ProblemType = z.infer<typeof ProblemType>

export const typeOfDetail = {
  scam: 'Other',
  fake_profile: 'Account Issue',
  underage: 'Inappropriate Content',
  threats: 'Harassment',
  intimate_image: 'Inappropriate Content',
  sexual: 'Inappropriate Content',
  hate: 'Harassment',
  unwanted: 'Harassment',
  offline: 'Harassment',
  spam: 'Other',
} as const satisfies Record<string, ProblemType>
export type ReportDetail = keyof typeof typeOfDetail
export const reportDetails = [
  'scam',
  'fake_profile',
  'underage',
  'threats',
  'intimate_image',
  'sexual',
  'hate',
  'unwanted',
  'offline',
  'spam',
] as const satisfies readonly ReportDetail[]
export const ReportDetail = z.enum(reportDetails)

export const priorities = ['critical', 'high', 'medium', 'other'] as const
export const Priority = z.enum(priorities)
export type Priority = z.infer<typeof Priority>

export const reportStatuses = ['pending', 'in_progress', 'resolved', 'closed', 'rejected'] as const
export const ReportStatus = z.enum(reportStatuses)
export type ReportStatus = z.infer<typeof ReportStatus>

/** The allowed transitions of a report's status. Every route refuses others. */
export const transitions: Record<ReportStatus, readonly ReportStatus[]> = {
  pending: ['in_progress', 'resolved', 'rejected', 'closed'],
  in_progress: ['resolved', 'rejected', 'closed', 'pending'],
  resolved: ['closed', 'in_progress'],
  rejected: ['closed', 'in_progress'],
  closed: ['in_progress'],
}

/** The hours until the first reply, each further reply and the resolution are due, by priority. */
export const clocks: Record<Priority, { first: number; next: number; resolve: number }> = {
  critical: { first: 1, next: 4, resolve: 24 },
  high: { first: 4, next: 12, resolve: 24 },
  medium: { first: 24, next: 48, resolve: 120 },
  other: { first: 48, next: 72, resolve: 240 },
}

/** Deadlines of reports that come first in the queue, whatever their priority. */
export const urgentClocks: Partial<Record<ReportDetail, (typeof clocks)['critical']>> = {
  underage: { first: 1, next: 4, resolve: 24 },
  intimate_image: { first: 1, next: 4, resolve: 48 },
}

/** A person with a name. The id is null for a deleted account. */
export const NamedPerson = z.strictObject({ _id: z.nullable(id), name: shown })

export const Reply = z.strictObject({
  _id: id,
  message: shown,
  isInternal: z.boolean(),
  byStaff: z.boolean(),
  repliedBy: z.strictObject({ name: shown }),
  repliedAt: instant,
})
export type Reply = z.infer<typeof Reply>

export const Report = z.strictObject({
  _id: id,
  user: z.strictObject({
    _id: z.nullable(id),
    name: shown,
    email: z.nullable(shown),
    /** The language in which to reply, if known. Only administrators receive it. */
    language: z.optional(z.nullable(z.enum(languages))),
  }),
  problem_type: shown,
  detail: z.nullable(ReportDetail),
  description: shown,
  priority: Priority,
  status: ReportStatus,
  createdAt: instant,
  updatedAt: instant,
  /** The time when the report was resolved, closed or rejected. The reporter can appeal for six months. */
  endedAt: z.nullable(instant),
  replies: z.array(Reply),
  replyCount: z.number(),
  about: z.nullable(NamedPerson),
  evidence: z.nullable(Evidence),
  version: z.number(),
  /** True for the reporter if there is an unread reply from staff. */
  unread: z.optional(z.boolean()),
  /** For the reporter of an open report: when we mean to have decided. */
  decideBy: z.optional(instant),
  /** The following fields are for administrators only. */
  /** True if a monitoring rule made the report, so that no one would read a reply. */
  byRule: z.optional(z.boolean()),
  /** True if evidence was sealed with the report (getReportEvidence). */
  hasFrozen: z.optional(z.boolean()),
  assignee: z.optional(z.nullable(NamedPerson)),
  labels: z.optional(z.array(Label)),
  leaseUntil: z.optional(z.nullable(instant)),
  clocks: z.optional(
    z.strictObject({
      dueAt: z.nullable(instant),
      firstAnswer: z.strictObject({ dueAt: instant, metAt: z.nullable(instant) }),
      nextAnswer: z.nullable(z.strictObject({ dueAt: instant })),
      resolution: z.strictObject({ dueAt: instant, metAt: z.nullable(instant) }),
    }),
  ),
  priorityParts: z.optional(z.array(z.strictObject({ name: shown, points: z.number() }))),
})
export type Report = z.infer<typeof Report>

const counts = z.record(shown, z.number())
const seconds = z.nullable(z.number())

export const ReportStatistics = z.strictObject({
  total: z.number(),
  pending: z.number(),
  highPriority: z.number(),
  overdue: z.number(),
  /** Seconds until the first reply that the reporter could read. */
  avgResponseTime: seconds,
  medianResponseTime: seconds,
  p90ResponseTime: seconds,
  byStatus: counts,
  byType: counts,
  byPriority: counts,
  byMonth: counts,
})
export type ReportStatistics = z.infer<typeof ReportStatistics>
