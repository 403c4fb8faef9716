// Drills are tests that need many processes, requests, photos or screens. They take more than half of the time of all
// tests, so `npm test` leaves them to `npm test -- --all`, which .ci/run uses.

/**
 * Server tests of kills, restarts, restores, operators' commands, bulk actions, attacks, random requests, and every
 * route's responses to each kind of user.
 */
const serverDrills = {
  billing: `leaving-premium payment-kills reconcile`,
  delivery: `mail-sweep push-kills`,
  discovery: `fit-order order-outcomes walk`,
  identity: `passkey-attacks takeover`,
  moderation: `approval-attacks batches decisions-together known-fakes last-administrator life-cycle notice-kills
    picture-sweep roles staff-conflicts`,
  operations: `any-moment backup citus-costs citus-runbooks distribute doctor failed-jobs metrics operator tracing`,
  platform: `access embedded-deaths events fan-out fuzz input interference kills lasting-keys migrations outages redis
    redis-faults replica returning-sockets several-servers stopping terminations waiting-media worker-kills`,
  profiles: `picture-worker`,
}

export const serverDrillFiles = Object.entries(serverDrills).flatMap(([feature, names]) =>
  names.split(/\s+/).map((name) => `server/test/${feature}/${name}.test.ts`),
)

/** Tests of generated files, and of the responses of every route. */
export const drillsWithoutServer = [
  'scripts/arabic-font.test.ts',
  'scripts/common-passwords.test.ts',
  'server/src/http/serialise.test.ts',
]

/** Journeys over every screen and its states, in many languages, with crowds, lost sessions and third-party services. */
const journeyDrills = `approvals calls crowds every-screen extremes failures first-paint guards in-languages languages
  office-work other-origin passkeys providers right-to-left screen-readers session-ends states stripe voice waterfalls
  weights`

export const journeyDrillFiles = new RegExp(`/(${journeyDrills.split(/\s+/).join('|')})\\.spec\\.ts$`)

/** Even a short run also tries these journeys on a phone. */
export const shortPhoneJourneys = /(all-screens|joining|login)\.spec/

/** Excludes the drills. An environment variable, because Playwright reads its configuration in each worker. */
export const WITHOUT_DRILLS = 'WITHOUT_DRILLS'

/** Runs the journeys that measure time after all others, which have to be part of the same run. */
export const TIMED_LAST = 'TIMED_LAST'
