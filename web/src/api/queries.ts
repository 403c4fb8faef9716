import type { Api } from '@kindred/contract'
import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { patchInvalidateQueries } from './fresh-data.ts'
import { publicCalls } from './client.ts'
import { withRetry } from './retry.ts'
import { fetchFailedAgain, untilFetchedAgain } from './fetch-again.ts'

export type CallName = keyof Api

declare module '@tanstack/react-query' {
  interface Register {
    /** A key starts with the name of its request. */
    queryKey: readonly [CallName, ...unknown[]]
  }
}

export const reload = (queryClient: QueryClient, ...calls: readonly CallName[]): Promise<unknown> =>
  Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call] })))

/**
 * React Query doesn't retry, because `withRetry` does. Failed queries are refetched when the connection returns, and
 * stale ones after a while.
 */
export function newQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, refetchInterval: untilFetchedAgain },
      mutations: { retry: false },
    },
  })
  patchInvalidateQueries(queryClient)
  addEventListener('online', () => void fetchFailedAgain(queryClient))
  return queryClient
}

/** A query that retries its request. The key consists of the request's name and its parameters. */
export const readQuery = <T>(queryKey: QueryKey, call: () => Promise<T>) =>
  queryOptions({ queryKey, queryFn: () => withRetry(call) })

export const statusQuery = { ...readQuery(['getStatus'], publicCalls.getStatus), staleTime: Infinity }
