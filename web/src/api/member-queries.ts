import { readQuery } from './queries.ts'
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
