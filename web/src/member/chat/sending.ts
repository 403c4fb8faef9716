import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { matching } from '../../api/member-client.ts'
import { reload } from '../../api/queries.ts'
import { isRefusal, withRetry } from '../../api/retry.ts'
import { formDraftNames } from '../../session/form-drafts.ts'
import { getSession } from '../../session/store.ts'
import { toast } from '../../ui/toast.tsx'
import { type NewMessage, type Outgoing, saveUnsent, UNSENT, unsentOf } from './outgoing.ts'

// Outgoing messages appear immediately, and those that the server refused are marked. They are kept in the cache, because
// the member may look at another page meanwhile. Without a connection, they wait and then send themselves.

const queryKeyOf = (matchId: string) => ['sendMessage', matchId] as const
const outgoingOf = (queryClient: QueryClient, matchId: string): readonly Outgoing[] =>
  queryClient.getQueryData<readonly Outgoing[]>(queryKeyOf(matchId)) ?? unsentOf(matchId)

type Change = (before: readonly Outgoing[]) => readonly Outgoing[]

function setOutgoing(queryClient: QueryClient, matchId: string, change: Change): void {
  const after = change(outgoingOf(queryClient, matchId))
  queryClient.setQueryData(queryKeyOf(matchId), after)
  saveUnsent(matchId, after)
}

const without =
  (clientId: string): Change =>
  (before) =>
    before.filter((each) => each.clientId !== clientId)

/** Not every return of the connection is noticed. */
const AGAIN_AFTER = 20_000

const sleeping = new Set<() => void>()
/** Sends what waits for a connection. */
export const sendNow = (): void => sleeping.forEach((wake) => wake())
addEventListener('online', sendNow)

const untilOnline = () =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      sleeping.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, AGAIN_AFTER)
    sleeping.add(wake)
  })

/** The last message on its way in each conversation. The next waits for it, so that they arrive in their order. */
const turns = new Map<string, Promise<unknown>>()
/** The messages on their way, by their client ids. */
const moving = new Set<string>()

export async function sendMessage(queryClient: QueryClient, matchId: string, message: NewMessage): Promise<void> {
  const { clientId, text, replyTo } = message
  if (moving.has(clientId)) return
  moving.add(clientId)
  const author = getSession().user?._id
  const change = (to: Change) => setOutgoing(queryClient, matchId, to)
  const update = (to: Partial<Outgoing>) =>
    change((before) => before.map((each) => (each.clientId === clientId ? { ...each, ...to } : each)))
  /** Returns the ID of the message's photo. An already uploaded photo isn't sent again. */
  const upload = async (): Promise<string | undefined> => {
    const { photo, publicId } = { ...message, ...outgoingOf(queryClient, matchId).find(isThis) }
    if (!photo || publicId) return publicId
    const { uploadPicture } = await import('./later.tsx')
    const uploaded = await uploadPicture(photo, photo.name, (progress) => update({ progress }))
    update({ publicId: uploaded.publicId })
    return uploaded.publicId
  }
  const isThis = (each: Outgoing) => each.clientId === clientId
  const deliver = async () => {
    const publicId = await upload()
    const body = {
      clientId,
      ...(text ? { text } : {}),
      ...(publicId ? { publicId } : {}),
      ...(replyTo ? { replyTo } : {}),
    }
    await withRetry(() => matching.sendMessage({ params: { id: matchId }, body }))
  }
  const deliverOnline = async (): Promise<void> => {
    try {
      return await deliver()
    } catch (error) {
      if (isRefusal(error) || (error instanceof CallFailed && error.status !== undefined)) throw error
    }
    update({ waits: true })
    await untilOnline()
    update({ waits: false })
    // No one else may send it who has signed in meanwhile.
    if (getSession().user?._id === author) return deliverOnline()
  }
  change((before) => [...without(clientId)(before), { ...message, failed: false, waits: !navigator.onLine }])
  const delivered = (turns.get(matchId) ?? Promise.resolve()).then(deliverOnline)
  turns.set(
    matchId,
    delivered.catch(() => {}),
  )
  try {
    await delivered
    await reload(queryClient, 'listMatches')
    await queryClient.invalidateQueries({ queryKey: ['listMessages', matchId] })
    change(without(clientId))
  } catch (error) {
    // The photo caused the error: it is too large or of an unsupported type.
    if (message.photo) toast({ text: errorText(error), bad: true })
    // The conversation has ended since the page read it. It is read again, and shown as closed.
    if (error instanceof CallFailed && error.status === 404) void reload(queryClient, 'getMatch', 'listMatches')
    update({ failed: true })
  } finally {
    moving.delete(clientId)
  }
}

/** Sends what waited for a connection when this tab was reloaded. */
export function sendWaiting(queryClient: QueryClient): void {
  for (const matchId of formDraftNames(UNSENT).map((name) => name.slice(UNSENT.length)))
    for (const { failed, ...message } of unsentOf(matchId)) if (!failed) void sendMessage(queryClient, matchId, message)
}

export function useSending(matchId: string) {
  const queryClient = useQueryClient()
  const { data: outgoing } = useQuery<readonly Outgoing[]>({
    queryKey: queryKeyOf(matchId),
    enabled: false,
    initialData: () => unsentOf(matchId),
    gcTime: Infinity,
  })
  return {
    outgoing,
    setOutgoing: (change: Change) => setOutgoing(queryClient, matchId, change),
    send: (message: NewMessage) => sendMessage(queryClient, matchId, message),
  }
}
