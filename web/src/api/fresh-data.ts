import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Makes an invalidated query refetch even if its first response is still pending, because that response may predate the
 * change. The library does so only for queries that have data.
 */
export function patchInvalidateQueries(queryClient: QueryClient): void {
  const invalidate = queryClient.invalidateQueries.bind(queryClient)
  queryClient.invalidateQueries = (filters, options) => {
    for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      // No screen shows the query now, so it refetches when one does.
      if (!query.isActive()) void query.cancel({ revert: true })
      // Screens that wait for the first response get the refetched one.
      else if (query.state.data === undefined && filters?.refetchType !== 'none') void query.cancel({ silent: true })
    }
    return invalidate(filters, options)
  }
}

/** Stores the response to a change. Cancels pending requests, which the server may have handled before the change. */
export function setFreshData(queryClient: QueryClient, queryKey: QueryKey, answer: unknown): void {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}
