import { callsOf } from '@kindred/contract/calls'
import { configuration } from '@kindred/contract/operations/configuration'
import { queryOptions } from '@tanstack/react-query'
import { readQuery } from './queries.ts'
import { send } from './send.ts'

const client = callsOf({ getRules: configuration.getRules }, send)

export const rulesQuery = queryOptions({
  ...readQuery(['getRules'], client.getRules),
  select: ({ data }) => data.rules,
})
