import { EVENT, SOCKET_PATH, type Message, type ServerEvent } from '@kindred/contract'
import { io } from 'socket.io-client'
import { stopWhenOver } from './world.ts'

// A reader of a conversation while servers fail.

export type Asker = {
  base: string
  token: string
  headers?: Record<string, string>
  /** Called with each response that indicates a failed server. */
  failed?: (what: string) => void
}

/** Retries through broken connections and restarts until there is a response. */
export async function askUntilAnswered<T>(asker: Asker, path: string, body?: object): Promise<T> {
  for (;;) {
    const answer = await fetch(`${asker.base}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...asker.headers,
        authorization: `Bearer ${asker.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined)
    if (answer && answer.status >= 500) asker.failed?.(`${path}: ${answer.status}`)
    else if (answer) {
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      const read = (await answer.json().catch(() => undefined)) as T | undefined
      if (read !== undefined) return read
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export type Reader = ReturnType<typeof reader>

/** A reader like the web: follows the socket, fetches from its cursor, and refetches after reconnecting. */
export function reader(asker: Asker, matchId: string) {
  const read: number[] = []
  const heard = new Set<number>()
  let [connections, wanted] = [0, Promise.resolve()]
  const catchUp = () =>
    (wanted = wanted.then(async () => {
      for (let more = true; more;) {
        const path = `/matches/${matchId}/messages?after=${read.at(-1) ?? 0}&limit=100`
        const { data } = await askUntilAnswered<{ data: { messages: Message[]; more: boolean } }>(asker, path)
        read.push(...data.messages.map(({ seq }) => seq))
        more = data.more
      }
    }))
  const socket = io(asker.base, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: { token: asker.token },
    reconnectionDelayMax: 500,
    forceNew: true,
  })
  stopWhenOver(() => void socket.close())
  socket.on('connect', () => {
    connections++
    void catchUp()
  })
  socket.on(EVENT, (event: ServerEvent) => {
    if (event.type !== 'message.sent' || event.matchId !== matchId) return
    heard.add(event.seq)
    void catchUp()
  })
  return {
    /** The numbers of the fetched messages, in the order of their arrival. */
    read,
    heard,
    isConnected: () => socket.connected,
    connections: () => connections,
    catchUp,
  }
}
