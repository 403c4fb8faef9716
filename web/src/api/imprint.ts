import { callsOf } from '@kindred/contract/calls'
import { configuration } from '@kindred/contract/operations/configuration'
import { queryOptions } from '@tanstack/react-query'
import { readQuery } from './queries.ts'
import { send } from './send.ts'

const client = callsOf({ getImprint: configuration.getImprint }, send)

export const imprintQuery = queryOptions({
  ...readQuery(['getImprint'], client.getImprint),
  select: ({ data }) => data.operator,
})
