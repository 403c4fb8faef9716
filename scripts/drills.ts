// Drills are tests that need many processes, requests, photos or screens. They take more than half of the time of all
// tests, so `npm test` leaves them to `npm test -- --all`, which .ci/run uses.

/**
 * Server tests of kills, restarts, restores, operators' commands, bulk actions, attacks, random requests, and every
 * route's responses to each kind of user.
 */
const serverDrills = [
  'billing/leaving-premium',
  'billing/payment-kills',
  'billing/reconcile',
  'delivery/mail-sweep',
  'delivery/push-kills',
  'discovery/fit-order',
  'discovery/order-outcomes',
  'discovery/walk',
  'identity/passkey-attacks',
  'identity/takeover',
  'moderation/approval-attacks',
  'moderation/batches',
  'moderation/decisions-together',
  'moderation/known-fakes',
  'moderation/last-administrator',
  'moderation/life-cycle',
  'moderation/notice-kills',
  'moderation/picture-sweep',
  'moderation/roles',
  'moderation/staff-conflicts',
  'operations/any-moment',
  'operations/backup',
  'operations/citus-costs',
  'operations/citus-runbooks',
  'operations/distribute',
  'operations/doctor',
  'operations/failed-jobs',
  'operations/metrics',
  'operations/operator',
  'operations/tracing',
  'platform/access',
  'platform/embedded-deaths',
  'platform/events',
  'platform/fan-out',
  'platform/fuzz',
  'platform/input',
  'platform/interference',
  'platform/kills',
  'platform/lasting-keys',
  'platform/migrations',
  'platform/outages',
  'platform/redis',
  'platform/redis-faults',
  'platform/replica',
  'platform/returning-sockets',
  'platform/several-servers',
  'platform/stopping',
  'platform/terminations',
  'platform/waiting-media',
  'platform/worker-kills',
  'profiles/picture-worker',
]

export const serverDrillFiles = serverDrills.map((name) => `server/test/${name}.test.ts`)

/** Tests of generated files, and of the responses of every route. */
export const drillsWithoutServer = [
  'scripts/arabic-font.test.ts',
  'scripts/common-passwords.test.ts',
  'server/src/http/serialise.test.ts',
]

/**
 * Journeys over every screen and its states, in many languages, with crowds, lost sessions and third-party services.
 */
export const journeyDrills = [
  'approvals',
  'calls',
  'crowds',
  'every-screen',
  'extremes',
  'failures',
  'first-paint',
  'guards',
  'in-languages',
  'languages',
  'office-work',
  'other-origin',
  'passkeys',
  'providers',
  'right-to-left',
  'screen-readers',
  'session-ends',
  'states',
  'stripe',
  'voice',
  'warm',
  'waterfalls',
  'weights',
]

export const journeyDrillFiles = new RegExp(`/(${journeyDrills.join('|')})\\.spec\\.ts$`)

/** Even a short run also tries these journeys on a phone. */
export const shortPhoneJourneys = /(all-screens|joining|login)\.spec/

/** Excludes the drills. An environment variable, because Playwright reads its configuration in each worker. */
export const WITHOUT_DRILLS = 'WITHOUT_DRILLS'

/** Runs the journeys that measure time after all others, which have to be part of the same run. */
export const TIMED_LAST = 'TIMED_LAST'
