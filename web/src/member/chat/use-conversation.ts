import type { Message } from '@kindred/contract/chat/conversations'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { reload } from '../../api/queries.ts'
import { onServerEvent } from '../../api/live.ts'
import { matching } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useSession } from '../../session/store.ts'
import { useVisible } from '../../ui/use-visible.ts'
import type { Outgoing } from './outgoing.ts'
import { useSending } from './sending.ts'

const PAGE = '50'
const TYPING_LASTS = 5000
/** Without sockets, the conversation is polled. */
const POLL_INTERVAL = 20_000

function useEvents(matchId: string, refresh: () => Promise<unknown>): boolean {
  const [typing, setTyping] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onServerEvent((event) => {
      if (!('matchId' in event) || event.matchId !== matchId) return
      if (event.type === 'typing') {
        setTyping(true)
        clearTimeout(timer)
        timer = setTimeout(() => setTyping(false), TYPING_LASTS)
      } else if (event.type !== 'call' && event.type !== 'match.ended') void refresh()
      if (event.type === 'message.sent') setTyping(false)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [matchId, refresh])
  return typing
}

/** Marks messages as read while they are visible. */
function useReading(matchId: string, seq: number, theirs: boolean): void {
  const queryClient = useQueryClient()
  const isVisible = useVisible()
  useEffect(() => {
    if (seq === 0 || !theirs || !isVisible) return
    const refresh = () => reload(queryClient, 'listMatches', 'listNotifications')
    matching
      .readMessages({ params: { id: matchId }, body: { seq } })
      .then(refresh)
      .catch(() => {})
  }, [matchId, seq, theirs, isVisible, queryClient])
}

const messagesQuery = (matchId: string) =>
  infiniteQueryOptions({
    queryKey: ['listMessages', matchId],
    queryFn: ({ pageParam }) =>
      withRetry(() =>
        matching.listMessages({
          params: { id: matchId },
          query: { limit: PAGE, ...(pageParam ? { before: pageParam } : {}) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ data }) => (data.more && data.messages[0] ? String(data.messages[0].seq) : undefined),
    refetchInterval: POLL_INTERVAL,
  })

export function useConversation(matchId: string) {
  const queryClient = useQueryClient()
  const me = useSession(({ user }) => user?._id)
  const query = useInfiniteQuery(messagesQuery(matchId))
  const pages = query.data?.pages ?? []
  const messages = pages.toReversed().flatMap(({ data }) => data.messages)
  const last = messages.at(-1)
  const refresh = useCallback(
    () => queryClient.invalidateQueries({ queryKey: ['listMessages', matchId] }),
    [queryClient, matchId],
  )
  const typing = useEvents(matchId, refresh)
  useReading(matchId, last?.seq ?? 0, last !== undefined && last.senderId !== me)
  const { outgoing, setOutgoing, send } = useSending(matchId)
  const isWaiting = (each: Outgoing) => !messages.some(({ clientId }) => clientId === each.clientId)
  // A message arrives before its answer, which may also have been lost.
  useEffect(() => {
    if (!outgoing.every(isWaiting)) setOutgoing((before) => before.filter(isWaiting))
  })
  const change = async (work: () => Promise<{ data: { message: Message } }>) => {
    await work()
    await refresh()
  }
  return {
    query,
    messages,
    outgoing: outgoing.filter(isWaiting),
    typing,
    send,
    change,
    readTo: pages[0]?.data.readTo ?? null,
    deliveredTo: pages[0]?.data.deliveredTo ?? null,
    me,
  }
}
