import { availableParallelism } from 'node:os'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

const alone = 'secrecy memory statements overload locks deadline load-chain soak'
const measured = alone.split(' ').map((name) => `server/test/platform/${name}.test.ts`)
const overHttp: TestUserConfig = {
  globalSetup: ['server/test/setup.ts'],
  environment: 'node',
  pool: 'threads',
  testTimeout: process.env['PROVE'] === 'full' ? 1_200_000 : 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'architecture.test.ts',
          ],
          environment: 'node',
          pool: 'threads',
          // They change nothing that another could see, so each worker loads what they import once.
          isolate: false,
          // Some read every file, or check types: seconds on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...overHttp,
          name: 'server',
          include: ['server/test/**/*.test.ts'],
          exclude: measured,
          // They mostly wait for the database: two a core. Proofs at full numbers keep a core busy each, and are refused when it is too much.
          maxWorkers: (process.env['PROVE'] === 'full' ? 1 : 2) * availableParallelism(),
          isolate: false,
        },
      },
      {
        test: {
          ...overHttp,
          name: 'server-measured',
          include: measured,
          // What compares times or memory runs when nothing else does.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
