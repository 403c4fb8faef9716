import { EVENT, SOCKET_PATH, type ServerEvent } from '@kindred/contract'
import { Server } from 'socket.io'
import type { FanOut } from './fan-out.ts'

export type SocketData = { accountId: string; sessionId: string }
export type Sockets = Server<
  Record<string, never>,
  { [EVENT]: (event: ServerEvent) => void },
  Record<string, never>,
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
  // Whoever may have missed something comes back, and catches up.
  onGap(() => io.local.disconnectSockets(true))
  return io
}

export function busOver(io: Sockets): Bus {
  return {
    toAccounts: (accountIds, event) => {
      if (accountIds.length > 0) io.to(accountIds.map(roomOf.account)).emit(EVENT, event)
    },
    endSessions: (sessionIds, reason) => {
      if (sessionIds.length === 0) return
      const rooms = sessionIds.map(roomOf.session)
      io.to(rooms).emit(EVENT, { type: 'session.ended', reason })
      io.in(rooms).disconnectSockets(true)
    },
  }
}
