import { callsOf } from '@kindred/contract/calls'
import { verification } from '@kindred/contract/identity/verification'
import { send } from './send.ts'

/** Proving an address, and coming back by it when a password is lost. */
export const addresses = callsOf({ ...verification }, send)
