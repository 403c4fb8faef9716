import * as z from 'zod/mini'
import { AdmissionState } from '../identity/admission.ts'
import { AdmissionAnswer } from '../identity/invitations.ts'
import { NamedUser } from '../named-user.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, rowPlace, shown, text, wholeNumber } from '../text.ts'
import { Picture } from '../profiles/users.ts'

export const applicationDecisions = ['accept', 'ask', 'wait', 'decline'] as const
export const ApplicationDecision = z.enum(applicationDecisions)
export type ApplicationDecision = z.infer<typeof ApplicationDecision>

const Person = NamedUser

export const Application = z.strictObject({
  /** The applicant's account. */
  _id: id,
  name: shown,
  version: z.number(),
  /** Null once the applicant has been let in. */
  state: z.nullable(AdmissionState),
  language: shown,
  appliedAt: instant,
  answers: z.array(AdmissionAnswer),
  messages: z.array(z.strictObject({ _id: id, byStaff: z.boolean(), author: shown, message: shown, at: instant })),
  bio: z.nullable(shown),
  age: z.nullable(z.number()),
  gender: z.nullable(shown),
  city: z.nullable(shown),
  pictures: z.array(Picture),
  invitedBy: z.nullable(Person),
  /** The note of the team's invitation. */
  invitation: z.nullable(shown),
  /** The team's last decision, unless so much has happened since that it no longer explains the state. */
  decision: z.nullable(ApplicationDecision),
  decidedBy: z.nullable(shown),
  decidedAt: z.nullable(instant),
  erasedAt: z.nullable(instant),
  /** What the applicant reads after each decision, in their language, unless staff change it. */
  texts: z.strictObject({ accept: shown, ask: shown, wait: shown, decline: shown }),
})
export type Application = z.infer<typeof Application>

export const applications = defineRoutes({
  listApplications: {
    method: 'GET',
    path: '/admin/applications',
    access: 'staff:admission',
    starts: true,
    summary: 'List applications that wait, longest first, or all, newest first',
    query: z.strictObject({
      before: z.optional(rowPlace),
      limit: z._default(wholeNumber(1, 100), 20),
      open: z.optional(z.literal('true')),
    }),
    returns: dataOf({ applications: z.array(Application), nextBefore: z.nullable(rowPlace) }),
  },
  getApplication: {
    method: 'GET',
    path: '/admin/applications/:id',
    access: 'staff:admission',
    summary: 'See one application, decided or not',
    params: z.strictObject({ id }),
    returns: dataOf({ application: Application }),
  },
  decideApplication: {
    method: 'POST',
    path: '/admin/applications/:id/decide',
    access: 'staff:admission',
    summary:
      'Accept an applicant, ask back, put them on the waiting list, or decline, with a text for them. Send the version ' +
      'you last saw as If-Match',
    params: z.strictObject({ id }),
    body: z.strictObject({ decision: ApplicationDecision, message: text(1, 3000) }),
    returns: dataOf({ application: Application }),
    errors: ['conflict'],
  },
})
