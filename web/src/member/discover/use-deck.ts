import type { CardAction, NewMatch } from '@kindred/contract/matching/choices'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { changeDecided, deckQuery } from '../../api/member-queries.ts'
import { reload } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { showYourTurn } from '../matches/your-turn.ts'
import type { LikeDetails } from '../people/liking.tsx'
import { useMatchMoment } from '../people/use-match-moment.tsx'
import { enqueueSwipe, sendPending, onOutcome, isPending, cancelSwipe } from './pending-swipes.ts'
import { useCards } from './use-cards.ts'

export function useDeck() {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(deckQuery)
  const people = query.data?.pages.flatMap(({ data }) => data.people) ?? []
  const { decide, undo, shown } = useCards('discover', query, people, ({ user }) => !isPending(user._id))
  const { show, moment } = useMatchMoment()
  useOutcomes(show)
  const choose = (userId: string, action: CardAction, details?: LikeDetails) => {
    decide(userId, action)
    enqueueSwipe({ userId, action, ...details })
  }
  const takeBack = async () => {
    const cancelled = cancelSwipe()
    if (cancelled) return cancelled
    // The last swipe may still be pending, and the undo must apply to it rather than to the previous one.
    await sendPending()
    const { data } = await matching.undoChoice()
    void reload(queryClient, 'getAllowance')
    return data.undone.userId
  }
  return { ...shown, query, choose, undo: () => void undo(takeBack), moment }
}

/**
 * Sends pending swipes and handles the results, wherever the member is by then: a match, or a refusal, after which the
 * card returns.
 */
function useOutcomes(onMatch: (match: NewMatch) => void) {
  const queryClient = useQueryClient()
  const matched = useEffectEvent(onMatch)
  useEffect(() => {
    let isOpen = true
    onOutcome((outcome) => {
      const { userId } = outcome.swipe
      void reload(queryClient, 'getAllowance')
      if ('refused' in outcome) {
        changeDecided(queryClient, 'discover', (decided) => decided.delete(userId))
        if (!showYourTurn(outcome.refused)) toast({ text: errorText(outcome.refused), bad: true })
      } else if (outcome.match) {
        changeDecided(queryClient, 'discover', (decided) => decided.set(userId, null))
        void reload(queryClient, 'listMatches')
        if (isOpen) matched(outcome.match)
      }
    })
    void sendPending()
    return () => void (isOpen = false)
  }, [queryClient])
}
