import type { Query, QueryClient } from '@tanstack/react-query'

// What is asked again without anybody's doing. Calls are retried in retry.ts, before they count as failed.

/** Asks again for what is shown and couldn't be had. */
export const askForFailed = (queryClient: QueryClient): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

/** Pages differ in it: thousands of them may return to a server at the same moment. */
const AGAIN_AFTER = 10_000 * (0.5 + Math.random())

/**
 * How long until an answer is asked for again that couldn't be renewed, such as by a server that thousands return to at
 * once. Its screen shows the old one, and nothing else would tell.
 */
export const untilAskedAgain = ({ state }: Pick<Query, 'state'>): number | false =>
  state.status === 'error' && state.data !== undefined && AGAIN_AFTER
