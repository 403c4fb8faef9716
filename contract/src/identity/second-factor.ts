import * as z from 'zod/mini'
import { Done } from './auth.ts'
import { defineRoutes } from '../route.ts'
import { secretText, shown } from '../text.ts'

/** The second factor: offered to everyone, and mandatory for administrators if the installation requires it. */
export const secondFactors = defineRoutes({
  getSecondFactor: {
    method: 'GET',
    path: '/auth/second-factor',
    access: 'account',
    summary: 'Whether a second factor is set up, and how many recovery codes are left',
    returns: z.strictObject({
      data: z.strictObject({ enabled: z.boolean(), recoveryCodesLeft: z.number(), required: z.boolean() }),
    }),
  },
  startSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor/setup',
    access: 'member',
    summary: 'Begin: a secret for an authenticator app',
    stepUp: true,
    returns: z.strictObject({ data: z.strictObject({ secret: shown, address: shown }) }),
    errors: ['conflict'],
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor/confirm',
    access: 'member',
    summary: 'Prove that the app shows the right code; gives the recovery codes, once',
    stepUp: true,
    body: z.strictObject({ code: secretText }),
    returns: z.strictObject({ data: z.strictObject({ recoveryCodes: z.array(shown) }) }),
    errors: ['invalid_credentials', 'conflict'],
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/auth/second-factor',
    access: 'member',
    summary: 'Do without it again',
    stepUp: true,
    returns: Done,
    errors: ['conflict'],
  },
  stepUp: {
    method: 'POST',
    path: '/auth/step-up',
    access: 'session',
    summary: 'Prove again that it is you, for 15 minutes: by the second factor where there is one, else by password',
    body: z.strictObject({ password: z.optional(secretText), code: z.optional(secretText) }),
    returns: Done,
    errors: ['invalid_credentials'],
  },
})
