import { EVENT, SOCKET_PATH, type ServerEvent } from '@kindred/contract'
import { Server, type Socket } from 'socket.io'
import type { FanOut } from './fan-out/fan-out.ts'

type SocketData = { accountId: string; sessionId: string }
type Delivery = { rooms: string[]; event: ServerEvent; last: boolean }
/** Clients may send anything, so their input has the type `unknown`. */
type FromClient = { authenticate: (token: unknown, done: unknown) => void }
type ToClient = { [EVENT]: (event: ServerEvent) => void }
export type Sockets = Server<FromClient, ToClient, Record<string, never>, SocketData>
export type MemberSocket = Socket<FromClient, ToClient, Record<string, never>, SocketData>

/** Sends live events to connected clients of all server processes. Call it only after the commit. */
export type Bus = {
  toAccounts: (accountIds: readonly string[], event: ServerEvent) => void
  toStaff: (event: ServerEvent) => void
  endSessions: (sessionIds: readonly string[], reason: string) => void
  figures: () => ReturnType<FanOut['figures']> & { sockets: number }
}

export const roomOf = { account: (id: string) => `account:${id}`, session: (id: string) => `session:${id}` }
export const STAFF_ROOM = 'staff'

const MAX_FRAME = 16 * 1024
/** Thousands of clients may reconnect after a restart, and they sign in one after another (http/realtime.ts). */
const SIGN_IN_WITHIN = 60_000

/**
 * Uses websockets only, because long polling would need sticky sessions. Clients without a socket read everything by
 * REST.
 */
export function openSockets({ onItems, onGap }: FanOut): Sockets {
  const io: Sockets = new Server({
    path: SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_FRAME,
    connectTimeout: SIGN_IN_WITHIN,
  })
  onItems((items) => items.filter(isDelivery).forEach((delivery) => deliverHere(io, delivery)))
  // Clients that may have missed events reconnect and catch up.
  onGap(() => breakSockets(io))
  return io
}

const isDelivery = (item: unknown): item is Delivery =>
  typeof item === 'object' && item !== null && 'rooms' in item && 'event' in item

/**
 * Ends a connection as a network failure would, because clients reconnect by themselves after that, but not after
 * `disconnect`.
 */
export const breakSocket = ({ conn }: MemberSocket): void => conn.close()

export const breakSockets = (io: Sockets): void => io.of('/').sockets.forEach(breakSocket)

function deliverHere(io: Sockets, { rooms, event, last }: Delivery): void {
  io.local.to(rooms).emit(EVENT, event)
  if (last) io.local.in(rooms).disconnectSockets(true)
}

export function busOver(io: Sockets, { publish, figures }: Pick<FanOut, 'publish' | 'figures'>): Bus {
  const deliver = (rooms: string[], event: ServerEvent, last = false) => {
    if (rooms.length === 0) return
    deliverHere(io, { rooms, event, last })
    publish([{ rooms, event, last } satisfies Delivery])
  }
  return {
    toAccounts: (accountIds, event) => deliver(accountIds.map(roomOf.account), event),
    toStaff: (event) => deliver([STAFF_ROOM], event),
    endSessions: (sessionIds, reason) =>
      deliver(sessionIds.map(roomOf.session), { type: 'session.ended', reason }, true),
    figures: () => ({ ...figures(), sockets: io.of('/').sockets.size }),
  }
}
