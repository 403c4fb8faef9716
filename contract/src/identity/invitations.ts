import * as z from 'zod/mini'
import { AdmissionState, JoinRule } from './admission.ts'
import { Done } from './auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, instantText, invitationCode, shown, text, wholeNumber } from '../text.ts'

/** What someone still has to do before they are let in. */
export const AdmissionStep = z.strictObject({
  kind: z.enum(['email', 'invitation', 'domain', 'either', 'application', 'region', 'age']),
  done: z.boolean(),
})
export type AdmissionStep = z.infer<typeof AdmissionStep>

export const AdmissionAnswer = z.strictObject({ question: shown, answer: shown })
export type AdmissionAnswer = z.infer<typeof AdmissionAnswer>

/** A message between an applicant and the team. */
export const AdmissionMessage = z.strictObject({ _id: id, byStaff: z.boolean(), message: shown, at: instant })
export type AdmissionMessage = z.infer<typeof AdmissionMessage>

/** A region, or its name: null stands for everyone who isn’t near a city. */
const regionName = z.nullable(shown)

/** The region's waiting list at the last count, as someone who waits there sees it. */
export const OwnRegion = z.strictObject({
  name: regionName,
  isOpen: z.boolean(),
  waiting: z.number(),
  /** The people who have waited longer. */
  before: z.number(),
  /**
   * At least this many people fit, in steps of five, so that it can't be used to find out about any one of them. Null
   * in a new region until the next count, which is once a day.
   */
  fitting: z.nullable(z.number()),
  needed: z.number(),
  countedAt: instant,
})
export type OwnRegion = z.infer<typeof OwnRegion>

export const OwnAdmission = z.strictObject({
  state: AdmissionState,
  steps: z.array(AdmissionStep),
  join: JoinRule,
  domains: z.array(shown),
  /** The questions to answer, until they are. */
  questions: z.array(shown),
  answers: z.array(AdmissionAnswer),
  messages: z.array(AdmissionMessage),
  /** The time when a declined account is erased. */
  erasedAt: z.nullable(instant),
  /** Only in the state `region`. Null until the person is counted, for which they need a complete profile. */
  region: z.optional(z.nullable(OwnRegion)),
})
export type OwnAdmission = z.infer<typeof OwnAdmission>

export const MOST_USES = 100_000

/** An invitation code of the team. */
export const StaffInvitation = z.strictObject({
  _id: id,
  code: shown,
  limit: z.number(),
  used: z.number(),
  expiresAt: z.nullable(instant),
  note: z.nullable(shown),
  /** True if the people it invites still have to apply. */
  applies: z.boolean(),
  createdAt: instant,
  createdBy: z.nullable(shown),
  revokedAt: z.nullable(instant),
})
export type StaffInvitation = z.infer<typeof StaffInvitation>

/** A member's own code. It never says who used it, or when. */
export const OwnInvitation = z.strictObject({ _id: id, code: shown, used: z.boolean(), createdAt: instant })
export type OwnInvitation = z.infer<typeof OwnInvitation>

export const OwnInvitations = z.strictObject({
  /** The number of codes that the member may have. */
  limit: z.number(),
  /** When the member may invite: a week after joining. Null if it isn't allowed. */
  from: z.nullable(instant),
  invitations: z.array(OwnInvitation),
})
export type OwnInvitations = z.infer<typeof OwnInvitations>

const one = z.strictObject({ id })
const own = z.strictObject({ data: OwnInvitations })
const ownAnswer = dataOf({ admission: z.nullable(OwnAdmission) })

export const invitations = defineRoutes({
  checkInvitation: {
    method: 'POST',
    path: '/auth/invitation',
    access: 'anyone',
    summary: 'Check that an invitation code can be used',
    body: z.strictObject({ code: invitationCode }),
    returns: Done,
  },
  getAdmission: {
    method: 'GET',
    path: '/admission',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'See where you stand, or null once you’ve been let in',
    returns: ownAnswer,
  },
  enterInvitation: {
    method: 'POST',
    path: '/admission/invitation',
    access: 'account',
    summary: 'Enter an invitation code after joining',
    body: z.strictObject({ code: invitationCode }),
    returns: ownAnswer,
    errors: ['conflict'],
  },
  applyToJoin: {
    method: 'POST',
    path: '/admission/application',
    access: 'account',
    summary: 'Apply, with an answer to each question',
    body: z.strictObject({ answers: z.array(text(1, 2000)).check(z.maxLength(5)) }),
    returns: ownAnswer,
    errors: ['conflict'],
  },
  answerAdmission: {
    method: 'POST',
    path: '/admission/messages',
    access: 'account',
    summary: 'Answer the team’s question about your application',
    body: z.strictObject({ message: text(1, 2000) }),
    returns: ownAnswer,
    errors: ['conflict'],
  },
  listMyInvitations: {
    method: 'GET',
    path: '/invitations',
    access: 'member',
    summary: 'List your invitation codes, and how many you may have',
    returns: own,
  },
  createMyInvitation: {
    method: 'POST',
    path: '/invitations',
    access: 'member',
    summary: 'Create an invitation code for one person, a week after you joined',
    returns: own,
    status: 201,
    errors: ['conflict'],
  },
  endMyInvitation: {
    method: 'DELETE',
    path: '/invitations/:id',
    access: 'member',
    summary: 'End an invitation code of yours that no one has used',
    params: one,
    returns: own,
  },
  listInvitations: {
    method: 'GET',
    path: '/admin/invitations',
    access: 'staff:admission',
    summary: 'List the team’s invitation codes, newest first',
    query: z.strictObject({ before: z.optional(id), limit: z._default(wholeNumber(1, 100), 20) }),
    returns: dataOf({ invitations: z.array(StaffInvitation), nextBefore: z.nullable(id) }),
  },
  createInvitation: {
    method: 'POST',
    path: '/admin/invitations',
    access: 'staff:admission',
    stepUp: true,
    summary: 'Create an invitation code',
    body: z.strictObject({
      limit: z.int().check(z.gte(1, 'Enter {minimum} or more.'), z.lte(MOST_USES, 'Enter {maximum} or less.')),
      expiresAt: z.optional(z.nullable(instantText)),
      note: z.optional(z.nullable(text(1, 200))),
      applies: z._default(z.boolean(), false),
    }),
    returns: dataOf({ invitation: StaffInvitation }),
    status: 201,
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/admin/invitations/:id',
    access: 'staff:admission',
    summary: 'End an invitation code. People who have used it stay',
    params: one,
    returns: dataOf({ invitation: StaffInvitation }),
    errors: ['conflict'],
  },
})
