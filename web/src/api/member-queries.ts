import type { CardAction } from '@kindred/contract/matching/choices'
import { infiniteQueryOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { readQuery } from './queries.ts'
import { withRetry } from './retry.ts'
import { matching, members } from './member-client.ts'

// Queries that several of the member's screens share. Keys start with the name of the request.

export const likesQuery = readQuery(['listLikes'], matching.listLikes)
export const matchesQuery = readQuery(['listMatches'], matching.listMatches)
export const endedMatchesQuery = readQuery(['listEndedMatches'], matching.listEndedMatches)
export const notificationsQuery = readQuery(['listNotifications'], members.listNotifications)
export const allowanceQuery = readQuery(['getAllowance'], matching.getAllowance)
export const personQuery = (id: string) => readQuery(['getPerson', id], () => matching.getPerson({ params: { id } }))
export const compatibilityQuery = (userId: string) =>
  readQuery(['getCompatibility', userId], () => matching.getCompatibility({ params: { userId } }))
export const rankingReasonsQuery = (userId: string) =>
  readQuery(['getOrderReasons', userId], () => matching.getOrderReasons({ params: { userId } }))

const PAGE = '20'

export const deckQuery = infiniteQueryOptions({
  queryKey: ['discover'],
  queryFn: ({ pageParam }) =>
    withRetry(() => matching.discover({ query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } })),
  initialPageParam: '',
  getNextPageParam: ({ data }) => data.nextCursor,
  staleTime: 5 * 60_000,
})

type DeckCall = 'discover' | 'listFriends'
/** The choices by the person's id. Null if one can't be undone. */
export type Decided = ReadonlyMap<string, CardAction | null>

/** People the member has decided on. A deck’s cached pages still contain them, so this lasts as long as they do. */
export const decidedQuery = (call: DeckCall) =>
  queryOptions<Decided>({ queryKey: [call, 'decided'], queryFn: skipToken })

export const changeDecided = (
  queryClient: QueryClient,
  call: DeckCall,
  change: (decided: Map<string, CardAction | null>) => unknown,
) =>
  queryClient.setQueryData(decidedQuery(call).queryKey, (before: Decided | undefined) => {
    const decided = new Map(before)
    change(decided)
    return decided
  })
