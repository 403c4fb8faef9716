import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * From now on, what a change makes old is asked for anew even where its first answer is still on its way: that one may
 * have been given before the change. By itself, the library does so only for what it has an answer to already.
 */
export function refetchStale(queryClient: QueryClient): void {
  const invalidate = queryClient.invalidateQueries.bind(queryClient)
  queryClient.invalidateQueries = (filters, options) => {
    for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      // Nobody looks at it now: it is asked for when somebody does.
      if (!query.isActive()) void query.cancel({ revert: true })
      // Whoever waits for the first answer gets the one that is asked for below.
      else if (query.state.data === undefined && filters?.refetchType !== 'none') void query.cancel({ silent: true })
    }
    return invalidate(filters, options)
  }
}

/** Shows what a change was answered with. A question that is on its way may have been answered before the change. */
export function setFreshData(queryClient: QueryClient, queryKey: QueryKey, answer: unknown): void {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}
