import { callsOf } from '@kindred/contract/calls'
import { pairs } from '@kindred/contract/moderation/pairs'
import { send } from './send.ts'

/** What is between the two people of a report. */
export const pairing = callsOf({ ...pairs }, send)
