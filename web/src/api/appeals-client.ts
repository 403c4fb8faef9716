import { appeals } from '@kindred/contract/moderation/appeals'
import { callsOf } from '@kindred/contract/calls'
import { transparency } from '@kindred/contract/moderation/transparency'
import { send } from './send.ts'

// Apart from the other calls of the back office, because few of its screens make these.

export const staffAppeals = callsOf({ ...appeals }, send)
export const transparencyCalls = callsOf({ ...transparency }, send)
