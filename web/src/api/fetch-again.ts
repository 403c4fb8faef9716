import type { Query, QueryClient } from '@tanstack/react-query'
import { isRefusal } from './retry.ts'

// What a page fetches again by itself. Calls are retried in retry.ts before they count as failed.

/** Fetches again what is shown and couldn't be fetched. */
export const fetchFailedAgain = (queryClient: QueryClient): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

/** Pages differ in it: thousands of them may return to a server at the same moment. */
const AGAIN_AFTER = 10_000 * (0.5 + Math.random())

/**
 * How long until an answer is fetched again that couldn't be refreshed, such as from a server that thousands return to
 * at once. The screen still shows the old one, and nothing else would replace it.
 */
export const untilFetchedAgain = ({ state }: Pick<Query, 'state'>): number | false =>
  state.status === 'error' && state.data !== undefined && !isRefusal(state.error) && AGAIN_AFTER
