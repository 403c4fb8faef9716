import { callsOf } from '@kindred/contract/calls'
import { providers } from '@kindred/contract/identity/providers'
import { send } from './send.ts'

/** Google's and Facebook's identities. */
export const identities = callsOf({ ...providers }, send)
