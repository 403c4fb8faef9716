import { availableParallelism } from 'node:os'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { drillsWithoutServer, longServerFiles, serverDrillFiles, WITHOUT_DRILLS } from './scripts/drills.ts'

const alone = 'secrecy memory statements overload locks deadline load-chain failover soak'
const measured = alone.split(' ').map((name) => `server/test/platform/${name}.test.ts`)
const isShort = process.env[WITHOUT_DRILLS] === 'yes'
const isOnCitus = process.env['TEST_DATABASE'] === 'citus'
/**
 * What other sessions read with Citus, each a part, and the doctor's words about the bundled server; elsewhere, what Citus
 * sends to several shards.
 */
const elsewhere = (isOnCitus ? ['moderation/monitoring-reads', 'operations/doctor'] : ['platform/one-shard']).map(
  (name) => `server/test/${name}.test.ts`,
)
/** On Debian's server (server/test/debian-postgres.ts), a backup is restored, too. */
const isDebian = process.env['POSTGRES'] === 'debian'
const apart = [
  ...elsewhere,
  ...serverDrillFiles.filter((file) => !isDebian || !file.endsWith('operations/backup.test.ts')),
  ...(isShort ? longServerFiles : []),
]
const withoutServer: TestUserConfig = {
  environment: 'node',
  pool: 'threads',
  // They change nothing that another could see, so each worker loads what they import once.
  isolate: false,
  // Some read every file, or check types: seconds on a busy machine.
  testTimeout: 60_000,
}
const overHttp: TestUserConfig = {
  globalSetup: ['server/test/setup.ts'],
  environment: 'node',
  pool: 'threads',
  testTimeout: process.env['PROVE'] === 'full' ? 1_200_000 : 120_000,
  hookTimeout: 120_000,
}

/** They mostly wait for the database: two a core. Proofs at full numbers keep a core busy each, and are refused when it is too much. */
const workers = (process.env['PROVE'] === 'full' ? 1 : 2) * availableParallelism()
const together: TestUserConfig = {
  ...overHttp,
  maxWorkers: workers,
  isolate: false,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...withoutServer,
          name: 'rules',
          include: [
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'architecture.test.ts',
          ],
          exclude: drillsWithoutServer,
        },
      },
      {
        test: {
          ...together,
          name: 'server',
          include: ['server/test/**/*.test.ts'],
          exclude: [...measured, ...apart],
        },
      },
      { test: { ...together, name: 'server-drills', include: serverDrillFiles, exclude: elsewhere } },
      { test: { ...withoutServer, maxWorkers: workers, name: 'drills', include: drillsWithoutServer } },
      // npm test leaves these out (research/README.md).
      { test: { ...withoutServer, name: 'research', include: ['research/**/*.test.ts'] } },
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
