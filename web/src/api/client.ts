import { auth } from '@kindred/contract/identity/auth'
import { callsOf } from '@kindred/contract/calls'
import { system } from '@kindred/contract/operations/system'
import { send } from './send.ts'

// The calls by area, so that a page carries only what it can make: these are the way in.

export const publicCalls = callsOf({ ...system, ...auth }, send)
