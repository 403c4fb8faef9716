import * as z from 'zod/mini'
import { Done } from './auth.ts'
import { defineRoutes } from '../route.ts'
import { id, instant, secretText, shown } from '../text.ts'

export const RecoveryCredential = z.strictObject({
  _id: shown,
  kind: z.enum(['passkey', 'identity', 'second-factor']),
  /** The name of a passkey or provider (Google, Facebook). Empty for two-step verification. */
  name: shown,
  createdAt: instant,
  /** True for credentials added in the last 30 days, which are removed unless the owner keeps them. */
  suspended: z.boolean(),
})
export type RecoveryCredential = z.infer<typeof RecoveryCredential>

export const Recovery = z.strictObject({
  recoveryToken: shown,
  email: shown,
  hasPassword: z.boolean(),
  credentials: z.array(RecoveryCredential),
})
export type Recovery = z.infer<typeof Recovery>

/** “This wasn’t me”: lets owners take back an account after someone changed the ways to sign in. */
export const recovery = defineRoutes({
  openRecovery: {
    method: 'POST',
    path: '/auth/recovery',
    access: 'anyone',
    summary:
      'Take an account back with the link in an email about a change; ends all sessions, restores the email, and ' +
      'suspends newer ways to sign in',
    body: z.strictObject({ token: secretText }),
    returns: z.strictObject({ data: Recovery }),
    errors: ['invalid_secret', 'already_exists'],
  },
  finishRecovery: {
    method: 'POST',
    path: '/auth/recovery/finish',
    access: 'anyone',
    summary: 'Finish taking an account back: choose what to keep, and a new password',
    body: z.strictObject({
      recoveryToken: secretText,
      keep: z.array(id).check(z.maxLength(100)),
      password: z.optional(secretText),
    }),
    returns: Done,
    errors: ['invalid_secret', 'weak_password'],
  },
})
