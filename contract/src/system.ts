import * as z from 'zod/mini'
import { defineRoutes } from './route.ts'

/** What the web needs before anybody has signed in: everything of it may be seen by anyone. */
export const PublicSettings = z.strictObject({
  brand: z.string(),
  supportEmail: z.string(),
  demo: z.boolean(),
  development: z.boolean(),
  googleClientId: z.nullable(z.string()),
  facebookAppId: z.nullable(z.string()),
  stripePublishableKey: z.nullable(z.string()),
  /** In cents, by plan. */
  prices: z.record(z.string(), z.number()),
  /** How long each plan is tried before anything is paid, by plan. */
  trialDays: z.record(z.string(), z.number()),
})
export type PublicSettings = z.infer<typeof PublicSettings>

export const system = defineRoutes({
  getStatus: {
    method: 'GET',
    path: '/status',
    access: 'anyone',
    summary: 'The build, its version, and the public settings that the web needs',
    returns: z.strictObject({ build: z.string(), version: z.string(), settings: PublicSettings }),
  },
})
