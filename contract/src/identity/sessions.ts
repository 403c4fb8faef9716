import * as z from 'zod/mini'
import { Done } from './auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, shown } from '../text.ts'

export const SessionSummary = z.strictObject({
  _id: id,
  current: z.boolean(),
  device: shown,
  address: shown,
  createdAt: instant,
  lastUsedAt: instant,
})
export type SessionSummary = z.infer<typeof SessionSummary>

export const sessions = defineRoutes({
  listSessions: {
    method: 'GET',
    path: '/auth/sessions',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'List your sessions',
    returns: dataOf({ sessions: z.array(SessionSummary) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Sign out of another session',
    stepUp: true,
    params: z.strictObject({ id }),
    returns: Done,
    errors: ['not_found'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Sign out of all other sessions',
    stepUp: true,
    returns: z.strictObject({ ended: z.number() }),
  },
})
