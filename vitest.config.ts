import { availableParallelism } from 'node:os'
import { defineConfig, type TestUserConfig } from 'vitest/config'

const PROOFS = 'server/test/prove/**/*.test.ts'
const isProof = process.env['PROVE'] === 'full'
/** It compares what one session reads, which has no meaning there. */
const notOnCitus = process.env['TEST_DATABASE'] === 'citus' ? ['server/test/moderation/monitoring-reads.test.ts'] : []

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
  setupFiles: ['server/test/begin-file.ts'],
  environment: 'node',
  pool: 'threads',
  testTimeout: isProof ? 1_200_000 : 120_000,
  hookTimeout: 120_000,
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
        },
      },
      {
        test: {
          ...overHttp,
          name: 'server',
          include: ['server/test/**/*.test.ts'],
          exclude: [PROOFS, ...notOnCitus],
          isolate: false,
          // They mostly wait for the database. At full numbers, each keeps a core busy.
          maxWorkers: (isProof ? 1 : 2) * availableParallelism(),
        },
      },
      // npm test leaves out these two (docs/testing.md, research/README.md). A proof runs when nothing else does.
      { test: { ...overHttp, name: 'proofs', include: [PROOFS], maxWorkers: 1 } },
      { test: { ...withoutServer, name: 'research', include: ['research/**/*.test.ts'] } },
    ],
  },
})
