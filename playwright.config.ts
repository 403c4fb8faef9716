import { defineConfig, devices } from '@playwright/test'
import { join } from 'node:path'
import type { JourneyServer } from './e2e/serve.ts'
import { administrator, apart, crowds, main, named, passing, paying, providers } from './e2e/world.ts'
import { chromiumArguments, chromiumPath } from './scripts/chromium.ts'
import { scratchFolder } from './scripts/scratch.ts'

const servers: JourneyServer[] = [
  {
    file: 'server/test/serve-providers.ts',
    env: { PROVIDERS_PORT: String(providers.port) },
    url: `${providers.url}/certs`,
  },
  {
    file: 'server/test/serve-crowds.ts',
    env: {
      CROWDS: [
        { count: 1, port: paying.port },
        { count: 2, port: passing.port },
        { count: 4, port: `${named.port}:localhost` },
        ...crowds,
      ]
        .map(({ count, port: at }) => `${count}:${at}`)
        .join(','),
      STRIPE_PORT: String(paying.stripe),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    },
    url: `http://127.0.0.1:${crowds.at(-1)!.port}/readyz`,
  },
  {
    file: 'server/test/serve-hosted.ts',
    env: {
      PORT: new URL(apart.api).port,
      API_URL: apart.api,
      PUBLIC_URL: apart.web,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    },
    url: apart.web,
  },
  {
    file: 'server/src/main.ts',
    env: {
      PORT: String(main.port),
      DATA_DIR: join(scratchFolder(), `kindred-e2e-${process.pid}`),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      DEMO: '12',
      RATE_LIMIT: 'off',
      GOOGLE_CLIENT_ID: 'kindred-test.apps.example',
      GOOGLE_JWKS_URL: `${providers.url}/certs`,
    },
    url: `${main.url}/readyz`,
  },
]

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  // Limits, not pauses: a busy machine may need several times as long as a quiet one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: main.url,
    launchOptions: { executablePath: await chromiumPath(), args: chromiumArguments },
    // A trace of every journey costs an eighth of the time: ask for one with --trace on.
    trace: 'off',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  },
  projects: [
    { name: 'desk', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    // What is the same however wide a screen is, is tried on a desk alone.
    {
      name: 'phone',
      testIgnore:
        /(crowds|stripe|sessions|session-ends|providers|guards|back-office|billing|failures|report-list|user-list|users|reports|dashboard|other-origin|passkeys|approvals|weights|waterfalls)\.spec/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: 'node scripts/run.mjs e2e/serve.ts',
    env: { SERVERS: JSON.stringify(servers) },
    wait: { stdout: /Every server is ready/ },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
