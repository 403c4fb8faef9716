import * as z from 'zod/mini'
import { defineRoutes } from './route.ts'
import { id, instant, instantText, plainText, shown, wholeNumber } from './text.ts'

export const AuditEntry = z.strictObject({
  _id: id,
  at: instant,
  actor: z.strictObject({ _id: z.nullable(id), name: shown, kind: shown }),
  action: shown,
  subject: z.nullable(z.strictObject({ _id: id, name: z.nullable(shown) })),
  reason: z.nullable(shown),
  details: z.record(shown, z.unknown()),
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
      action: z.optional(plainText(80)),
      from: z.optional(instantText),
      to: z.optional(instantText),
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
        actors: z.array(z.strictObject({ _id: id, name: shown })),
        actions: z.array(shown),
      }),
    }),
  },
})
