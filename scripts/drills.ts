// Drills are tests that need many processes, requests, photos or screens, and others that take long. They take two thirds
// of the time of all tests, so `npm test` leaves them to `npm test -- --all`, which .ci/run uses.

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

/** The server tests that take longest, and are about less than the others of their feature. */
const longServerTests = {
  billing: `concurrent-calls currencies late-refunds payment-customers plan-changes readings tax`,
  chat: `date-answers plans`,
  delivery: `push`,
  discovery: `address-blocks contacts finding order-reasons orders quiet-mode shown-to views`,
  identity: `admission age-by-photo age-by-provider age-by-wallet consents guessing providers special-category
    taken-addresses waiting-list waiting-list-fit`,
  matching: `friend-matches friends received-likes`,
  moderation: `account-links approvals audit-export blind-reviews evidence fraud-warnings labels monitoring
    reading-staff reasons-as-codes second-administrator staff-as-members transparency`,
  operations: `audit house look own-texts recipes`,
  platform: `demo forgery headers pool races`,
  profiles: `edits-at-once fields ghosts places trips values voice-answers`,
}

const filesOf = (tests: Record<string, string>) =>
  Object.entries(tests).flatMap(([feature, names]) =>
    names.split(/\s+/).map((name) => `server/test/${feature}/${name}.test.ts`),
  )

export const serverDrillFiles = filesOf(serverDrills)
export const longServerFiles = filesOf(longServerTests)

/** Tests of generated files, and of the responses of every route. */
export const drillsWithoutServer = [
  'scripts/arabic-font.test.ts',
  'scripts/common-passwords.test.ts',
  'server/src/http/serialise.test.ts',
]

/**
 * Journeys over every screen and its states, in many languages, with crowds, lost sessions and third-party services, and
 * about what most operators turn on once or never.
 */
const journeyDrills = `abroad age appeals approvals asked-for before-sending billing blurred-photos calls consents
  contacts crowds dates decisions every-screen extremes failures first-paint first-steps form-drafts guards house in-languages labels
  languages long-searches look office office-work other-origin own-profile own-questions own-texts passkeys profile-fields
  profile-values providers quiet-mode report-list reporting-people right-to-left roles screen-readers session-ends sessions
  states stripe travel voice waterfalls weights`

export const journeyDrillFiles = new RegExp(`/(${journeyDrills.split(/\s+/).join('|')})\\.spec\\.ts$`)

/** Even a short run also tries these journeys on a phone. */
export const shortPhoneJourneys = /(all-screens|login)\.spec/

/** Excludes the drills. An environment variable, because Playwright reads its configuration in each worker. */
export const WITHOUT_DRILLS = 'WITHOUT_DRILLS'

/** Runs the journeys that measure time after all others, which have to be part of the same run. */
export const TIMED_LAST = 'TIMED_LAST'
