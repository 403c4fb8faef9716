import { callsOf } from '@kindred/contract/calls'
import { order } from '@kindred/contract/discovery/order'
import { send } from './send.ts'

// Apart from the other calls of the back office, because only one of its screens makes these.

export const orderCalls = callsOf({ ...order }, send)
