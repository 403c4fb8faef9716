import { callsOf } from '@kindred/contract/calls'
import { decisions } from '@kindred/contract/moderation/decisions'
import { fraudWarnings } from '@kindred/contract/moderation/fraud-warnings'
import { send } from './send.ts'

/** What staff decide about people, for the few screens that show it. */
export const deciding = callsOf({ ...decisions, ...fraudWarnings }, send)
