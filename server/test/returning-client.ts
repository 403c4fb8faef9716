import { EVENT, SOCKET_PATH, type ServerEvent } from '@kindred/contract'
import { Agent, request } from 'node:http'
import { io } from 'socket.io-client'
import type { Session } from '../../bench/sessions.ts'
import { CallFailed } from '../../web/src/api/failure.ts'
import { withRetry } from '../../web/src/api/retry.ts'

// A page as far as its connection goes: it comes back as web/src/api/live.ts does, asks anew for all that it shows,
// again for what failed as ask-again.ts does, and retries as retry.ts does.

/** Like that of ask-again.ts. */
const AGAIN_AFTER = 10_000

/** Every page has connections of its own, so nothing waits here. */
const agent = new Agent({ keepAlive: true })

type Answer = { status: number; retryAfter: number; text: string }
/** What the servers answered, counted by status; 0 is no answer. Refusals without a time to retry are worse. */
export type Statuses = Map<string, number>

function answered(base: string, path: string, token: string, body?: object): Promise<Answer> {
  const text = body && JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
  }
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, retryAfter: 0, text: '' })
    const sent = request(`${base}/api/v1${path}`, { method: text ? 'POST' : 'GET', headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', none)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: Number(answer.headers['retry-after'] ?? 0),
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', none).end(text)
  })
}

/** One request as a page makes it, once. */
export function asking(base: string, session: Session, statuses: Statuses) {
  return async <T>(path: string, body?: object): Promise<T> => {
    const { status, retryAfter, text } = await answered(base, path, await session.token(), body)
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
  /** What the page shows: the path of each answer, by name. */
  paths: Record<string, string>
  /** Which of them each event makes old. */
  stale: Partial<Record<ServerEvent['type'], readonly string[]>>
  statuses: Statuses
}

/** A page that is open, and connected when this resolves. It has asked for nothing yet. */
export async function openPage({ base, session, paths, stale, statuses }: Page) {
  const ask = asking(base, session, statuses)
  const shown: Shown = {}
  const latest: Record<string, number> = {}
  /** What is old because its last three tries were refused: it is asked for again after a while. */
  const failed = new Set<string>()
  const state = { drops: 0, returnedAt: 0, asking: 0, settledAt: 0, failures: 0 }
  /** The answer that was asked for last is shown, as in web/src/api/queries.ts. */
  const reload = async (name: string) => {
    const turn = (latest[name] ?? 0) + 1
    latest[name] = turn
    state.asking++
    await withRetry(() => ask(paths[name]!)).then(
      (answer) => {
        if (latest[name] !== turn) return
        shown[name] = answer
        failed.delete(name)
      },
      () => {
        state.failures++
        if (latest[name] === turn) failed.add(name)
      },
    )
    state.asking--
    state.settledAt = performance.now()
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
      void reloadAll(Object.keys(paths))
    }
    isBack = true
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject)
  })
  const close = () => {
    clearInterval(again)
    socket.close()
  }
  return { shown, failed, state, isConnected: () => socket.connected, close }
}

export type OpenPage = Awaited<ReturnType<typeof openPage>>
