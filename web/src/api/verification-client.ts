import { callsOf } from '@kindred/contract/calls'
import { recovery } from '@kindred/contract/identity/recovery'
import { verification } from '@kindred/contract/identity/verification'
import { send } from './send.ts'

/** Proving an address, and coming back by it when a password or the account is lost. */
export const addresses = callsOf({ ...verification, ...recovery }, send)
