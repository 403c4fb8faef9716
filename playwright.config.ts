import { defineConfig, devices, firefox, webkit, type PlaywrightTestProject } from '@playwright/test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { JourneyServer } from './e2e/serve.ts'
import {
  administrator,
  communities,
  separateOrigins,
  crowds,
  main,
  namedServer,
  clockServer,
  stripeServer,
  providers,
  time,
} from './e2e/world.ts'
import { chromiumArguments, chromiumPath } from './scripts/chromium.ts'
import { shareMoment } from './scripts/present.ts'
import { scratchFolder, scratchName } from './scripts/scratch.ts'

/** PROVE=journeys and PROVE=full run the proofs in e2e/prove, which need more servers, instead of the gate. */
const isProof = process.env['PROVE'] !== undefined

const atMoment = process.env['TEST_STARTS_AT'] !== undefined
if (atMoment) shareMoment()

const staff = { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password }

/** Only proofs configure these two servers. */
const { firstSteps, values, ...gateCommunities } = communities

const peopled = [
  { count: 1, port: stripeServer.port },
  { count: 2, port: clockServer.port },
  { count: 4, port: `${namedServer.port}:localhost` },
  ...Object.values(gateCommunities),
  ...(isProof ? [firstSteps, values, ...crowds] : []),
]

const servers: JourneyServer[] = [
  {
    file: 'server/test/serve-crowds.ts',
    env: {
      CROWDS: peopled.map(({ count, port: at }) => `${count}:${at}`).join(','),
      STRIPE_PORT: String(stripeServer.stripe),
      TIME_PORT: String(time.port),
      ...staff,
    },
    url: `http://127.0.0.1:${peopled.at(-1)!.port}/readyz`,
  },
  {
    file: atMoment ? 'server/test/serve-main.ts' : 'server/src/main.ts',
    env: {
      PORT: String(main.port),
      DATA_DIR: join(scratchFolder(), scratchName('e2e')),
      DEMO: '12',
      // Off, because random selection would change the counts that journeys check.
      SECOND_LOOK_PERCENT: '0',
      RATE_LIMIT: 'off',
      PUBLIC_TRANSPARENCY: 'on',
      GOOGLE_CLIENT_ID: 'kindred-test.apps.example',
      GOOGLE_JWKS_URL: `${providers.url}/certs`,
      ...staff,
    },
    url: `${main.url}/readyz`,
  },
]

const serversOfProofs: JourneyServer[] = [
  {
    file: 'server/test/serve-providers.ts',
    env: { PROVIDERS_PORT: String(providers.port) },
    url: `${providers.url}/certs`,
  },
  {
    file: 'server/test/serve-hosted.ts',
    env: {
      PORT: new URL(separateOrigins.api).port,
      API_URL: separateOrigins.api,
      PUBLIC_URL: separateOrigins.web,
      ...staff,
    },
    url: separateOrigins.web,
  },
]

/**
 * The other engines run one journey each, if they are installed. A missing engine is reported, but doesn't fail the
 * run.
 */
const otherEngines: PlaywrightTestProject[] = [
  { type: firefox, device: devices['Desktop Firefox'] },
  { type: webkit, device: devices['Desktop Safari'] },
].flatMap(({ type, device }) => {
  if (!isProof) return []
  const name = type.name()
  if (existsSync(type.executablePath()))
    // Replaces Chromium's path and arguments.
    return [{ name, testMatch: /smoke\.spec/, use: { ...device, launchOptions: {} } }]
  // Workers also load this file, and must not repeat the message.
  if (process.env['TEST_WORKER_INDEX'] === undefined)
    console.error(`Not run: the smoke journey in ${name}, which is not installed (npx playwright install ${name}).`)
  return []
})

const desk: PlaywrightTestProject = {
  name: 'desk',
  use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
}
/** On a phone, only journeys that differ on a small touch screen run again, and in the gate three of them. */
const phone: PlaywrightTestProject = {
  name: 'phone',
  testMatch: isProof
    ? /(dating|all-screens|deck|joining|login|markup|onboarding|own-profile|premium|your-turn)\.spec/
    : /(all-screens|login|onboarding)\.spec/,
  use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
}

const times = /@timed/
const proofDesk: PlaywrightTestProject = { ...desk, testMatch: '**/prove/*.spec.ts' }
/** Proofs that measure time run one after the other. With `--workers=1`, both projects do. */
const alone = { grep: times, workers: 1 }
const proofs: PlaywrightTestProject[] = [
  { ...proofDesk, grepInvert: times },
  { ...phone, grepInvert: process.env['PROVE'] === 'full' ? times : /@timed|@any-size/ },
  ...otherEngines,
  { ...proofDesk, ...alone, name: 'desk-times' },
  { ...phone, ...alone, name: 'phone-times' },
]

export default defineConfig({
  testDir: 'e2e',
  testIgnore: isProof ? [] : ['**/prove/**'],
  // A journey that fails runs once more, and is reported as flaky if it passes then.
  retries: isProof ? 0 : 1,
  // On two cores, a third worker uses the time in which the other two wait.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  // Limits, not pauses: a busy machine may need several times as long as a quiet one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: main.url,
    launchOptions: { executablePath: await chromiumPath(), args: chromiumArguments },
    // Tracing every journey would take an eighth more time. Turn it on with --trace on.
    trace: 'off',
    // Requests that a page sends through a service worker bypass a journey's routes and events. Journeys about the
    // worker, and those that visit every screen, allow it.
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  },
  projects: isProof ? proofs : [desk, { ...phone, grepInvert: /@any-size/ }],
  webServer: {
    command: 'node scripts/run.mjs e2e/serve.ts',
    env: { SERVERS: JSON.stringify([...servers, ...(isProof ? serversOfProofs : [])]) },
    wait: { stdout: /Every server is ready/ },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
