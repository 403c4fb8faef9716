import { EVENT, SOCKET_PATH, type Notification, type ServerEvent } from '@kindred/contract'
import { io } from 'socket.io-client'
import type { Session } from '../../bench/sessions.ts'
import { CallFailed } from '../../web/src/api/failure.ts'
import { likesFingerprint } from '../../web/src/api/likes-fingerprint.ts'
import { withRetry } from '../../web/src/api/retry.ts'
import { call } from './http-call.ts'

// A page's connection, which reconnects as web/src/api/live.ts does, refetches stale data after events, and likes after
// notifications about likes, refetches failures as fetch-again.ts does, and retries as retry.ts does.

/** The same delay as in fetch-again.ts. */
const AGAIN_AFTER = 10_000

/** The number of responses by status; 0 is no response. Refusals without a Retry-After header are separate. */
export type Statuses = Map<string, number>

/** Makes requests as a page does, without retries. */
export function asking(base: string, session: Session, statuses: Statuses) {
  return async <T>(path: string, body?: object): Promise<T> => {
    const ask = { method: body ? 'POST' : 'GET', path, session, ...(body && { body }) }
    const { status, retryAfter, text } = await call(base, ask)
    const kind = status === 503 && !(retryAfter > 0) ? '503 without Retry-After' : String(status)
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
    if (status >= 200 && status < 300) return JSON.parse(text) as T
    if (status === 0) throw new CallFailed('no-answer')
    throw new CallFailed('answer', path, { status, data: text, retryAfter })
  }
}

export type Shown = Record<string, unknown>
type Page = {
  base: string
  session: Session
  /** The requests behind a page: each path by the name of its data. */
  paths: Record<string, string>
  /** The names of the data that each event makes stale. */
  stale: Partial<Record<ServerEvent['type'], readonly string[]>>
  statuses: Statuses
}

const told = (answer: unknown) =>
  likesFingerprint((answer as { data: { notifications: Notification[] } }).data.notifications)

/** Opens a page, and resolves once the page is connected and has its content. */
export async function openPage({ base, session, paths, stale, statuses }: Page) {
  const ask = asking(base, session, statuses)
  const shown: Shown = {}
  const latest: Record<string, number> = {}
  /** The names of stale data that is refetched after a while, because three attempts failed. */
  const failed = new Set<string>()
  const state = { drops: 0, returnedAt: 0, asking: 0, settledAt: 0, failures: 0 }
  /** Shows the response to the latest request, as web/src/api/queries.ts does. */
  const reload = async (name: string): Promise<void> => {
    const turn = (latest[name] ?? 0) + 1
    latest[name] = turn
    state.asking++
    await withRetry(() => ask(paths[name]!)).then(
      (answer) => {
        if (latest[name] !== turn) return
        const before = shown[name]
        shown[name] = answer
        failed.delete(name)
        if (name === 'listNotifications' && before && told(before) !== told(answer)) void reload('listLikes')
      },
      () => {
        state.failures++
        if (latest[name] === turn) failed.add(name)
      },
    )
    state.asking--
    state.settledAt = performance.now()
  }
  const catchUp = async () => {
    for (const name of new Set(Object.values(stale).flat())) await reload(name)
  }
  const reloadAll = (names: Iterable<string>) => Promise.all([...names].map(reload))
  const again = setInterval(() => void reloadAll(failed), AGAIN_AFTER * (0.5 + Math.random()))
  const socket = io(base, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: (give) => void session.token().then((token) => give({ token })),
    reconnectionDelayMax: 20_000,
    forceNew: true,
  })
  socket.on(EVENT, ({ type }: ServerEvent) => stale[type]?.forEach((name) => void reload(name)))
  socket.on('disconnect', () => void state.drops++)
  let isBack = false
  socket.on('connect', () => {
    if (isBack) {
      state.returnedAt = performance.now()
      void catchUp()
    }
    isBack = true
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject)
  })
  for (const name of Object.keys(paths)) await reload(name)
  state.failures = 0
  const close = () => {
    clearInterval(again)
    socket.close()
  }
  return { shown, failed, state, isConnected: () => socket.connected, close }
}

export type OpenPage = Awaited<ReturnType<typeof openPage>>
