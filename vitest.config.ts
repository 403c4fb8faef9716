import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'architecture.test.ts',
          ],
          environment: 'node',
          pool: 'threads',
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/test/**/*.test.ts'],
          globalSetup: ['server/test/setup.ts'],
          environment: 'node',
          pool: 'threads',
          testTimeout: process.env['PROVE'] === 'full' ? 1_200_000 : 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
