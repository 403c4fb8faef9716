import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Makes an invalidated query refetch even if its first answer is still under way, because that answer may predate the
 * change. The library only does so for queries that have data.
 */
export function refetchStale(queryClient: QueryClient): void {
  const invalidate = queryClient.invalidateQueries.bind(queryClient)
  queryClient.invalidateQueries = (filters, options) => {
    for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      // No screen shows it now: it refetches when one does.
      if (!query.isActive()) void query.cancel({ revert: true })
      // Screens that wait for the first answer get the refetched one.
      else if (query.state.data === undefined && filters?.refetchType !== 'none') void query.cancel({ silent: true })
    }
    return invalidate(filters, options)
  }
}

/** Stores the answer of a change. It cancels requests under way, which may have been answered before the change. */
export function setFreshData(queryClient: QueryClient, queryKey: QueryKey, answer: unknown): void {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}
