import { EVENT, SOCKET_PATH } from '@kindred/contract'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Socket } from 'socket.io'
import type { Deps } from '../deps.ts'
import { roomOf, type SocketData, type Sockets } from '../infra/bus.ts'
import { readAccessToken } from '../infra/tokens.ts'
import { headersOf } from './headers.ts'
import { findViewer, isInGoodStanding } from './session.ts'

// Sockets: signed in by their first frame, never by their address; signed in again before the token ends.

const MOST_PER_ACCOUNT = 10
const BUCKET = { size: 60, perSecond: 20 }
const SLOWEST = 1024 * 1024
const GRACE = 5000

type Member = Socket<Record<string, never>, Record<string, never>, Record<string, never>, SocketData>

export function openRealtime(io: Sockets, server: HttpServer, deps: Deps): void {
  const own = new URL(deps.config.PUBLIC_URL).origin
  io.attach(server, {
    allowRequest: (request, done) => done(null, fromUs(request, own)),
  } as Parameters<Sockets['attach']>[1])
  // The library answers what comes to its own path before the rest of the server sees it.
  const always = Object.entries({ ...headersOf(deps.config), 'cache-control': 'no-store' })
  server.prependListener('request', ({ url }, response) => {
    if (url?.startsWith(SOCKET_PATH)) for (const [name, value] of always) response.setHeader(name, value)
  })
  io.use((socket, next) => {
    signIn(socket as unknown as Member, socket.handshake.auth['token'], deps).then(
      (signedIn) => next(signedIn ? undefined : new Error('signed_out')),
      () => next(new Error('unavailable')),
    )
  })
  io.on('connection', (socket) => serve(socket as unknown as Member, io, deps))
}

/**
 * A page of another origin may not open a socket with our people's browsers; programs send no origin. Sockets need no CORS
 * headers: a browser connects a websocket to any host, and leaves it to the host to look at the origin.
 */
function fromUs({ headers }: IncomingMessage, own: string): boolean {
  if (!headers.origin) return true
  if (!URL.canParse(headers.origin)) return false
  return headers.origin === own || new URL(headers.origin).host === headers.host
}

const expiries = new WeakMap<Member, NodeJS.Timeout>()

/** Checks the token and keeps the socket for as long as it lasts. */
async function signIn(socket: Member, token: unknown, deps: Deps): Promise<boolean> {
  const { keys, clock } = deps
  const claims = typeof token === 'string' ? await readAccessToken(keys, token, clock.now()) : null
  const viewer = claims && (await findViewer(deps, claims.sessionId, claims.accountId, clock.now()))
  if (!claims || !viewer || !isInGoodStanding(viewer.account)) return false
  if (socket.data.sessionId && socket.data.sessionId !== claims.sessionId) return false
  socket.data.accountId = claims.accountId
  socket.data.sessionId = claims.sessionId
  clearTimeout(expiries.get(socket))
  const lasts = claims.expiresAt.getTime() - clock.now().getTime() + GRACE
  expiries.set(socket, setTimeout(() => socket.disconnect(true), lasts).unref())
  return true
}

function serve(socket: Member, io: Sockets, deps: Deps): void {
  const room = roomOf.account(socket.data.accountId)
  if ((io.of('/').adapter.rooms.get(room)?.size ?? 0) >= MOST_PER_ACCOUNT) return void socket.disconnect(true)
  Promise.resolve(socket.join([room, roomOf.session(socket.data.sessionId)])).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a socket could not join its rooms')
    socket.disconnect(true)
  })
  // A session that ended between the check and the joining would have been told in an empty room.
  const { sessionId, accountId } = socket.data
  findViewer(deps, sessionId, accountId, deps.clock.now()).then(
    (still) => (!still || !isInGoodStanding(still.account)) && socket.disconnect(true),
    () => socket.disconnect(true),
  )
  const untyped = socket as unknown as Socket
  untyped.on('authenticate', (token: unknown, done: unknown) => {
    signIn(socket, token, deps).then(
      (signedIn) => {
        if (typeof done === 'function') done(signedIn)
        if (!signedIn) socket.disconnect(true)
      },
      () => socket.disconnect(true),
    )
  })
  socket.on('disconnect', () => clearTimeout(expiries.get(socket)))
  guard(untyped)
}

/** Too many frames, or a reader so slow that its answers pile up: the socket is closed, the others never notice. */
function guard(socket: Socket): void {
  let tokens = BUCKET.size
  let filled = Date.now()
  socket.conn.on('packet', () => {
    const now = Date.now()
    tokens = Math.min(BUCKET.size, tokens + ((now - filled) / 1000) * BUCKET.perSecond) - 1
    filled = now
    if (tokens < 0) socket.disconnect(true)
  })
  socket.onAnyOutgoing(() => {
    const waiting = (socket.conn.transport as { socket?: { bufferedAmount?: number } }).socket?.bufferedAmount ?? 0
    if (waiting > SLOWEST) socket.disconnect(true)
  })
}

/** Before this process stops: everybody is asked to come back, which leads them to another one. */
export async function sendEverybodyElsewhere(io: Sockets): Promise<void> {
  io.local.emit(EVENT, { type: 'server.stopping' })
  io.local.disconnectSockets(true)
  // Not io.close(): that would close the HTTP server too, which still has requests to finish.
  io.engine.close()
  await io.of('/').adapter.close()
}
