import { createClient } from '@kindred/contract/client'
import { providers } from '@kindred/contract/identity/providers'
import { send } from './send.ts'

/** Google's and Facebook's identities. */
export const identities = createClient({ ...providers }, send)
