import type { Query, QueryClient } from '@tanstack/react-query'
import { isRefusal } from './retry.ts'

// Automatic refetching. By contrast, retry.ts repeats a single request before it counts as failed.

export const fetchFailedAgain = (queryClient: QueryClient): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

/** Random for each page, because thousands may reconnect to a server at the same moment. */
const AGAIN_AFTER = 10_000 * (0.5 + Math.random())

/**
 * The delay before refetching a response that couldn't be refreshed, for example when thousands of pages reconnect at
 * once. The screen still shows the old response, and nothing else would replace it.
 */
export const untilFetchedAgain = ({ state }: Pick<Query, 'state'>): number | false =>
  state.status === 'error' && state.data !== undefined && !isRefusal(state.error) && AGAIN_AFTER
