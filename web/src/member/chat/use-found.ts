import { useEffect, type RefObject } from 'react'
import { numberIn } from '../../api/params.ts'
import { useSearch } from '../../router/place.ts'
import type { useConversation } from './use-conversation.ts'

const LAST = 999_999_999

/** The message that a search led to, read back to if need be, shown in the middle with the focus on it. */
export function useFound(box: RefObject<HTMLElement | null>, talk: ReturnType<typeof useConversation>): number {
  const found = Number(numberIn(useSearch<'/chat/$matchId'>().found, 1, LAST) ?? 0)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = talk.query
  const isRead = talk.messages.some(({ seq }) => seq === found)
  const isEarlier = found > 0 && (talk.messages[0]?.seq ?? 0) > found
  useEffect(() => {
    if (isEarlier && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isEarlier, hasNextPage, isFetchingNextPage, fetchNextPage])
  useEffect(() => {
    if (!isRead) return
    const message = box.current?.querySelector<HTMLElement>(`[data-seq="${found}"]`)
    message?.scrollIntoView({ block: 'center' })
    message?.focus({ preventScroll: true })
  }, [box, isRead, found])
  return found
}
