import * as z from 'zod/mini'
import { Done } from './auth.ts'
import { defineRoutes } from './route.ts'
import { id, instant, secretText } from './text.ts'

export const SessionSummary = z.strictObject({
  _id: id,
  current: z.boolean(),
  device: z.string(),
  address: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
})

export const sessions = defineRoutes({
  listSessions: {
    method: 'GET',
    path: '/auth/sessions',
    access: 'session',
    summary: 'Where one is signed in',
    returns: z.strictObject({ data: z.strictObject({ sessions: z.array(SessionSummary) }) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'session',
    summary: 'Sign out somewhere else',
    params: z.strictObject({ id }),
    returns: Done,
    errors: ['not_found'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    access: 'session',
    summary: 'Sign out everywhere but here',
    returns: z.strictObject({ ended: z.number() }),
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
