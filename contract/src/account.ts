import * as z from 'zod/mini'
import { Done } from './auth.ts'
import { defineRoutes } from './route.ts'
import { emailText, instant, secretText } from './text.ts'

export const ConsentKind = z.enum(['terms', 'age', 'special_category'])
export type ConsentKind = z.infer<typeof ConsentKind>

export const Consent = z.strictObject({
  kind: ConsentKind,
  version: z.string(),
  currentVersion: z.string(),
  givenAt: instant,
  withdrawnAt: z.nullable(instant),
})

/** The account itself: how one signs in, what one agreed to, and leaving. */
export const account = defineRoutes({
  changePassword: {
    method: 'PUT',
    path: '/auth/password',
    access: 'session',
    summary: 'Change the password; ends every other session',
    body: z.strictObject({ currentPassword: z.optional(secretText), password: secretText }),
    returns: Done,
    errors: ['invalid_credentials', 'weak_password', 'step_up_required'],
  },
  changeEmail: {
    method: 'POST',
    path: '/auth/email',
    access: 'account',
    summary: 'Ask for another address: it is proved by a link there before anything changes',
    body: z.strictObject({ email: emailText, password: z.optional(secretText) }),
    returns: Done,
    errors: ['invalid_credentials', 'step_up_required'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/email/confirm',
    access: 'anyone',
    summary: 'Prove the new address by its link',
    body: z.strictObject({ token: secretText }),
    returns: Done,
    errors: ['invalid_secret', 'already_exists'],
  },
  undoEmail: {
    method: 'POST',
    path: '/auth/email/undo',
    access: 'anyone',
    summary: 'Take a change of address back by the link sent to the old one; ends every session',
    body: z.strictObject({ token: secretText }),
    returns: Done,
    errors: ['invalid_secret', 'already_exists'],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/auth/account',
    access: 'session',
    summary: 'Leave: hidden at once, erased after 30 days',
    body: z.strictObject({ password: z.optional(secretText) }),
    returns: z.strictObject({ data: z.strictObject({ deletionDueAt: instant }) }),
    errors: ['invalid_credentials', 'step_up_required', 'conflict'],
  },
  restoreAccount: {
    method: 'POST',
    path: '/auth/account/restore',
    access: 'session',
    summary: 'Stay after all, within the 30 days',
    returns: Done,
    errors: ['conflict'],
  },
  listConsents: {
    method: 'GET',
    path: '/auth/consents',
    access: 'session',
    summary: 'What one agreed to, in which version, and when',
    returns: z.strictObject({ data: z.strictObject({ consents: z.array(Consent) }) }),
  },
  setConsent: {
    method: 'PUT',
    path: '/auth/consents/:kind',
    access: 'session',
    summary: 'Agree, or withdraw',
    params: z.strictObject({ kind: ConsentKind }),
    body: z.strictObject({ given: z.boolean() }),
    returns: Done,
    errors: ['conflict'],
  },
})
