import { callsOf } from '@kindred/contract/calls'
import { providers } from '@kindred/contract/identity/providers'
import { send } from './send.ts'

export const identities = callsOf({ ...providers }, send)
