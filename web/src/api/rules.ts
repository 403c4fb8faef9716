import { callsOf } from '@kindred/contract/calls'
import { configuration } from '@kindred/contract/operations/configuration'
import { queryOptions } from '@tanstack/react-query'
import { withRetry } from './retry.ts'
import { send } from './send.ts'

const client = callsOf({ getRules: configuration.getRules }, send)

/** The community rules that hold now: read by everybody, cited by decisions. */
export const rulesQuery = queryOptions({
  queryKey: ['getRules'],
  queryFn: () => withRetry(() => client.getRules()),
  select: ({ data }) => data.rules,
})
