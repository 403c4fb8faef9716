import { callsOf } from '@kindred/contract/calls'
import { decisions } from '@kindred/contract/moderation/decisions'
import { fraudWarnings } from '@kindred/contract/moderation/fraud-warnings'
import { send } from './send.ts'

export const deciding = callsOf({ ...decisions, ...fraudWarnings }, send)
