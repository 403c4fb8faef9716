import * as z from 'zod/mini'
import { Done } from './auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, secretText, shown } from '../text.ts'

/** Two-step verification is offered to everyone, and mandatory for administrators if the installation requires it. */
export const secondFactors = defineRoutes({
  getSecondFactor: {
    method: 'GET',
    path: '/auth/second-factor',
    access: 'account',
    beforeTerms: 'everyone',
    summary: 'Get whether two-step verification is on, and how many recovery codes are left',
    returns: dataOf({ enabled: z.boolean(), recoveryCodesLeft: z.number(), required: z.boolean() }),
  },
  startSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor/setup',
    access: 'member',
    beforeTerms: 'everyone',
    summary: 'Get a secret for an authenticator app, to set up two-step verification',
    stepUp: 'factor',
    returns: dataOf({ secret: shown, address: shown }),
    errors: ['conflict'],
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor/confirm',
    access: 'member',
    beforeTerms: 'everyone',
    summary: 'Turn on two-step verification with a code from the app; returns the recovery codes once',
    stepUp: 'factor',
    body: z.strictObject({ code: secretText }),
    returns: dataOf({ recoveryCodes: z.array(shown) }),
    errors: ['invalid_credentials', 'conflict'],
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/auth/second-factor',
    access: 'member',
    beforeTerms: 'everyone',
    summary: 'Turn off two-step verification',
    stepUp: 'factor',
    returns: Done,
    errors: ['conflict'],
  },
  stepUp: {
    method: 'POST',
    path: '/auth/step-up',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Confirm your identity for 15 minutes, by two-step verification or password',
    body: z.strictObject({ password: z.optional(secretText), code: z.optional(secretText) }),
    returns: Done,
    errors: ['invalid_credentials'],
  },
})
