import type { Query, QueryClient } from '@tanstack/react-query'
import { isRefusal } from './retry.ts'

// Automatic refetching. retry.ts repeats single calls before they count as failed.

export const fetchFailedAgain = (queryClient: QueryClient): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

/** Random for each page, because thousands may return to a server at the same moment. */
const AGAIN_AFTER = 10_000 * (0.5 + Math.random())

/**
 * The delay before an answer that couldn't be refreshed is fetched again, for example when thousands of pages return
 * at once. The screen still shows the old one, and nothing else would replace it.
 */
export const untilFetchedAgain = ({ state }: Pick<Query, 'state'>): number | false =>
  state.status === 'error' && state.data !== undefined && !isRefusal(state.error) && AGAIN_AFTER
