import { EVENT, SOCKET_PATH, type ServerEvent } from '@kindred/contract/events'
import type { Notification } from '@kindred/contract'
import type { QueryClient } from '@tanstack/react-query'
import { io, type Socket } from 'socket.io-client'
import { socketOrigin } from './base.ts'
import { credentials } from './credentials.ts'
import { isServerEvent } from './events.ts'
import { likesFingerprint } from './likes-fingerprint.ts'
import { reload, type CallName } from './queries.ts'

// Events that the server pushes. Pages don't depend on them: an event only says which data is stale.

type Listener = (event: ServerEvent) => void
const listeners = new Set<Listener>()

export function onServerEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Kind = ServerEvent['type']
const stale: Partial<Record<Kind, readonly CallName[]>> = {
  'match.made': ['listMatches', 'listEndedMatches', 'listNotifications'],
  'match.ended': ['listMatches', 'listEndedMatches', 'listNotifications', 'listDatePlans'],
  'message.sent': ['listMatches'],
  'message.changed': ['listMatches', 'listNotifications'],
  'messages.read': ['listMatches', 'listNotifications'],
  'plan.changed': ['getDatePlan', 'listDatePlans', 'listPlanShares'],
  // Notifications also tell of decisions about an application, or a proof of age.
  notified: ['listNotifications', 'listDateQuestions', 'getAdmission', 'getAge'],
  'reports.changed': [
    'listReports',
    'getReport',
    'getReportStatistics',
    'getReportHistory',
    'getWorkQueue',
    'listDecisions',
  ],
}

/** After a longer gap, everything on the page may be stale. After a shorter one, only data that events cover. */
const LONG = 5 * 60_000
/** Routes that events invalidate, here and in the open conversation (member/chat/use-conversation.ts). */
const eventInvalidatedRoutes = new Set(['listMessages' as const, ...Object.values(stale).flat()])

type Notifications = { data: { notifications: Notification[] } }

/**
 * Likes are slow to load, and most notifications are about messages, so likes are refetched only after notifications
 * about likes.
 */
function followNotifications(queryClient: QueryClient): () => void {
  let before: string | undefined
  return queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== 'listNotifications') return
    const answer = queryClient.getQueryData<Notifications>(query.queryKey)
    const fingerprint = answer && likesFingerprint(answer.data.notifications)
    if (before !== undefined && fingerprint !== before) void reload(queryClient, 'listLikes')
    before = fingerprint
  })
}

/**
 * Refetches what may have changed while disconnected. One at a time, because thousands of pages may do so at the same
 * moment.
 */
async function catchUp(queryClient: QueryClient, lastEventAt: number): Promise<void> {
  if (Date.now() - lastEventAt > LONG) return queryClient.invalidateQueries()
  for (const call of eventInvalidatedRoutes) await reload(queryClient, call)
}

/** Long enough for the response to the viewer's own change to coincide with its event. */
const TOGETHER = 300
const due = new Set<Kind>()

export function reloadSoon(queryClient: QueryClient, kind: Kind): void {
  if (due.has(kind)) return
  due.add(kind)
  setTimeout(() => {
    due.delete(kind)
    void reload(queryClient, ...(stale[kind] ?? []))
  }, TOGETHER)
}

/** A first connection that takes longer than this opens well after the first responses. */
const LATE = 3000

let socket: Socket | undefined

/** The wait before a token is renewed again, after the server couldn't do it. */
const RENEW_AGAIN = 20_000

/** Connects the page once. */
export function connectLive(queryClient: QueryClient): void {
  if (socket) return
  let [sent, renewed] = ['', '']
  const token = () => (sent = credentials().token() ?? '')
  socket = io(socketOrigin(), {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: (give) => give({ token: token() }),
    reconnectionDelayMax: 20_000,
  })
  let lastEventAt = Date.now()
  const noteEvent = () => (lastEventAt = Date.now())
  socket.io.on('ping', noteEvent)
  socket.on(EVENT, (event: unknown) => {
    noteEvent()
    if (!isServerEvent(event)) return console.debug('An event that this page does not know was dropped.', event)
    if (event.type === 'reports.changed') reloadSoon(queryClient, event.type)
    else void reload(queryClient, ...(stale[event.type] ?? []))
    for (const listener of listeners) listener(event)
  })
  const authenticate = async () => {
    if (!socket?.connected) return
    // No request has renewed the token since the last time, and it may expire before the next.
    if (credentials().token() === sent)
      await credentials()
        .refresh(sent)
        .catch(() => null)
    socket?.emit('authenticate', token())
  }
  // A refused socket doesn't try again by itself. Only one new token is tried, because the server may refuse the account.
  const renew = async (): Promise<void> => {
    if (!socket || socket.active || sent === '' || sent === renewed) return
    try {
      renewed = (await credentials().refresh(sent)) ?? sent
      if (renewed !== sent) socket.connect()
    } catch {
      setTimeout(() => void renew(), RENEW_AGAIN)
    }
  }
  socket.on('connect_error', () => void renew())
  const timer = setInterval(() => void authenticate(), 4 * 60_000)
  const unfollow = followNotifications(queryClient)
  const forget = credentials().onEnd(() => {
    forget()
    unfollow()
    clearInterval(timer)
    socket?.disconnect()
    socket = undefined
  })
  // The server doesn't send events until the socket is signed in, so after a disconnection the page refetches at that
  // point.
  let isUpToDate = true
  const markOutdated = () => (isUpToDate = false)
  socket.io.on('reconnect_attempt', markOutdated)
  setTimeout(markOutdated, LATE)
  socket.on('connect', () => {
    renewed = ''
    if (!isUpToDate) void catchUp(queryClient, lastEventAt)
    noteEvent()
    markOutdated()
  })
}
