import type { FriendAction, FriendCard } from '@kindred/contract/matching/friends'
import type { CardAction } from '@kindred/contract/matching/choices'
import type { Card } from '@kindred/contract/discovery/deck'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { friends } from '../../api/friends-client.ts'
import { reload } from '../../api/queries.ts'
import { withRetry } from '../../api/retry.ts'
import { toast } from '../../ui/toast.tsx'
import { useCards } from '../discover/use-cards.ts'
import { showYourTurn } from '../matches/your-turn.ts'
import { useMatchMoment } from '../people/use-match-moment.tsx'

const PAGE = '20'

/** The same card as in dating, without a score and its reasons. */
const toCard = ({ user, distance, distanceFormatted }: FriendCard): Card => ({
  user,
  distance,
  distanceFormatted,
  compatibilityScore: null,
  interval: null,
  reasons: [],
  boosted: false,
})

/** The deck of friends. Choices are sent one after another, so that an undo applies to the last one. */
export function useFriends() {
  const queryClient = useQueryClient()
  const [likesLeft, setLikesLeft] = useState<number | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const { show, moment } = useMatchMoment()
  const query = useInfiniteQuery({
    queryKey: ['listFriends'],
    queryFn: ({ pageParam }) =>
      withRetry(() => friends.listFriends({ query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } })),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextCursor,
    staleTime: 5 * 60_000,
  })
  const people = query.data?.pages.flatMap(({ data }) => data.people.map(toCard)) ?? []
  // A card stays in front while others come, but not after preferences changed that leave the person out.
  const { decide, undo, reopen, drop, shown } = useCards('listFriends', query, people, (card, all) =>
    all.some(({ user }) => user._id === card.user._id),
  )

  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const acted = queue.current.then(act)
    queue.current = acted.catch(() => {})
    return acted
  }
  const send = async (userId: string, action: FriendAction) => {
    try {
      // Retrying is safe, because a repeated choice changes nothing.
      const { data } = await withRetry(() => friends.chooseFriend({ body: { userId, action } }))
      setLikesLeft(data.likes)
      if (!data.match) return
      drop(userId)
      show(data.match)
      void reload(queryClient, 'listMatches')
    } catch (error) {
      reopen(userId)
      if (!showYourTurn(error, 'friends')) toast({ text: errorText(error), bad: true })
    }
  }
  const choose = (userId: string, wanted: CardAction) => {
    const action = wanted === 'pass' ? 'pass' : 'like'
    decide(userId, action)
    void inTurn(() => send(userId, action))
  }
  const takeBack = () =>
    inTurn(async () => {
      const { data } = await friends.undoFriendChoice()
      return data.undone.userId
    })
  return { ...shown, query, likesLeft, choose, undo: () => void undo(takeBack), moment }
}
