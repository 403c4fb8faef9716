import * as z from 'zod/mini'
import { defineRoutes } from './route.ts'
import { id, instant, text, wholeNumber } from './text.ts'

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

const Waiting = z.strictObject({
  _id: id,
  user: z.strictObject({ _id: id, name: z.string() }),
  pose: z.nullable(z.string()),
  pictureUrl: z.string(),
  /** What the selfie is compared with. */
  profileUrls: z.array(z.string()),
  at: instant,
})
export type Waiting = z.infer<typeof Waiting>

/** What the back office keeps an eye on: the log of what was done, and pictures that wait to be looked at. */
export const oversight = defineRoutes({
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
  listWaitingPictures: {
    method: 'GET',
    path: '/admin/pictures/waiting',
    access: 'administrator',
    summary: 'Pictures of new accounts, and selfies of photo checks, that somebody has to look at',
    returns: z.strictObject({ data: z.strictObject({ held: z.array(Waiting), checks: z.array(Waiting) }) }),
  },
  reviewPicture: {
    method: 'POST',
    path: '/admin/pictures/:id/review',
    access: 'administrator',
    summary: 'Show a held picture, or refuse it',
    params: z.strictObject({ id }),
    body: z.strictObject({ shown: z.boolean(), reason: z.optional(text(1, 1000)) }),
    returns: z.strictObject({ done: z.literal(true) }),
    errors: ['conflict'],
  },
  decidePhotoCheck: {
    method: 'POST',
    path: '/admin/photo-checks/:id',
    access: 'administrator',
    summary: 'Say whether the selfie and the photos show the same person; the selfie is gone afterwards',
    params: z.strictObject({ id }),
    body: z.strictObject({ accepted: z.boolean() }),
    returns: z.strictObject({ done: z.literal(true) }),
    errors: ['conflict'],
  },
})
