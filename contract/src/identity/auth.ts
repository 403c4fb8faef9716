import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import {
  claimedEmail,
  dataOf,
  dayText,
  emailText,
  invitationCode,
  nameText,
  secretText,
  shown,
  timeZoneText,
} from '../text.ts'
import { OwnUser, PrivacySettings } from '../profiles/users.ts'

/**
 * The missing consents by field name. Few routes work without the terms (`beforeTerms` in route.ts). If the terms have
 * changed since a member agreed to them, only liking and writing wait for `acceptNewTerms` (`newTerms`).
 */
export const MissingConsents = z.array(z.enum(['acceptTerms', 'acceptNewTerms', 'acceptSpecialCategory']))
export type MissingConsents = z.infer<typeof MissingConsents>

/** The result of a sign-in. Until the address is verified, it includes the handle for the emailed code. */
export const SignedIn = z.strictObject({
  token: shown,
  refreshToken: shown,
  user: OwnUser,
  onboardingComplete: z.boolean(),
  requiresVerification: z.boolean(),
  requiresProfileCompletion: z.boolean(),
  missingConsents: MissingConsents,
  verificationToken: z.optional(shown),
})
export type SignedIn = z.infer<typeof SignedIn>

export const Done = z.strictObject({ done: z.literal(true) })

const joining = {
  firstName: nameText,
  lastName: nameText,
  email: emailText,
  dateOfBirth: dayText,
  acceptTerms: z.optional(z.boolean()),
  acceptSpecialCategory: z.optional(z.boolean()),
  timeZone: z.optional(timeZoneText),
  invitation: z.optional(invitationCode),
}

export const auth = defineRoutes({
  register: {
    method: 'POST',
    path: '/auth/register',
    access: 'anyone',
    summary: 'Create an account',
    body: z.union([
      z.strictObject({ ...joining, password: secretText }),
      z.strictObject({ ...joining, passkey: z.literal(true) }),
    ]),
    returns: z.strictObject({
      token: shown,
      refreshToken: shown,
      user: OwnUser,
      verificationToken: shown,
      requiresVerification: z.boolean(),
      requiresProfileCompletion: z.boolean(),
      missingConsents: MissingConsents,
    }),
    status: 201,
    errors: ['already_exists', 'weak_password', 'conflict'],
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Sign in with email and password',
    body: z.strictObject({ email: claimedEmail, password: secretText }),
    returns: z.strictObject({ data: SignedIn }),
    errors: ['invalid_credentials', 'second_factor_required'],
  },
  secondFactor: {
    method: 'POST',
    path: '/auth/second-factor',
    access: 'anyone',
    summary: 'Finish a sign-in with a two-step verification code or a recovery code',
    body: z.strictObject({ challenge: secretText, code: secretText }),
    returns: z.strictObject({ data: SignedIn }),
    errors: ['invalid_credentials'],
  },
  refreshToken: {
    method: 'POST',
    path: '/auth/refresh-token',
    access: 'anyone',
    summary: 'Get a new access token and the next refresh token',
    body: z.strictObject({ refreshToken: secretText }),
    returns: dataOf({ token: shown, refreshToken: shown }),
    errors: ['signed_out'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    access: 'anyone',
    summary: 'Sign out of this session; always succeeds',
    body: z.unknown(),
    returns: Done,
  },
  getProfile: {
    method: 'GET',
    path: '/auth/profile',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Get the signed-in user and any remaining steps',
    returns: z.strictObject({
      userData: z.strictObject({ user: OwnUser, privacySettings: PrivacySettings }),
      requiresVerification: z.boolean(),
      requiresProfileCompletion: z.boolean(),
      onboardingComplete: z.boolean(),
      missingConsents: MissingConsents,
    }),
  },
})
