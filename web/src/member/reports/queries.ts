import { callsOf } from '@kindred/contract/calls'
import { appeals } from '@kindred/contract/moderation/appeals'
import { decisions } from '@kindred/contract/moderation/decisions'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../api/send.ts'
import { withRetry } from '../../api/retry.ts'

const { listMyDecisions } = decisions
const { listMyAppeals } = appeals
const client = callsOf({ listMyDecisions, listMyAppeals }, send)

export const myDecisionsQuery = queryOptions({
  queryKey: ['listMyDecisions'],
  queryFn: () => withRetry(() => client.listMyDecisions()),
})

export const myAppealsQuery = queryOptions({
  queryKey: ['listMyAppeals'],
  queryFn: () => withRetry(() => client.listMyAppeals()),
})
