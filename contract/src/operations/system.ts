import * as z from 'zod/mini'
import { JoinRule } from '../identity/admission.ts'
import { ageMoments } from '../identity/age.ts'
import { languages } from '../languages.ts'
import { House } from './house.ts'
import { neededDetails } from './operator.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, shown } from '../text.ts'
import { PublicLook } from './look.ts'

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
  /** True if the operator has published who they are, at /imprint. */
  imprint: z.optional(z.boolean()),
  /** The operator’s own texts: those that replace ours, further pages with titles by language, and coming terms. */
  documents: z.optional(
    z.strictObject({
      own: z.array(shown),
      pages: z.array(z.strictObject({ slug: shown, titles: z.record(shown, z.optional(shown)) })),
      coming: z.array(z.strictObject({ name: shown, from: shown })),
    }),
  ),
  /** Absent if the operator hasn't changed the look. */
  look: z.optional(PublicLook),
  /** Who may join, if not everyone. */
  admission: z.optional(
    z.strictObject({
      join: JoinRule,
      domains: z.optional(z.array(shown)),
      memberCodes: z.optional(z.number()),
      /** True if people apply. */
      application: z.optional(z.boolean()),
      /** True if people wait in their region. */
      waitingList: z.optional(z.boolean()),
    }),
  ),
  /** When members have to prove that they are 18 or older, if ever. */
  age: z.optional(z.array(z.enum(ageMoments))),
  /** The offered languages, if not all, the default, and the languages with replaced texts, each with their version. */
  texts: z.optional(
    z.strictObject({
      languages: z.optional(z.array(z.enum(languages))),
      default: z.enum(languages),
      replaced: z.optional(z.record(shown, shown)),
    }),
  ),
  /** The house rules that the operator has changed. */
  house: z.optional(House),
  /** True if the operator has changed what members can choose on their profiles. `listFields` has the values. */
  profileValues: z.optional(z.boolean()),
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
  /** Details of the operator that the law may require and that aren't set. */
  missingDetails: z.array(z.enum(neededDetails)),
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
