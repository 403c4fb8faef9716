import { queryOptions } from '@tanstack/react-query'
import { matching, members } from './member-client.ts'
import { withRetry } from './retry.ts'

// What several screens of the member's app ask for. Keys begin with the call's name.

export const likesQuery = queryOptions({
  queryKey: ['listLikes'],
  queryFn: () => withRetry(() => matching.listLikes()),
})
export const matchesQuery = queryOptions({
  queryKey: ['listMatches'],
  queryFn: () => withRetry(() => matching.listMatches()),
})
export const endedMatchesQuery = queryOptions({
  queryKey: ['listEndedMatches'],
  queryFn: () => withRetry(() => matching.listEndedMatches()),
})
export const notificationsQuery = queryOptions({
  queryKey: ['listNotifications'],
  queryFn: () => withRetry(() => members.listNotifications()),
})
export const allowanceQuery = queryOptions({
  queryKey: ['getAllowance'],
  queryFn: () => withRetry(() => matching.getAllowance()),
})
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['getPerson', id],
    queryFn: () => withRetry(() => matching.getPerson({ params: { id } })),
  })
export const compatibilityQuery = (userId: string) =>
  queryOptions({
    queryKey: ['getCompatibility', userId],
    queryFn: () => withRetry(() => matching.getCompatibility({ params: { userId } })),
  })
export const orderReasonsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['getOrderReasons', userId],
    queryFn: () => withRetry(() => matching.getOrderReasons({ params: { userId } })),
  })
