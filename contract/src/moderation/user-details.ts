import * as z from 'zod/mini'
import { AdminUser } from './administration.ts'
import { EmailChange } from './email-change.ts'
import { Done } from '../identity/auth.ts'
import { AuditEntry, LookReason } from '../operations/audit.ts'
import { Approval } from './approvals.ts'
import { defineRoutes } from '../route.ts'
import { Subscription } from '../billing/subscriptions.ts'
import { dataOf, formText, id, instant, shown, wholeNumber } from '../text.ts'
import { GenderGroup, OwnPicture, OwnUser, PersonField } from '../profiles/users.ts'

export const SignIn = z.strictObject({
  at: instant,
  outcome: z.enum(['succeeded', 'failed']),
  device: shown,
  address: shown,
})
export type SignIn = z.infer<typeof SignIn>

export const UserStats = z.strictObject({
  matches: z.number(),
  blockedBy: z.number(),
  reportsAbout: z.number(),
  reportsBy: z.number(),
})
export type UserStats = z.infer<typeof UserStats>

/** A user's page. IP addresses are shortened, and orientation is left out. */
export const UserDetails = z.strictObject({
  user: AdminUser,
  emailChange: z.optional(EmailChange),
  profile: z.pick(OwnUser, {
    intention: true,
    prompts: true,
    voice: true,
    interests: true,
    languages: true,
    basics: true,
    photoChecked: true,
    dateOfBirth: true,
    preferences: true,
    settings: true,
    emailVerificationSent: true,
  }),
  /** Answers to the community’s own fields, if there are any. The text of sensitive ones is masked. */
  fields: z.optional(z.array(z.extend(PersonField, { text: z.nullable(shown) }))),
  pictures: z.array(OwnPicture),
  language: OwnUser.shape.language,
  subscriptions: z.array(Subscription),
  sessions: z.array(
    z.strictObject({ _id: id, device: shown, address: shown, createdAt: instant, lastUsedAt: instant }),
  ),
  signIns: z.array(SignIn),
  figures: UserStats,
})
export type UserDetails = z.infer<typeof UserDetails>

/** Data that staff see only after giving a reason, which the audit log records. */
export const Revealed = z.strictObject({
  interestedIn: z.array(shown),
  /** The member appears to people who look for these groups. */
  shownTo: z.array(GenderGroup),
  signIns: z.array(SignIn),
  /** Answers to the community’s own sensitive fields, if there are any. */
  fields: z.optional(z.array(PersonField)),
})
export type Revealed = z.infer<typeof Revealed>

export const timelineKinds = ['reports', 'decisions', 'payments', 'messages', 'account'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** An event in a user's timeline. Its `action` is that of the audit log, or names an event that the log doesn't have. */
export const TimelineEntry = z.strictObject({
  _id: shown,
  at: instant,
  kind: z.enum(timelineKinds),
  action: shown,
  actor: AuditEntry.shape.actor,
  /** The reason, or the text of a report or message. */
  reason: z.nullable(shown),
  details: AuditEntry.shape.details,
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** Microseconds since 1970, and the ID of the last entry already received. */
const timelinePlace = formText(/^\d{1,16}\.[a-z]{2,12}:[0-9a-f-]{36}$/, 'This isn’t a valid ID.')

const params = z.strictObject({ id })

export const userDetails = defineRoutes({
  getDossier: {
    method: 'GET',
    path: '/admin/users/:id/dossier',
    access: 'staff:users.read',
    forReason: true,
    summary: 'Get everything about a user that staff may see',
    params,
    returns: z.strictObject({ data: UserDetails }),
    errors: ['conflict'],
  },
  getUserVoice: {
    method: 'GET',
    path: '/admin/users/:id/voice',
    access: 'staff:users.read',
    forReason: true,
    summary: 'Get the sound of a voice answer, as a data URL. Each access is logged',
    params,
    returns: dataOf({ voice: shown }),
    errors: ['conflict'],
  },
  getUserFigures: {
    method: 'GET',
    path: '/admin/users/:id/figures',
    access: 'staff:users.read',
    summary: 'Get a user’s numbers of matches, blocks and reports',
    params,
    returns: z.strictObject({ data: UserStats }),
  },
  getTimeline: {
    method: 'GET',
    path: '/admin/users/:id/timeline',
    access: 'staff:users.read',
    summary: 'Get what happened to a user, newest first, as far as your role may see it; without what staff looked at',
    params,
    query: z.strictObject({
      kind: z.optional(z.enum(timelineKinds)),
      before: z.optional(timelinePlace),
      limit: z._default(wholeNumber(1, 100), 30),
    }),
    returns: dataOf({ entries: z.array(TimelineEntry), nextBefore: z.nullable(shown) }),
  },
  revealUser: {
    method: 'POST',
    path: '/admin/users/:id/reveal',
    access: 'staff:users.reveal',
    summary:
      'Get who a user is interested in and where they signed in from; requires a reason, which the audit log keeps',
    params,
    body: z.strictObject({ reason: LookReason }),
    returns: z.strictObject({ data: Revealed }),
    errors: ['conflict'],
  },
  cancelEmailChange: {
    method: 'DELETE',
    path: '/admin/users/:id/email-change',
    access: 'staff:users.edit',
    summary: 'Cancel a new email that hasn’t taken effect',
    params,
    returns: Done,
    errors: ['conflict'],
  },
  endSessionsOf: {
    method: 'DELETE',
    path: '/admin/users/:id/sessions',
    access: 'staff:users.edit',
    stepUp: true,
    summary: 'Sign a user out everywhere; another administrator only with approval',
    params,
    returns: z.strictObject({ ended: z.number(), approval: z.optional(Approval) }),
    errors: ['conflict'],
  },
})
