import { callsOf } from '@kindred/contract/calls'
import { datePlans } from '@kindred/contract/chat/plans'
import { send } from './send.ts'

/** Dates that two people plan, and what a friend sees of them. */
export const dates = callsOf({ ...datePlans }, send)
