import * as z from 'zod/mini'
import { agePhotos, ProvenAge } from '../identity/age.ts'
import { NamedUser } from '../named-user.ts'
import { defineRoutes } from '../route.ts'
import { Picture } from '../profiles/users.ts'
import { dataOf, id, instant, rowPlace, shown, text, wholeNumber } from '../text.ts'
import { Done } from '../identity/auth.ts'

/** Photos with which someone wants to prove that they are 18 or older. The photos themselves come one at a time. */
export const AgeCheck = z.strictObject({
  _id: id,
  user: NamedUser,
  /** By the date of birth that the member entered. */
  age: z.nullable(z.number()),
  kinds: z.array(z.enum(agePhotos)),
  sentAt: instant,
  /** When the photos are deleted without a decision. */
  deletedAt: instant,
  /** True if a report, or staff, asked for it. */
  asked: z.boolean(),
  pictures: z.array(Picture),
  language: shown,
  /** What the member reads after each decision, in their language, unless staff change it. */
  texts: z.strictObject({ accept: shown, decline: shown }),
})
export type AgeCheck = z.infer<typeof AgeCheck>

export const AgeDecision = z.enum(['accept', 'decline'])

export const StaffAge = z.strictObject({
  proven: z.nullable(ProvenAge),
  askedAt: z.nullable(instant),
  /** The team's last decision about photos. Staff don't see who decided about their own. */
  decided: z.optional(z.strictObject({ decision: AgeDecision, by: shown, at: instant })),
})
export type StaffAge = z.infer<typeof StaffAge>

const one = z.strictObject({ id })
const why = z.strictObject({ reason: text(1, 1000) })
const ofUser = dataOf({ age: StaffAge })

export const ageChecks = defineRoutes({
  listAgeChecks: {
    method: 'GET',
    path: '/admin/age-checks',
    access: 'staff:photos',
    summary: 'List photos for a proof of age that wait, longest first',
    query: z.strictObject({ before: z.optional(rowPlace), limit: z._default(wholeNumber(1, 100), 20) }),
    returns: dataOf({ checks: z.array(AgeCheck), nextBefore: z.nullable(rowPlace) }),
  },
  getAgePhoto: {
    method: 'GET',
    path: '/admin/age-checks/:id/photos/:kind',
    access: 'staff:photos',
    starts: true,
    summary: 'Get a photo for a proof of age, as a data URL. Each access is logged',
    params: z.strictObject({ id, kind: z.enum(agePhotos) }),
    returns: dataOf({ photo: shown }),
  },
  decideAgeCheck: {
    method: 'POST',
    path: '/admin/age-checks/:id/decide',
    access: 'staff:photos',
    summary: 'Accept or decline photos for a proof of age, with a text for the member. It deletes the photos',
    params: one,
    body: z.strictObject({ decision: AgeDecision, message: text(1, 3000) }),
    returns: Done,
    errors: ['conflict', 'forbidden'],
  },
  getUserAge: {
    method: 'GET',
    path: '/admin/users/:id/age',
    access: 'staff:users.read',
    summary: 'See whether someone has proven their age, or was asked to',
    params: one,
    returns: ofUser,
  },
  askForAge: {
    method: 'POST',
    path: '/admin/users/:id/age',
    access: 'staff:reports.work',
    summary: 'Ask someone to prove their age before they write to anyone. It takes an earlier proof back',
    params: one,
    body: why,
    returns: ofUser,
    errors: ['conflict', 'forbidden'],
  },
  stopAskingForAge: {
    method: 'POST',
    path: '/admin/users/:id/age/stop',
    access: 'staff:reports.work',
    summary: 'Stop asking someone to prove their age',
    params: one,
    body: why,
    returns: ofUser,
    errors: ['conflict', 'forbidden'],
  },
})
