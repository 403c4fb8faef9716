import type { Action, NewMatch } from '@kindred/contract/matching/choices'
import type { Card } from '@kindred/contract/discovery/deck'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { toast } from '../../ui/toast.tsx'
import { showYourTurn } from '../matches/your-turn.ts'
import type { LikeDetails } from '../people/liking.tsx'
import { vibrateOnSwipe } from '../people/haptics.ts'
import { useMatchMoment } from '../people/use-match-moment.tsx'
import { enqueueSwipe, sendPending, onOutcome, isPending, cancelSwipe, type Swipe } from './pending-swipes.ts'

type Made = { swipe: Swipe; match: NewMatch }

const PAGE = '20'
const FEW = 5

export function useDeck() {
  const queryClient = useQueryClient()
  const [swiped, setSwiped] = useState<readonly string[]>([])
  /** Swipes of this visit that can be undone: all but those that made a match. */
  const [undoable, setUndoable] = useState<readonly string[]>([])
  const [hasActed, setHasActed] = useState(false)
  const [last, setLast] = useState<{ name: string; action: Action }>()
  const query = usePages()
  const all = uniquely(query.data?.pages.flatMap(({ data }) => data.people) ?? [])
  const isOpen = ({ user }: Card) => !swiped.includes(user._id) && !isPending(user._id)
  const cards = all.filter(isOpen)
  const card = usePinnedCard(cards[0], isOpen)

  const reopen = (userId: string) => {
    for (const set of [setSwiped, setUndoable]) set((before) => before.filter((id) => id !== userId))
  }
  const { show, moment } = useMatchMoment()
  useOutcomes(reopen, ({ swipe, match }) => {
    setUndoable((before) => before.filter((id) => id !== swipe.userId))
    show(match)
  })
  useMore(query, cards.length)
  const choose = (userId: string, action: Action, details?: LikeDetails) => {
    vibrateOnSwipe()
    setHasActed(true)
    setLast({ name: all.find(({ user }) => user._id === userId)?.user.firstName ?? '', action })
    setSwiped((before) => [...before, userId])
    setUndoable((before) => [...before, userId])
    enqueueSwipe({ userId, action, ...details })
  }

  const drop = (userId: string) => setSwiped((before) => [...before, userId])

  const undo = async () => {
    setHasActed(true)
    setLast(undefined)
    const takeBack = (userId: string) => {
      reopen(userId)
      card.release()
    }
    const latest = swiped.at(-1)
    if (latest && cancelSwipe(latest)) return takeBack(latest)
    try {
      // The last swipe may still be pending, and the undo must apply to it rather than to the previous one.
      await sendPending()
      const { data } = await matching.undoChoice()
      takeBack(data.undone.userId)
      await queryClient.invalidateQueries({ queryKey: ['getAllowance'] })
      if (all.some(({ user }) => user._id === data.undone.userId)) return
      await query.refetch()
      card.release()
    } catch (error) {
      toast({ text: errorText(error), bad: true })
    }
  }
  return {
    query,
    cards,
    card: card.shown,
    release: card.release,
    hasActed,
    last,
    choose,
    drop,
    undo,
    canUndo: undoable.length > 0,
    moment,
  }
}

const usePages = () =>
  useInfiniteQuery({
    queryKey: ['discover'],
    queryFn: ({ pageParam }) =>
      withRetry(() => matching.discover({ query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } })),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextCursor,
    staleTime: 5 * 60_000,
  })

/** Sends pending swipes and handles the results: a match, or a refusal, after which the card returns. */
function useOutcomes(onRefused: (userId: string) => void, onMatch: (made: Made) => void) {
  const queryClient = useQueryClient()
  const refused = useEffectEvent(onRefused)
  const matched = useEffectEvent(onMatch)
  useEffect(() => {
    void sendPending()
    return onOutcome((outcome) => {
      void queryClient.invalidateQueries({ queryKey: ['getAllowance'] })
      if ('refused' in outcome) {
        refused(outcome.swipe.userId)
        if (!showYourTurn(outcome.refused)) toast({ text: errorText(outcome.refused), bad: true })
      } else if (outcome.match) {
        matched({ swipe: outcome.swipe, match: outcome.match })
        void queryClient.invalidateQueries({ queryKey: ['listMatches'] })
      }
    })
  }, [queryClient])
}

/** Loads the next page when few cards are left. It waits for a refetch of the deck, which it would otherwise cancel. */
function useMore({ hasNextPage, isFetching, fetchNextPage }: ReturnType<typeof usePages>, left: number) {
  useEffect(() => {
    if (left < FEW && hasNextPage && !isFetching) void fetchNextPage()
  }, [left, hasNextPage, isFetching, fetchNextPage])
}

/** Keeps the current card until the member acts, so that a refetch doesn't put another one under the finger. */
function usePinnedCard(first: Card | undefined, isOpen: (card: Card) => boolean) {
  const [pinned, setPinned] = useState<Card>()
  const shown = pinned && isOpen(pinned) ? pinned : first
  if (shown !== pinned) setPinned(shown)
  return { shown, release: () => setPinned(undefined) }
}

function uniquely(cards: readonly Card[]): Card[] {
  return [...new Map(cards.map((card) => [card.user._id, card])).values()]
}
