import { callsOf } from '@kindred/contract/calls'
import { dateAnswers } from '@kindred/contract/chat/date-answers'
import { datePlans } from '@kindred/contract/chat/plans'
import { send } from './send.ts'

/** Dates that two people plan, and what a friend sees of them. */
export const dates = callsOf({ ...datePlans }, send)
/** What a member says after a date. */
export const afterDates = callsOf({ ...dateAnswers }, send)
