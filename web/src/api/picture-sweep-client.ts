import { callsOf } from '@kindred/contract/calls'
import { pictureSweep } from '@kindred/contract/moderation/picture-sweep'
import { send } from './send.ts'

// Apart from the other calls of the back office, because one screen makes these.

export const sweepCalls = callsOf({ ...pictureSweep }, send)
