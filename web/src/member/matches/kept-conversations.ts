import type { Match } from '@kindred/contract/matching/matches'
import { dehydrate, type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query'
import { isObject } from '../../api/failure.ts'
import type { CallName } from '../../api/queries.ts'
import { isRefusal } from '../../api/retry.ts'
import { readJson, write } from '../../session/storage.ts'
import { getSession } from '../../session/store.ts'

// The list of matches and the last conversations open without a connection. They are stored when the page is left, and
// deleted when the member signs out (`clearDrafts`). Photos aren't stored.

const KEY = 'kindred.conversations'
const MAX_CONVERSATIONS = 10
const kept: readonly CallName[] = ['listMatches', 'getMatch', 'listMessages', 'getDatePlan']

type Stored = { userId: string; queries: DehydratedState['queries'] }
type Pages = { pages: unknown[]; pageParams: unknown[] }
const isPages = (data: unknown): data is Pages => isObject(data) && Array.isArray(data['pages'])

function isMine(value: unknown): value is Stored {
  const userId = getSession().user?._id
  return isObject(value) && userId !== undefined && value['userId'] === userId && Array.isArray(value['queries'])
}

const stored = (): Stored['queries'] => readJson(KEY, isMine)?.queries ?? []

/** Only the newest page: the others are loaded again. */
const newest = (query: Stored['queries'][number]): Stored['queries'][number] => {
  const { data } = query.state
  if (!isPages(data)) return query
  const first = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
  return { ...query, state: { ...query.state, data: first } }
}

function save(queryClient: QueryClient): void {
  const userId = getSession().user?._id
  const matches = queryClient.getQueryData<{ data: { matches: Match[] } }>(['listMatches'])?.data.matches
  if (userId === undefined || matches === undefined) return
  const ids = new Set(matches.map(({ _id }) => _id))
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ queryKey, state }) => state.status === 'success' && kept.includes(queryKey[0]),
  })
  const fresh = new Set(queries.map(({ queryHash }) => queryHash))
  // The cache forgets a conversation five minutes after it was shown.
  const all = [...queries, ...stored().filter(({ queryHash }) => !fresh.has(queryHash))]
  const latest = new Set(
    all
      .filter(({ queryKey }) => queryKey[0] === 'listMessages')
      .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
      .map(({ queryKey }) => String(queryKey[1]))
      .filter((id) => ids.has(id))
      .slice(0, MAX_CONVERSATIONS),
  )
  const isKept = ({ queryKey: [call, id] }: Stored['queries'][number]) =>
    call === 'listMatches' || latest.has(String(id))
  write(KEY, JSON.stringify({ userId, queries: all.filter(isKept).map(newest) } satisfies Stored))
}

/** Shows what is stored until it can be loaded. The cache keeps whatever is newer. */
const restore = (queryClient: QueryClient): void => hydrate(queryClient, { queries: stored(), mutations: [] })

export function keepConversations(queryClient: QueryClient): () => void {
  const onHidden = () => document.visibilityState === 'hidden' && save(queryClient)
  document.addEventListener('visibilitychange', onHidden)
  if (!navigator.onLine) restore(queryClient)
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    const isMissing = type === 'updated' && state.status === 'error' && state.data === undefined
    if (isMissing && kept.includes(queryKey[0]) && !isRefusal(state.error)) restore(queryClient)
  })
  return () => {
    document.removeEventListener('visibilitychange', onHidden)
    unsubscribe()
  }
}
