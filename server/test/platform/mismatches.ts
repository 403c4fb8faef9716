// Code that doesn't match the contract doesn't compile. `npm run check` fails if one of these errors goes away.
import { api, ApiError, createClient, type auth, type system } from '@kindred/contract'
import { authHandlers } from '../../src/features/identity/auth/routes.ts'
import type { Handlers } from '../../src/http/mount.ts'

const { login: _, ...withoutLogin } = authHandlers

// @ts-expect-error A handler is missing.
export const missing: Handlers<typeof auth> = withoutLogin

// @ts-expect-error The contract has no such code.
export const unknown = new ApiError('made_up', 'This code is not in the list.')

export const wrong: Handlers<typeof system> = {
  // @ts-expect-error The version is a text.
  getStatus: async () => ({ build: 'x', version: 1, settings: null }),
}

const client = createClient(api, async () => ({ status: 200, body: {} }))

// @ts-expect-error A call takes only what it declares.
export const undeclared = () => client.login({ body: { email: 'a', password: 'b', remember: true } })
