import { callsOf } from '@kindred/contract/calls'
import { appeals } from '@kindred/contract/moderation/appeals'
import { decisions } from '@kindred/contract/moderation/decisions'
import { readQuery } from '../../api/queries.ts'
import { send } from '../../api/send.ts'

const { listMyDecisions } = decisions
const { listMyAppeals } = appeals
const client = callsOf({ listMyDecisions, listMyAppeals }, send)

export const myDecisionsQuery = readQuery(['listMyDecisions'], client.listMyDecisions)

export const myAppealsQuery = readQuery(['listMyAppeals'], client.listMyAppeals)
