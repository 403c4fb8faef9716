import * as z from 'zod/mini'
import { Done } from './auth.ts'
import { defineRoutes } from '../route.ts'
import { claimedEmail, secretText, shown } from '../text.ts'
import { OwnUser } from '../profiles/users.ts'

export const verification = defineRoutes({
  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    access: 'anyone',
    summary:
      'Verify an email: with the link, with the code and its handle, or with the code while signed in. ' +
      'An address that staff changed opens no session: sign_in_required says that it’s verified',
    body: z.strictObject({
      token: z.optional(secretText),
      verificationToken: z.optional(secretText),
      code: z.optional(secretText),
    }),
    returns: z.strictObject({ token: shown, refreshToken: shown, user: OwnUser }),
    errors: ['invalid_secret', 'second_factor_required', 'sign_in_required'],
  },
  resendVerification: {
    method: 'POST',
    path: '/auth/resend-verification',
    access: 'anyone',
    summary: 'Resend the code; the response is the same for every email',
    body: z.strictObject({ email: z.optional(claimedEmail) }),
    returns: z.strictObject({ emailVerificationSent: z.literal(true) }),
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'anyone',
    summary: 'Send a password reset link; the response is the same for every email',
    body: z.strictObject({ email: claimedEmail }),
    returns: Done,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    summary:
      'Set a new password with the emailed link; ends all sessions, and ways to sign in that are newer than 30 days ' +
      'unless a code proves two-step verification that has been on for longer',
    body: z.strictObject({ token: secretText, password: secretText, code: z.optional(secretText) }),
    returns: Done,
    errors: ['invalid_secret', 'weak_password', 'invalid_credentials'],
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/auth/sign-out-everywhere',
    access: 'anyone',
    summary: 'End all sessions with the link from a warning email',
    body: z.strictObject({ token: secretText }),
    returns: Done,
    errors: ['invalid_secret'],
  },
})
