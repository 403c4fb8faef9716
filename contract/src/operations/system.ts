import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, shown } from '../text.ts'

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
  /** Whether the operator publishes the numbers of reports, decisions and appeals. */
  publicTransparency: z.boolean(),
  /** Whether calls go through a relay. Otherwise, each person's browser learns the other's network address. */
  relays: z.boolean(),
  currency: shown,
  /** By plan, in the currency’s smallest unit. */
  prices: z.record(shown, z.number()),
  /** Whether checkout asks for the country, because tax is calculated automatically. */
  automaticTax: z.boolean(),
  /** Each plan's trial days before the first charge. */
  trialDays: z.record(shown, z.number()),
  /** The marketing figures of /home: `value`, its English `label`, and labels by the codes of other languages. */
  figures: z.array(z.record(shown, z.optional(shown))),
})
export type PublicSettings = z.infer<typeof PublicSettings>

/** How the installation is doing, for administrators. */
export const Health = z.strictObject({
  version: shown,
  build: shown,
  /** Since when the server that answers has been running. */
  startedAt: instant,
  database: shown,
  /** Jobs that are due and not yet started, the longest due first. */
  jobs: z.array(z.strictObject({ job: shown, due: z.number(), seconds: z.number() })),
  failedJobs: z.number(),
  /** Null where the server's role may not see them. */
  standbys: z.nullable(z.array(z.strictObject({ name: shown, isSynchronous: z.boolean(), seconds: z.number() }))),
  /** Whether what is written waits for a standby that is not there. */
  lacksStandby: z.boolean(),
  /** By how much the read replica is behind; null where there is none. */
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
