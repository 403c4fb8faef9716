import type { Api } from '@kindred/contract'
import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { refetchStale } from './fresh-data.ts'
import { publicCalls } from './client.ts'
import { withRetry } from './retry.ts'
import { fetchFailedAgain, untilFetchedAgain } from './fetch-again.ts'

export type CallName = keyof Api

declare module '@tanstack/react-query' {
  interface Register {
    /** A key begins with the name of the call that answers it. */
    queryKey: readonly [CallName, ...unknown[]]
  }
}

/** Reloads the answers of these calls wherever they are shown. */
export const reload = (queryClient: QueryClient, ...calls: readonly CallName[]): Promise<unknown> =>
  Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call] })))

/**
 * Nothing is retried here: the helper does that, and it alone. What failed is fetched again once back online, and what
 * is shown but couldn't be refreshed, after a while.
 */
export function newQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, refetchInterval: untilFetchedAgain },
      mutations: { retry: false },
    },
  })
  refetchStale(queryClient)
  addEventListener('online', () => void fetchFailedAgain(queryClient))
  return queryClient
}

/** What a call answers, asked again where it fails. Its key is the call's name, and what it is asked. */
export const readQuery = <T>(queryKey: QueryKey, call: () => Promise<T>) =>
  queryOptions({ queryKey, queryFn: () => withRetry(call) })

export const statusQuery = { ...readQuery(['getStatus'], publicCalls.getStatus), staleTime: Infinity }
