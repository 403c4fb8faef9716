import { EVENT, SOCKET_PATH } from '@kindred/contract'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { breakSocket, breakSockets, roomOf, STAFF_ROOM, type MemberSocket, type Sockets } from '../infra/bus.ts'
import { minutes, seconds } from '../infra/clock.ts'
import { openTally } from '../infra/tally.ts'
import { readAccessToken } from '../infra/tokens.ts'
import { openTurns } from '../infra/turns.ts'
import type { Admission } from './admission.ts'
import { headersOf } from './headers.ts'
import { openSocketCounts, type SocketCounts } from './socket-counts.ts'
import { closeOnceRefused, limitFrames, markSignedIn, openStrangers } from './socket-limits.ts'
import {
  ACTIVE_EVERY,
  actsAsStaff,
  findEndReason,
  findViewer,
  hasAccepted,
  isInGoodStanding,
  saveLastActive,
  type Viewer,
} from './session.ts'
import { isStaff } from '../infra/staff.ts'

// Websockets sign in with their first frame, never by their URL, and again before the token expires.

const MAX_PER_ACCOUNT = 10
/** More sockets may wait than may be open, because some of them belong to closed pages. */
const MAX_WAITING_PER_ACCOUNT = 20
const SIGN_IN_LASTS = seconds(30)
const MOST_SIGN_INS = 6
const MAX_UNSENT = 1024 * 1024
const EXPIRY_GRACE = 5000
/**
 * After signing in, a page fetches everything that it missed. When thousands reconnect together, they are admitted one
 * after another, and no faster than we can handle their requests.
 */
const SIGN_INS_AT_ONCE = 4
const CHECK_EVERY = 10
/** A turn that waits for other requests begins after this time at the latest. */
const LONGEST_WAIT = 500

type Next = (error?: Error) => void

export function openRealtime(io: Sockets, server: HttpServer, { isBusy }: Pick<Admission, 'isBusy'>, deps: Deps): void {
  const ownOrigin = new URL(deps.config.PUBLIC_URL).origin
  const strangers = openStrangers(deps.config.TRUSTED_HOPS)
  io.attach(server, {
    allowRequest: (request, done) => {
      const isAllowed = isAllowedOrigin(request, ownOrigin)
      if (isAllowed) strangers.add(request)
      done(null, isAllowed)
    },
    // The types require all of the server's options, but missing ones keep the values of openSockets.
  } as Parameters<Sockets['attach']>[1])
  // Socket.IO handles requests to its own path before the rest of the server sees them.
  const always = Object.entries({ ...headersOf(deps.config), 'cache-control': 'no-store' })
  server.prependListener('request', ({ url }, response) => {
    if (url?.startsWith(SOCKET_PATH)) for (const [name, value] of always) response.setHeader(name, value)
  })
  io.engine.on('connection', (connection: MemberSocket['conn']) => {
    limitFrames(connection)
    closeOnceRefused(connection)
  })
  const letIn = openEntrance(isBusy, strangers, deps)
  // An error would make the client give up.
  io.use((socket, next) => void letIn(socket, next).catch(() => breakSocket(socket)))
  const counts = openSocketCounts(deps.fanOut)
  server.once('close', counts.close)
  io.on('connection', (socket) => serve(socket, counts, deps))
}

function openEntrance(isBusy: Admission['isBusy'], strangers: ReturnType<typeof openStrangers>, deps: Deps) {
  const { inTurn } = openTurns(SIGN_INS_AT_ONCE)
  const waitingBy = openTally()
  const takeTurn = async (socket: MemberSocket, token: unknown, next: Next) => {
    const isHere = () => socket.conn.readyState === 'open'
    const latest = performance.now() + LONGEST_WAIT
    while (isBusy() && isHere() && performance.now() < latest) await pause(CHECK_EVERY)
    if (!isHere()) return
    next((await signIn(socket, token, deps)) ? undefined : new Error('signed_out'))
  }
  return async (socket: MemberSocket, next: Next): Promise<void> => {
    const token: unknown = socket.handshake.auth['token']
    const claims = await readToken(token, deps)
    // Sockets with an invalid token don't delay others, and neither does a single account.
    if (!claims) return next(new Error('signed_out'))
    strangers.remove(socket.conn.request)
    if (waitingBy.of(claims.accountId) >= MAX_WAITING_PER_ACCOUNT) return breakSocket(socket)
    waitingBy.add(claims.accountId, 1)
    await inTurn(() => takeTurn(socket, token, next)).finally(() => waitingBy.add(claims.accountId, -1))
  }
}

/**
 * Pages of other origins may not open sockets. CORS doesn't cover websockets: a browser connects to any host, which has
 * to check the origin. Programs other than browsers send none.
 */
function isAllowedOrigin({ headers }: IncomingMessage, own: string): boolean {
  if (!headers.origin) return true
  if (!URL.canParse(headers.origin)) return false
  return headers.origin === own || new URL(headers.origin).host === headers.host
}

const expiries = new WeakMap<MemberSocket, NodeJS.Timeout>()

const readToken = async (token: unknown, { keys, clock }: Deps) =>
  typeof token === 'string' ? readAccessToken(keys, token, clock.now()) : null

