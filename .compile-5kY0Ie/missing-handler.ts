
      import { authHandlers } from '../server/src/features/identity/auth/routes.ts'
      import type { Handlers } from '../server/src/http/mount.ts'
      import type { auth } from '@kindred/contract'
      const { login: _, ...rest } = authHandlers
      export const handlers: Handlers<typeof auth> = rest