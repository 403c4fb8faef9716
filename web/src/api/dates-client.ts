import { callsOf } from '@kindred/contract/calls'
import { dateAnswers } from '@kindred/contract/chat/date-answers'
import { datePlans } from '@kindred/contract/chat/plans'
import { send } from './send.ts'

export const dates = callsOf({ ...datePlans }, send)
export const afterDates = callsOf({ ...dateAnswers }, send)
