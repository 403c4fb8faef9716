import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, shown } from '../text.ts'

export const PublicSettings = z.strictObject({
  brand: shown,
  supportEmail: shown,
  demo: z.boolean(),
  development: z.boolean(),
  googleClientId: z.nullable(shown),
  facebookAppId: z.nullable(shown),
  stripePublishableKey: z.nullable(shown),
  /** The host for passkeys, or null if browsers refuse passkeys there. */
  passkeyHost: z.nullable(shown),
  /** True if the operator publishes the numbers of reports, decisions and appeals. */
  publicTransparency: z.boolean(),
  /** True if calls use a relay. Otherwise, each person's browser learns the other's network address. */
  relays: z.boolean(),
  currency: shown,
  /** Prices by plan, in the currency’s smallest unit. */
  prices: z.record(shown, z.number()),
  automaticTax: z.boolean(),
  /** Days before the first charge, by plan. */
  trialDays: z.record(shown, z.number()),
  /** The number of conversations waiting for a member's reply that pauses their likes, or 0 for no limit. */
  yourTurnLimit: z.number(),
  /** The marketing stats on /home: `value`, the English `label`, and labels by language code. */
  figures: z.array(z.record(shown, z.optional(shown))),
})
export type PublicSettings = z.infer<typeof PublicSettings>

export const Health = z.strictObject({
  version: shown,
  build: shown,
  startedAt: instant,
  database: shown,
  /** Due jobs that haven't started, the most overdue first. */
  jobs: z.array(z.strictObject({ job: shown, due: z.number(), seconds: z.number() })),
  failedJobs: z.number(),
  /** Null if the server's database role isn't allowed to see standbys. */
  standbys: z.nullable(z.array(z.strictObject({ name: shown, isSynchronous: z.boolean(), seconds: z.number() }))),
  /** True while writes wait for a missing standby. */
  lacksStandby: z.boolean(),
  replicaSeconds: z.nullable(z.number()),
})
export type Health = z.infer<typeof Health>

export const system = defineRoutes({
  getStatus: {
    method: 'GET',
    path: '/status',
    access: 'anyone',
    summary: 'Get the build, its version, and the public settings that the web needs',
    returns: z.strictObject({ build: shown, version: shown, settings: PublicSettings }),
  },
  getHealth: {
    method: 'GET',
    path: '/admin/system',
    access: 'staff:system',
    summary: 'See the version, waiting jobs, and how far standbys are behind',
    returns: dataOf({ health: Health }),
  },
})
