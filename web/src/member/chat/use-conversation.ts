import type { Message } from '@kindred/contract/chat/conversations'
import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { reload } from '../../api/queries.ts'
import { onServerEvent } from '../../api/live.ts'
import { matching } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useSession } from '../../session/store.ts'
import { toast } from '../../ui/toast.tsx'
import { useVisible } from '../../ui/use-visible.ts'
import { type NewMessage, type Outgoing, saveUnsent, unsentOf } from './outgoing.ts'

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

/** The last message on its way in each conversation. The next waits for it, so that they arrive in their order. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Outgoing messages, which appear immediately and are marked if they weren't delivered. They are kept in the cache,
 * because the member may look at another page meanwhile.
 */
function useSending(matchId: string, refresh: () => Promise<unknown>) {
  const queryClient = useQueryClient()
  const queryKey = ['sendMessage', matchId] as const
  const { data: outgoing } = useQuery<readonly Outgoing[]>({
    queryKey,
    enabled: false,
    initialData: () => unsentOf(matchId),
    gcTime: Infinity,
  })
  const setOutgoing = (change: (before: readonly Outgoing[]) => readonly Outgoing[]) => {
    const after = change(queryClient.getQueryData<readonly Outgoing[]>(queryKey) ?? unsentOf(matchId))
    queryClient.setQueryData(queryKey, after)
    saveUnsent(matchId, after)
  }
  const without = (clientId: string) => (before: readonly Outgoing[]) =>
    before.filter((each) => each.clientId !== clientId)
  const update = (clientId: string, change: Partial<Outgoing>) =>
    setOutgoing((before) => before.map((each) => (each.clientId === clientId ? { ...each, ...change } : each)))
  /** Returns the id of the message's photo. An already uploaded photo isn't sent again. */
  const upload = async ({ clientId, photo, publicId }: NewMessage): Promise<string | undefined> => {
    if (!photo || publicId) return publicId
    const { uploadPicture } = await import('./later.tsx')
    const uploaded = await uploadPicture(photo, photo.name, (progress) => update(clientId, { progress }))
    update(clientId, { publicId: uploaded.publicId })
    return uploaded.publicId
  }
  const deliver = async (message: NewMessage) => {
    const { clientId, text, replyTo } = message
    const publicId = await upload(message)
    const body = {
      clientId,
      ...(text ? { text } : {}),
      ...(publicId ? { publicId } : {}),
      ...(replyTo ? { replyTo } : {}),
    }
    await withRetry(() => matching.sendMessage({ params: { id: matchId }, body }))
  }
  const send = async (message: NewMessage) => {
    const { clientId } = message
    setOutgoing((before) => [...without(clientId)(before), { ...message, failed: false }])
    const delivered = (turns.get(matchId) ?? Promise.resolve()).then(() => deliver(message))
    turns.set(
      matchId,
      delivered.catch(() => {}),
    )
    try {
      await delivered
      await refresh()
      setOutgoing(without(clientId))
    } catch (error) {
      // The photo caused the error: it is too large or of an unsupported type.
      if (message.photo) toast({ text: errorText(error), bad: true })
      // The conversation has ended since the page read it. It is read again, and shown as closed.
      if (error instanceof CallFailed && error.status === 404) void reload(queryClient, 'getMatch', 'listMatches')
      update(clientId, { failed: true })
    }
  }
  return { outgoing, setOutgoing, send }
}

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
  const { outgoing, setOutgoing, send } = useSending(matchId, refresh)
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
