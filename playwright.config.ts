import { defineConfig, devices, firefox, webkit, type PlaywrightTestProject } from '@playwright/test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { JourneyServer } from './e2e/serve.ts'
import {
  administrator,
  separateOrigins,
  crowds,
  main,
  namedServer,
  clockServer,
  stripeServer,
  providers,
  time,
} from './e2e/world.ts'
import { journeyDrillFiles, shortPhoneJourneys, TIMED_LAST, WITHOUT_DRILLS } from './scripts/drills.ts'
import { chromiumArguments, chromiumPath } from './scripts/chromium.ts'
import { scratchFolder } from './scripts/scratch.ts'

const isProof = process.env['PROVE'] === 'full'
const isShort = process.env[WITHOUT_DRILLS] === 'yes'

const staff = { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password }

const peopled = [
  { count: 1, port: stripeServer.port },
  { count: 2, port: clockServer.port },
  { count: 4, port: `${namedServer.port}:localhost` },
  ...(isShort ? [] : crowds),
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
    url: `${isShort ? namedServer.url : `http://127.0.0.1:${crowds.at(-1)!.port}`}/readyz`,
  },
  {
    file: 'server/src/main.ts',
    env: {
      PORT: String(main.port),
      DATA_DIR: join(scratchFolder(), `kindred-e2e-${process.pid}`),
      DEMO: '12',
      // What the journeys count doesn't change at random.
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

const serversOfDrills: JourneyServer[] = [
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

/** The other engines run one journey, each where it is installed. A missing one is said, and counts as nothing. */
const otherEngines: PlaywrightTestProject[] = [
  { type: firefox, device: devices['Desktop Firefox'] },
  { type: webkit, device: devices['Desktop Safari'] },
].flatMap(({ type, device }) => {
  const name = type.name()
  if (existsSync(type.executablePath()))
    // Without the path and the arguments of Chromium.
    return [{ name, testMatch: /smoke\.spec/, use: { ...device, launchOptions: {} } }]
  // Workers read this file as well.
  if (process.env['TEST_WORKER_INDEX'] === undefined)
    console.error(`Not run: the smoke journey in ${name}, which is not installed (npx playwright install ${name}).`)
  return []
})

const desk: PlaywrightTestProject = {
  name: 'desk',
  // Other journeys cover in Chromium what the smoke journey does.
  testIgnore: [...(isProof ? [] : [/smoke\.spec/]), ...(isShort ? [journeyDrillFiles] : [])],
  use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
}
// Only what differs on a small screen that is touched is tried on a phone, too.
const phone: PlaywrightTestProject = {
  name: 'phone',
  testMatch: isShort
    ? shortPhoneJourneys
    : /(dating|all-screens|deck|joining|login|markup|onboarding|own-profile|premium)\.spec/,
  use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
}

const times = /@timed/
const together: PlaywrightTestProject[] = [
  { ...desk, grepInvert: times },
  { ...phone, grepInvert: isProof ? times : /@timed|@any-size/ },
  ...otherEngines,
]
/** In a run of all journeys, those that measure time are alone, after the others. */
const after = (projects: readonly PlaywrightTestProject[]) =>
  process.env[TIMED_LAST] === 'yes' ? { dependencies: projects.flatMap(({ name }) => name ?? []) } : {}
const alone = { grep: times, workers: 1 }
const deskTimes = { ...desk, ...alone, name: 'desk-times', ...after(together) }
const phoneTimes = { ...phone, ...alone, name: 'phone-times', ...after([deskTimes]) }

export default defineConfig({
  testDir: 'e2e',
  // On two cores, a third one uses what the other two leave idle while they wait.
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
    // A trace of every journey costs an eighth of the time: ask for one with --trace on.
    trace: 'off',
    // What a page asks through a worker passes by a journey's routes, and once it has one, no event tells of it. Journeys
    // about the worker, and those that look at every screen, allow it.
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  },
  projects: [...together, deskTimes, phoneTimes],
  webServer: {
    command: 'node scripts/run.mjs e2e/serve.ts',
    env: { SERVERS: JSON.stringify([...servers, ...(isShort ? [] : serversOfDrills)]) },
    wait: { stdout: /Every server is ready/ },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
