import * as z from 'zod/mini'
import { defineRoutes } from './route.ts'
import { id, instant, wholeNumber } from './text.ts'

export const AuditEntry = z.strictObject({
  _id: id,
  at: instant,
  actor: z.strictObject({ _id: z.nullable(id), name: z.string(), kind: z.string() }),
  action: z.string(),
  subject: z.nullable(z.strictObject({ _id: id, name: z.nullable(z.string()) })),
  reason: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The log of what was done. */
export const auditing = defineRoutes({
  listAudit: {
    method: 'GET',
    path: '/admin/audit',
    access: 'administrator',
    summary: 'Who did what to whom, and when; the newest first',
    query: z.strictObject({
      actor: z.optional(id),
      subject: z.optional(id),
      action: z.optional(z.string().check(z.maxLength(80))),
      from: z.optional(z.string().check(z.maxLength(30))),
      to: z.optional(z.string().check(z.maxLength(30))),
      before: z.optional(id),
      limit: z._default(wholeNumber(1, 100), 50),
    }),
    returns: z.strictObject({
      data: z.strictObject({ entries: z.array(AuditEntry), nextBefore: z.nullable(id) }),
    }),
  },
  getAuditChoices: {
    method: 'GET',
    path: '/admin/audit/choices',
    access: 'administrator',
    summary: 'What the log can be narrowed by: who, and what was done',
    returns: z.strictObject({
      data: z.strictObject({
        actors: z.array(z.strictObject({ _id: id, name: z.string() })),
        actions: z.array(z.string()),
      }),
    }),
  },
})
