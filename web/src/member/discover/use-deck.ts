import type { Action, NewMatch } from '@kindred/contract/matching/choices'
import type { Card } from '@kindred/contract/discovery/deck'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { toast } from '../../ui/toast.tsx'
import { decide, drain, onOutcome, pendingFor, recall } from './pending-choices.ts'

const PAGE = '20'
const FEW = 5

/** The deck: who comes next, what was decided, and what became of it. */
export function useDeck() {
  const queryClient = useQueryClient()
  const [decided, setDecided] = useState<readonly string[]>([])
  const [match, setMatch] = useState<NewMatch | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['discover'],
    queryFn: ({ pageParam }) =>
      withRetry(() => matching.discover({ query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } })),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextCursor,
    staleTime: 5 * 60_000,
  })
  const all = uniquely(query.data?.pages.flatMap(({ data }) => data.people) ?? [])
  const cards = all.filter(({ user }) => !decided.includes(user._id) && !pendingFor(user._id))

  useEffect(() => {
    void drain()
    return onOutcome((outcome) => {
      void queryClient.invalidateQueries({ queryKey: ['getAllowance'] })
      if ('refused' in outcome) {
        setDecided((before) => before.filter((id) => id !== outcome.choice.userId))
        toast({ text: errorText(outcome.refused), bad: true })
      } else if (outcome.match) {
        setMatch(outcome.match)
        void queryClient.invalidateQueries({ queryKey: ['listMatches'] })
      }
    })
  }, [queryClient])

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (cards.length < FEW && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [cards.length, hasNextPage, isFetchingNextPage, fetchNextPage])

  const choose = (userId: string, action: Action, note?: { note: string; noteOn?: string }) => {
    setDecided((before) => [...before, userId])
    decide({ userId, action, ...note })
  }

  const undo = async () => {
    const last = decided.at(-1)
    if (last && recall(last)) return setDecided((before) => before.slice(0, -1))
    try {
      // The last choice may be on its way still: what is taken back is that one, not the one before.
      await drain()
      const { data } = await matching.undoChoice()
      setDecided((before) => before.filter((id) => id !== data.undone.userId))
      await queryClient.invalidateQueries({ queryKey: ['getAllowance'] })
      if (!all.some(({ user }) => user._id === data.undone.userId)) await query.refetch()
    } catch (error) {
      toast({ text: errorText(error), bad: true })
    }
  }
  return { query, cards, choose, undo, match, closeMatch: () => setMatch(null) }
}

function uniquely(cards: readonly Card[]): Card[] {
  return [...new Map(cards.map((card) => [card.user._id, card])).values()]
}
