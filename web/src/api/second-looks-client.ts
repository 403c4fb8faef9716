import { callsOf } from '@kindred/contract/calls'
import { secondLooks } from '@kindred/contract/moderation/second-looks'
import { send } from './send.ts'

// Apart from the other calls of the back office, because one screen makes these.

export const lookCalls = callsOf({ ...secondLooks }, send)
