import { EVENT, SOCKET_PATH, type ServerEvent } from '@kindred/contract'
import { Server, type Socket } from 'socket.io'
import type { FanOut } from './fan-out.ts'

export type SocketData = { accountId: string; sessionId: string }
/** An event for some rooms of sockets. After the last one, their sockets are closed. */
type Delivery = { rooms: string[]; event: ServerEvent; last: boolean }
/** Clients may send anything, so what they send is unknown. */
type FromClient = { authenticate: (token: unknown, done: unknown) => void }
type ToClient = { [EVENT]: (event: ServerEvent) => void }
type BetweenServers = { told: (deliveries: Delivery[]) => void }
export type Sockets = Server<FromClient, ToClient, BetweenServers, SocketData>
export type MemberSocket = Socket<FromClient, ToClient, BetweenServers, SocketData>

/** Sends live events to connected clients of all server processes. Call it only after the commit. */
export type Bus = {
  toAccounts: (accountIds: readonly string[], event: ServerEvent) => void
  /** To everyone who acts as an administrator (http/realtime.ts). */
  toStaff: (event: ServerEvent) => void
  /** Notifies the sessions that they have ended and closes their sockets everywhere. */
  endSessions: (sessionIds: readonly string[], reason: string) => void
}

export const roomOf = { account: (id: string) => `account:${id}`, session: (id: string) => `session:${id}` }
export const STAFF_ROOM = 'staff'

const MAX_FRAME = 16 * 1024
/** How many deliveries fit into one notification of PostgreSQL. */
const MAX_DELIVERIES = 16

/** Websockets only: long polling would need sticky sessions. Clients without a socket read everything by REST. */
export function openSockets({ adapter, onGap }: FanOut): Sockets {
  const io: Sockets = new Server({
    path: SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_FRAME,
    connectTimeout: 5000,
    adapter,
  })
  // Servers of two versions run at the same time during a deployment, so this name is part of a protocol.
  io.on('told', (deliveries) => deliveries.forEach((delivery) => deliverHere(io, delivery)))
  // Clients that may have missed events reconnect and catch up.
  onGap(() => io.local.disconnectSockets(true))
  return io
}

function deliverHere(io: Sockets, { rooms, event, last }: Delivery): void {
  io.local.to(rooms).emit(EVENT, event)
  if (last) io.local.in(rooms).disconnectSockets(true)
}

/** Delivers to this server's clients at once. The other servers get all events of one turn in one message. */
export function busOver(io: Sockets): Bus {
  let waiting: Delivery[] = []
  const deliverElsewhere = () => {
    const deliveries = waiting
    waiting = []
    for (let from = 0; from < deliveries.length; from += MAX_DELIVERIES)
      io.serverSideEmit('told', deliveries.slice(from, from + MAX_DELIVERIES))
  }
  const deliver = (rooms: string[], event: ServerEvent, last = false) => {
    if (rooms.length === 0) return
    if (waiting.push({ rooms, event, last }) === 1) queueMicrotask(deliverElsewhere)
    deliverHere(io, { rooms, event, last })
  }
  return {
    toAccounts: (accountIds, event) => deliver(accountIds.map(roomOf.account), event),
    toStaff: (event) => deliver([STAFF_ROOM], event),
    endSessions: (sessionIds, reason) =>
      deliver(sessionIds.map(roomOf.session), { type: 'session.ended', reason }, true),
  }
}
