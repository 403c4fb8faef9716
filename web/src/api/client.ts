import { auth } from '@kindred/contract/identity/auth'
import { callsOf } from '@kindred/contract/calls'
import { system } from '@kindred/contract/operations/system'
import { send } from './send.ts'

// Requests are grouped by area, so that a page loads only the ones it needs. These are for signing in.

export const publicCalls = callsOf({ ...system, ...auth }, send)
