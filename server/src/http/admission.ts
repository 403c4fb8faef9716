import { ApiError, type Api } from '@kindred/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { networkOf } from './caller.ts'
import { openLimiter, type ConcurrencyLimiter, type Limits } from './concurrency-limiter.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Leaves the queue. In a WeakMap, this function would keep the request alive until a full collection, because its
     * scope holds the key.
     */
    leaveLane: (() => void) | null
  }
}

// Admission control refuses a request immediately if no response is possible in time. Routes that people need to sign
// in have their own queue and connections. No setting turns it off, because it protects the process rather than
// enforcing a quota.

/** Always admitted · sign-in and payments · the rest · routes that read a lot. */
export type Load = 'free' | 'essential' | 'ordinary' | 'heavy'

export const ANSWER_WITHIN = 2000

/**
 * Together, the limits leave some connections free (server.ts): heavy requests share few, and essential ones have their
 * own. One account gets a quarter of a lane at a time, or half of the short one. That is about what a page
 * requests at once, and the rest of its requests, or those of more tabs, wait for milliseconds. Sign-ins come without a
 * session, so those of everyone at an address share half of their lane.
 */
const limits: Record<Exclude<Load, 'free'>, Limits> = {
  essential: { atOnce: 32, perCall: 24, perCaller: 16, spare: 64, cost: 10 },
  ordinary: { atOnce: 32, perCall: 16, perCaller: 8, spare: 64, cost: 10 },
  heavy: { atOnce: 4, perCall: 3, perCaller: 2, spare: 16, cost: 20 },
}

const essential: readonly (keyof Api)[] = [
  'getStatus',
  'register',
  'login',
  'secondFactor',
  'stepUp',
  'google',
  'facebook',
  'startProvider',
  'refreshToken',
  'logout',
  'getProfile',
  'verifyEmail',
  'resendVerification',
  'forgotPassword',
  'resetPassword',
  'receiveGatewayEvent',
]
const heavy: readonly (keyof Api)[] = [
  'discover',
  'getFilterCosts',
  'listPeople',
  'searchPeople',
  'listLikes',
  'searchMessages',
  'getStatistics',
  'getReportStatistics',
  'listUsers',
  'listReports',
  'listSubscriptions',
  'listAudit',
  'getDossier',
  'previewBatch',
]
const loadByCall = new Map<string, Load>([
  ...essential.map((call) => [call, 'essential'] as const),
  ...heavy.map((call) => [call, 'heavy'] as const),
])
export const loadOf = (call: string): Load => loadByCall.get(call) ?? 'ordinary'

const loadByUrl: Record<string, Load> = {
  '/healthz': 'free',
  '/readyz': 'free',
  '/readyz/database': 'free',
  '/readyz/process': 'free',
  '/metrics': 'free',
}

function placeOf(request: FastifyRequest): { load: Load; call: string; caller: string } {
  const { call, upload } = request.routeOptions.config
  const { url = 'page' } = request.routeOptions
  const caller = request.claimed ?? networkOf(request.ip)
  // Uploads have their own queue (uploads.ts).
  if (upload) return { load: 'free', call: url, caller }
  return call ? { load: loadOf(call), call, caller } : { load: loadByUrl[url] ?? 'ordinary', call: url, caller }
}

const CHECK_EVERY = 50
const MEASURE_EVERY = 500
const RESOLUTION = 20
/** The process is overloaded if the median turn of the event loop is delayed by this many milliseconds. */
const OVERLOADED = 250

/** Callers in a lane's queue. A single one can't make the server busy for others. */
const BUSY = 16

export type Admission = {
  figures: () => { load: string; running: number; waiting: number; refused: number; left: number }[]
  isBusy: () => boolean
}

/** One long turn of the event loop doesn't count as overload, but half a second of long turns does. */
function watchLoop(app: FastifyInstance): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  let behind = false
  const measuring = setInterval(() => {
    behind = delay.percentile(50) / 1e6 - RESOLUTION > OVERLOADED
    delay.reset()
  }, MEASURE_EVERY).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(measuring)
    delay.disable()
    done()
  })
  return () => behind
}

const busy = () =>
  new ApiError('busy', 'We’re very busy right now. Please try again in a moment.', {
    // A random delay spreads out the retries.
    retryAfter: 1 + Math.floor(Math.random() * 3),
  })

/**
 * Refuses a request as soon as its head has arrived, if it would have to wait too long. Other requests wait once their
 * body has arrived, so that slow senders take no slot. A slot is free again when the response is ready, not when it is
 * read.
 */
export function admitRequests(app: FastifyInstance, deadline: number): Admission {
  const isBehind = watchLoop(app)
  const lanes = new Map<string, ConcurrencyLimiter & { refused: number; left: number }>()
  for (const [load, most] of Object.entries(limits)) {
    const lane = openLimiter(most, deadline, load === 'essential' ? undefined : isBehind)
    lanes.set(load, { ...lane, refused: 0, left: 0 })
  }
  const sweeping = setInterval(() => lanes.forEach(({ sweep }) => sweep()), CHECK_EVERY).unref()

  app.decorateRequest('leaveLane', null)
  app.addHook('onClose', (_app, done) => (clearInterval(sweeping), done()))
  app.addHook('onRequest', (request, _reply, done) => {
    const { load, ...asking } = placeOf(request)
    const lane = lanes.get(load)
    if (!lane?.isFull(asking)) return done()
    lane.refused++
    done(busy())
  })
  app.addHook('preHandler', (request, reply, done) => {
    const { load, ...asking } = placeOf(request)
    const lane = lanes.get(load)
    // A request for a missing file comes here a second time, for the page that reports it.
    if (!lane || request.leaveLane) return done()
    const goOn = (admitted: boolean) => {
      if (!admitted) lane.refused++
      done(admitted ? undefined : busy())
    }
    let waits = true
    let atOnce: boolean | undefined
    const end = lane.enter(asking, (admitted) => {
      waits = false
      if (request.leaveLane) goOn(admitted)
      else atOnce = admitted
    })
    request.leaveLane = end
    // A running handler keeps its slot until it ends. Otherwise, clients that disconnect early could have more work
    // running at the same time.
    reply.raw.once('close', () => {
      if (!waits) return
      lane.left++
      end()
    })
    // This comes last, because the handler may respond before it returns, and `onSend` needs `leaveLane` by then.
    if (atOnce !== undefined) goOn(atOnce)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => (request.leaveLane?.(), done()))
  const isBusy = () => [...lanes].some(([load, lane]) => load !== 'essential' && lane.waitingCallers() >= BUSY)
  return {
    isBusy,
    figures: () =>
      [...lanes].map(([load, lane]) => ({ load, refused: lane.refused, left: lane.left, ...lane.figures() })),
  }
}
