import * as z from 'zod/mini'
import { AdminUser } from './administration.ts'
import { EmailChange } from './email-change.ts'
import { Done } from '../identity/auth.ts'
import { LookReason } from '../operations/audit.ts'
import { Approval } from './approvals.ts'
import { defineRoutes } from '../route.ts'
import { Subscription } from '../billing/subscriptions.ts'
import { dataOf, id, instant, shown } from '../text.ts'
import { GenderGroup, OwnPicture, OwnUser } from '../profiles/users.ts'

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
  }),
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
})
export type Revealed = z.infer<typeof Revealed>

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