/** As for requests, members have to accept the terms, but staff don't. */
const mayListen = (viewer: Viewer): boolean =>
  isInGoodStanding(viewer.account) && (hasAccepted(viewer) || isStaff(viewer.account))

async function signIn(socket: MemberSocket, token: unknown, deps: Deps): Promise<boolean> {
  const { clock } = deps
  const claims = await readToken(token, deps)
  const viewer = claims && (await findViewer(deps, claims.sessionId, claims.accountId, clock.now()))
  if (!claims || !viewer || !mayListen(viewer)) return false
  if (socket.data.sessionId && socket.data.sessionId !== claims.sessionId) return false
  socket.data.accountId = claims.accountId
  socket.data.sessionId = claims.sessionId
  clearTimeout(expiries.get(socket))
  const lasts = claims.expiresAt.getTime() - clock.now().getTime() + EXPIRY_GRACE
  // Node keeps a list of timers for each duration until it has passed, even if all its timers are cleared.
  const seconds = Math.ceil(lasts / 1000)
  // The page comes back with a new token.
  expiries.set(socket, setTimeout(() => breakSocket(socket), seconds * 1000).unref())
  return true
}

/**
 * Pages sign in again every few minutes. A socket runs one query at a time for that, at most one per half minute for the
 * same token and six per minute for all, so that its frames can't keep the database busy.
 */
function openSigningIn(socket: MemberSocket, deps: Deps): (token: unknown) => Promise<boolean> {
  const time = () => deps.clock.now().getTime()
  let last = { token: socket.handshake.auth['token'] as unknown, at: time() }
  let running: { token: unknown; result: Promise<boolean> } | undefined
  let recent: number[] = []
  const check = async (token: unknown, at: number): Promise<boolean> => {
    const isIn = await signIn(socket, token, deps)
    if (isIn) last = { token, at }
    return isIn
  }
  return async (token) => {
    const now = time()
    if (running) return running.token === token && running.result
    if (token === last.token && now - last.at < SIGN_IN_LASTS) return true
    recent = recent.filter((at) => now - at < minutes(1))
    if (recent.length >= MOST_SIGN_INS) return false
    recent.push(now)
    running = { token, result: check(token, now).finally(() => (running = undefined)) }
    return running.result
  }
}

async function endSocket(socket: MemberSocket, deps: Deps): Promise<void> {
  const reason = await findEndReason(deps, socket.data)
  if (reason) socket.emit(EVENT, { type: 'session.ended', reason })
  socket.disconnect(true)
}

function serve(socket: MemberSocket, counts: SocketCounts, deps: Deps): void {
  const { sessionId, accountId } = socket.data
  markSignedIn(socket.conn)
  if (counts.of(accountId) >= MAX_PER_ACCOUNT) return void socket.disconnect(true)
  counts.opened(accountId)
  socket.on('disconnect', () => counts.closed(accountId))
  Promise.resolve(socket.join([roomOf.account(accountId), roomOf.session(sessionId)])).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a socket could not join its rooms')
    socket.disconnect(true)
  })
  // If the session ended between the check and the join, its last event found no socket in the room.
  findViewer(deps, sessionId, accountId, deps.clock.now())
    .then((viewer) => {
      if (!viewer || !mayListen(viewer)) return endSocket(socket, deps)
      // Losing the role ends all sessions, and their sockets with them.
      if (actsAsStaff(viewer, 'reports.read', deps.config.STAFF_2FA)) return socket.join(STAFF_ROOM)
    })
    .catch(() => breakSocket(socket))
  const signInAgain = openSigningIn(socket, deps)
  socket.on('authenticate', (token, done) => {
    signInAgain(token).then(
      (signedIn) => {
        if (typeof done === 'function') done(signedIn)
        if (!signedIn) breakSocket(socket)
      },
      () => breakSocket(socket),
    )
  })
  socket.on('disconnect', () => clearTimeout(expiries.get(socket)))
  stayOnline(socket, deps)
  limitUnsent(socket)
}

/** An open page keeps its user online: it answers a ping every 25 seconds. */
function stayOnline(socket: MemberSocket, deps: Deps): void {
  let savedAt = deps.clock.now()
  socket.conn.on('packet', () => {
    const now = deps.clock.now()
    if (now.getTime() - savedAt.getTime() < ACTIVE_EVERY) return
    saveLastActive(deps, { id: socket.data.accountId, last_active_at: savedAt })
    savedAt = now
  })
}

function limitUnsent(socket: MemberSocket): void {
  socket.onAnyOutgoing(() => {
    if (unsentBytes(socket.conn.transport) > MAX_UNSENT) socket.disconnect(true)
  })
}

/** The bytes waiting on the transport's websocket, which its type hides. */
function unsentBytes(transport: object): number {
  const websocket: unknown = Reflect.get(transport, 'socket')
  if (typeof websocket !== 'object' || websocket === null) return 0
  const bytes: unknown = Reflect.get(websocket, 'bufferedAmount')
  return typeof bytes === 'number' ? bytes : 0
}

export function closeSockets(io: Sockets): void {
  io.local.emit(EVENT, { type: 'server.stopping' })
  breakSockets(io)
  // This avoids io.close(), which would also close the HTTP server while it finishes requests.
  io.engine.close()
}
