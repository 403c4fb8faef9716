import { callsOf } from '@kindred/contract/calls'
import { recovery } from '@kindred/contract/identity/recovery'
import { verification } from '@kindred/contract/identity/verification'
import { send } from './send.ts'

export const addresses = callsOf({ ...verification, ...recovery }, send)
