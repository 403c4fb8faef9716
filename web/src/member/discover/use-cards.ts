import type { Card } from '@kindred/contract/discovery/deck'
import type { CardAction } from '@kindred/contract/matching/choices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { changeDecided, type Decided, decidedQuery } from '../../api/member-queries.ts'
import { toast } from '../../ui/toast.tsx'
import { vibrateOnSwipe } from '../people/haptics.ts'

const FEW = 5
const none: Decided = new Map()

type Paged = {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => unknown
  refetch: () => Promise<unknown>
}
type IsFitting = (card: Card, all: readonly Card[]) => boolean

/** What the decks of dating and friends share: the cards that are left, the one in front, and taking a choice back. */
export function useCards(
  call: 'discover' | 'listFriends',
  query: Paged,
  people: readonly Card[],
  isFitting: IsFitting,
) {
  const queryClient = useQueryClient()
  const { data: decided = none } = useQuery(decidedQuery(call))
  const change = (how: Parameters<typeof changeDecided>[2]) => changeDecided(queryClient, call, how)
  const [hasActed, setHasActed] = useState(false)
  const [last, setLast] = useState<{ name: string; action: CardAction }>()
  const isUndoing = useRef(false)
  const all = [...new Map(people.map((card) => [card.user._id, card])).values()]
  const isOpen = (card: Card) => !decided.has(card.user._id) && isFitting(card, all)
  const cards = all.filter(isOpen)
  const card = usePinnedCard(cards[0], isOpen)
  useMore(query, cards.length)

  const reopen = (userId: string) => change((each) => each.delete(userId))
  const drop = (userId: string) => change((each) => each.set(userId, null))
  const decide = (userId: string, action: CardAction) => {
    vibrateOnSwipe()
    setHasActed(true)
    setLast({ name: all.find(({ user }) => user._id === userId)?.user.firstName ?? '', action })
    change((each) => each.set(userId, action))
  }
  /** A second tap during an undo is ignored, as it would undo another choice or fail. */
  const undo = async (takeBack: () => Promise<string>) => {
    if (isUndoing.current) return
    isUndoing.current = true
    setHasActed(true)
    setLast(undefined)
    try {
      const userId = await takeBack()
      reopen(userId)
      if (!all.some(({ user }) => user._id === userId)) await query.refetch()
      card.release()
    } catch (error) {
      toast({ text: errorText(error), bad: true })
    } finally {
      isUndoing.current = false
    }
  }
  return {
    decide,
    undo,
    reopen,
    /** Leaves out the person of a match for good. */
    drop,
    shown: {
      cards,
      card: card.shown,
      release: card.release,
      hasActed,
      last,
      canUndo: [...decided.values()].some((action) => action !== null),
    },
  }
}

/** Loads the next page when few cards are left. It waits for a refetch of the deck, which it would otherwise cancel. */
function useMore({ hasNextPage, isFetching, fetchNextPage }: Paged, left: number) {
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
