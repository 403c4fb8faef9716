import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { shown } from '../text.ts'

/** What the web app needs before sign-in. All of it is public. */
export const PublicSettings = z.strictObject({
  brand: shown,
  supportEmail: shown,
  demo: z.boolean(),
  development: z.boolean(),
  googleClientId: z.nullable(shown),
  facebookAppId: z.nullable(shown),
  stripePublishableKey: z.nullable(shown),
  /** The host that passkeys belong to; null where browsers refuse them. */
  passkeyHost: z.nullable(shown),
  /** In cents, by plan. */
  prices: z.record(shown, z.number()),
  /** Each plan's trial days before the first charge. */
  trialDays: z.record(shown, z.number()),
})
export type PublicSettings = z.infer<typeof PublicSettings>

export const system = defineRoutes({
  getStatus: {
    method: 'GET',
    path: '/status',
    access: 'anyone',
    summary: 'Get the build, its version, and the public settings that the web needs',
    returns: z.strictObject({ build: shown, version: shown, settings: PublicSettings }),
  },
})
