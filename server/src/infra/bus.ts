import { EVENT, SOCKET_PATH, type ServerEvent } from '@kindred/contract'
import { Server } from 'socket.io'
import type { FanOut } from './fan-out.ts'

export type SocketData = { accountId: string; sessionId: string }
/** What is told to whom, and whether their sockets are closed with it. */
type Told = { rooms: string[]; event: ServerEvent; last: boolean }
export type Sockets = Server<
  Record<string, never>,
  { [EVENT]: (event: ServerEvent) => void },
  { told: (all: Told[]) => void },
  SocketData
>

/** Live events to whoever is connected, to whichever server process. Sent after the commit, and only then. */
export type Bus = {
  toAccounts: (accountIds: readonly string[], event: ServerEvent) => void
  /** Tells the sessions that they have ended, and closes their sockets everywhere. */
  endSessions: (sessionIds: readonly string[], reason: string) => void
}

export const roomOf = { account: (id: string) => `account:${id}`, session: (id: string) => `session:${id}` }

const FRAME = 16 * 1024
/** So many fit into one notification of the database's. */
const MOST_AT_ONCE = 16

/** Websockets only: long polling would need a balancer that remembers; without sockets people read the history by REST. */
export function openSockets({ adapter, onGap }: FanOut): Sockets {
  const io: Sockets = new Server({
    path: SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: FRAME,
    connectTimeout: 5000,
    adapter,
  })
  io.on('told', (all) => all.forEach((told) => tellHere(io, told)))
  // Whoever may have missed something comes back, and catches up.
  onGap(() => io.local.disconnectSockets(true))
  return io
}

function tellHere(io: Sockets, { rooms, event, last }: Told): void {
  io.local.to(rooms).emit(EVENT, event)
  if (last) io.local.in(rooms).disconnectSockets(true)
}

/** Whoever is connected here hears of it at once; the other servers are told all that happened together in one piece. */
export function busOver(io: Sockets): Bus {
  let waiting: Told[] = []
  const tellOthers = () => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += MOST_AT_ONCE)
      io.serverSideEmit('told', all.slice(from, from + MOST_AT_ONCE))
  }
  const tell = (rooms: string[], event: ServerEvent, last = false) => {
    if (rooms.length === 0) return
    if (waiting.push({ rooms, event, last }) === 1) queueMicrotask(tellOthers)
    tellHere(io, { rooms, event, last })
  }
  return {
    toAccounts: (accountIds, event) => tell(accountIds.map(roomOf.account), event),
    endSessions: (sessionIds, reason) => tell(sessionIds.map(roomOf.session), { type: 'session.ended', reason }, true),
  }
}
