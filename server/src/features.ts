import { api } from '@kindred/contract'
import { systemHandlers } from './features/system/routes.ts'
import type { Handlers } from './http/mount.ts'

/** Every call's handler. A call that has none, or a handler without a call, does not compile. */
export const handlers: Handlers<typeof api> = { ...systemHandlers }
