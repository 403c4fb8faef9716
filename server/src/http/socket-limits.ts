import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { MemberSocket } from '../infra/bus.ts'
import { addressOf, networkOf } from './caller.ts'

// Limits for websockets from the moment they open, because a hostile one may never sign in.

export type Connection = MemberSocket['conn']

/** Enough for many people behind one address: a page sends its token as soon as its socket is open. */
const MAX_STRANGERS = 200
const TOKEN_WITHIN = 5000
const CLOSES_WITHIN = 1000
const FRAMES = { burst: 60, perSecond: 20 }
/** The first character of a refusal in Socket.IO's protocol. */
const CONNECT_ERROR = '4'

/**
 * Sockets that haven't sent a valid token live for seconds, and each network has a limited number. The oldest one makes
 * room for a new one, so that a stranger's idle sockets don't keep out the pages of others behind the same address.
 */
export function openStrangers(trustedHops: number) {
  const open = new Map<string, Map<Socket, NodeJS.Timeout>>()
  const networkBehind = (request: IncomingMessage) => networkOf(addressOf(request, trustedHops))
  const remove = (network: string, socket: Socket) => {
    const sockets = open.get(network)
    clearTimeout(sockets?.get(socket))
    sockets?.delete(socket)
    if (sockets?.size === 0) open.delete(network)
  }
  const add = (request: IncomingMessage) => {
    const { socket } = request
    const network = networkBehind(request)
    const sockets = open.get(network) ?? new Map<Socket, NodeJS.Timeout>()
    const [oldest] = sockets.keys()
    if (sockets.size >= MAX_STRANGERS && oldest) {
      remove(network, oldest)
      oldest.destroy()
    }
    sockets.set(
      socket,
      setTimeout(() => socket.destroy(), TOKEN_WITHIN),
    )
    open.set(network, sockets)
    socket.once('close', () => remove(network, socket))
  }
  return { add, remove: (request: IncomingMessage) => remove(networkBehind(request), request.socket) }
}

/** Ends the connection at once. After a closing handshake, the sender would decide when its flood ends. */
function destroy(connection: Connection): void {
  // The rest of the chunk is dropped.
  connection.close(true)
  connection.request.socket.destroy()
}

const signedIn = new WeakSet<Connection>()
export const markSignedIn = (connection: Connection): void => void signedIn.add(connection)

/** Until it is signed in, a socket sends its token and nothing else, except for answers to pings. */
export function limitFrames(connection: Connection): void {
  let tokens = FRAMES.burst
  let filledAt = Date.now()
  let messages = 0
  connection.on('packet', ({ type }: { type: string }) => {
    const now = Date.now()
    tokens = Math.min(FRAMES.burst, tokens + ((now - filledAt) / 1000) * FRAMES.perSecond) - 1
    filledAt = now
    if (type === 'message') messages++
    if (tokens < 0 || (messages > 1 && !signedIn.has(connection))) destroy(connection)
  })
}

/** A page that was refused connects again with a new token. */
export function closeOnceRefused(connection: Connection): void {
  connection.on('packetCreate', ({ type, data }: { type: string; data?: unknown }) => {
    if (type !== 'message' || typeof data !== 'string' || !data.startsWith(CONNECT_ERROR)) return
    // The refusal is sent first.
    queueMicrotask(() => connection.close())
    setTimeout(() => destroy(connection), CLOSES_WITHIN).unref()
  })
}
