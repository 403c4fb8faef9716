
      import type { Handlers } from '../server/src/http/mount.ts'
      import type { system } from '@kindred/contract'
      export const handlers: Handlers<typeof system> = { getStatus: async () => ({ build: 'x', version: 1, settings: null }) }