import { EVENT, SOCKET_PATH, type ServerEvent } from '@kindred/contract/events'
import type { Notification } from '@kindred/contract'
import type { QueryClient } from '@tanstack/react-query'
import { io, type Socket } from 'socket.io-client'
import { socketOrigin } from './base.ts'
import { credentials } from './credentials.ts'
import { isServerEvent } from './events.ts'
import { likesFingerprint } from './likes-fingerprint.ts'
import { reload, type CallName } from './queries.ts'

// What the server tells by itself. The page never depends on it: each event only says which answers are old.

type Listener = (event: ServerEvent) => void
const listeners = new Set<Listener>()

/** Hears every event, for as long as it is not taken back. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Kind = ServerEvent['type']
const stale: Partial<Record<Kind, readonly CallName[]>> = {
  'match.made': ['listMatches', 'listEndedMatches', 'listNotifications'],
  'match.ended': ['listMatches', 'listEndedMatches', 'listNotifications'],
  'message.sent': ['listMatches'],
  'message.changed': ['listMatches', 'listNotifications'],
  'messages.read': ['listMatches', 'listNotifications'],
  'plan.changed': ['getDatePlan', 'listDatePlans', 'listPlanShares'],
  notified: ['listNotifications', 'listDateQuestions'],
  'reports.changed': ['listReports', 'getReport', 'getReportStatistics', 'getReportHistory'],
}

/** After a gap of this length, anything that is shown may be old. Before, only what events tell of. */
const LONG = 5 * 60_000
/** What events make old, in the open conversation (member/chat/use-conversation.ts) and here. */
const eventInvalidatedRoutes = new Set(['listMessages' as const, ...Object.values(stale).flat()])

type Notifications = { data: { notifications: Notification[] } }

/** Likes take long to read, and most notifications tell of messages: likes are read anew only after those of likes. */
function followNotifications(queryClient: QueryClient): () => void {
  let before: string | undefined
  return queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== 'listNotifications') return
    const answer = queryClient.getQueryData<Notifications>(query.queryKey)
    const told = answer && likesFingerprint(answer.data.notifications)
    if (before !== undefined && told !== before) void reload(queryClient, 'listLikes')
    before = told
  })
}

/** Reads what happened while nobody listened. One by one, because thousands of pages may do so at the same time. */
async function catchUp(queryClient: QueryClient, lastEventAt: number): Promise<void> {
  if (Date.now() - lastEventAt > LONG) return queryClient.invalidateQueries()
  for (const call of eventInvalidatedRoutes) await reload(queryClient, call)
}

/** Long enough for the answer to a change of one's own and the event about it to meet. */
const TOGETHER = 300
const due = new Set<Kind>()

/** Reloads what an event makes old, once for everything that happens within a moment. */
export function reloadSoon(queryClient: QueryClient, kind: Kind): void {
  if (due.has(kind)) return
  due.add(kind)
  setTimeout(() => {
    due.delete(kind)
    void reload(queryClient, ...(stale[kind] ?? []))
  }, TOGETHER)
}

/** A first connection that takes longer comes well after the first answers. */
const LATE = 3000

let socket: Socket | undefined

/** Connects once for the page; a token that ran out is replaced before the server asks for it. */
export function connectLive(queryClient: QueryClient): void {
  if (socket) return
  socket = io(socketOrigin(), {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: (give) => give({ token: credentials().token() ?? '' }),
    reconnectionDelayMax: 20_000,
  })
  let lastEventAt = Date.now()
  const hear = () => (lastEventAt = Date.now())
  socket.io.on('ping', hear)
  socket.on(EVENT, (event: unknown) => {
    hear()
    if (!isServerEvent(event)) return console.debug('An event that this page does not know was dropped.', event)
    if (event.type === 'reports.changed') reloadSoon(queryClient, event.type)
    else void reload(queryClient, ...(stale[event.type] ?? []))
    for (const listener of listeners) listener(event)
  })
  const authenticate = () => socket?.connected && socket.emit('authenticate', credentials().token())
  const timer = setInterval(authenticate, 4 * 60_000)
  const unfollow = followNotifications(queryClient)
  const forget = credentials().onEnd(() => {
    forget()
    unfollow()
    clearInterval(timer)
    socket?.disconnect()
    socket = undefined
  })
  // What happened while nobody listened is read by the ordinary calls: once we are signed in, because before that the
  // server sends us nothing.
  let hasHeardAll = true
  const mayHaveMissed = () => (hasHeardAll = false)
  socket.io.on('reconnect_attempt', mayHaveMissed)
  setTimeout(mayHaveMissed, LATE)
  socket.on('connect', () => {
    if (!hasHeardAll) void catchUp(queryClient, lastEventAt)
    hear()
    mayHaveMissed()
  })
}
