import { ApiError } from '@kindred/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendError } from './answer.ts'
import { networkOf } from './caller.ts'
import { openUploadQueue, type UploadQueue } from './uploads.ts'

// Floods are turned away here, by each process for itself and in bounded memory. What guards sign-in is counted in the
// database instead (infra/budgets.ts), where every process sees it.

const PER_ADDRESS = { requests: 1200, each: 60_000 }
const PER_ACCOUNT = { requests: 600, each: 60_000 }
const MOST_KEYS = 50_000
export const BODY_WITHIN = 30_000

type Window = { used: number; resetsAt: number }

/** Counts requests in fixed windows; the oldest keys make room for new ones. */
export class FloodGate {
  readonly #windows = new Map<string, Window>()
  readonly #limit: { requests: number; each: number }
  constructor(limit: { requests: number; each: number }) {
    this.#limit = limit
  }

  /** Lets a request through, or says how many seconds to wait. */
  pass(key: string, now = Date.now()): number {
    let window = this.#windows.get(key)
    if (!window || window.resetsAt <= now) {
      this.#windows.delete(key)
      if (this.#windows.size >= MOST_KEYS) this.#windows.delete(this.#windows.keys().next().value!)
      this.#windows.set(key, (window = { used: 0, resetsAt: now + this.#limit.each }))
    }
    window.used++
    return window.used > this.#limit.requests ? Math.ceil((window.resetsAt - now) / 1000) : 0
  }
}

/** Each answers with the refusal, where there is one. */
export type Gates = {
  address: (request: FastifyRequest) => ApiError | undefined
  account: (accountId: string) => ApiError | undefined
  uploads: UploadQueue
}

/** What may be lifted is how often one may ask; how much we take in at once may not. */
export function openGates(enabled: boolean): Gates {
  const uploads = openUploadQueue()
  if (!enabled) return { address: () => undefined, account: () => undefined, uploads }
  const [addresses, accounts] = [new FloodGate(PER_ADDRESS), new FloodGate(PER_ACCOUNT)]
  const refusal = (wait: number) =>
    wait > 0
      ? new ApiError('rate_limited', 'Too many requests. Please wait a moment.', { retryAfter: wait })
      : undefined
  return {
    address: ({ ip }) => refusal(addresses.pass(networkOf(ip))),
    account: (id) => refusal(accounts.pass(id)),
    uploads,
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** A body that dribbles in is cut off after half a minute, uploads excepted. */
export function limitSlowBodies(
  app: FastifyInstance,
  isUpload: (request: FastifyRequest) => boolean,
  within: number,
): void {
  const waiting = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request) && !isUpload(request)) {
      const timer = setTimeout(() => {
        void sendError(
          new ApiError('request_timeout', 'The request took too long to arrive.'),
          request,
          reply.header('connection', 'close'),
        )
        reply.raw.once('finish', () => request.raw.destroy())
      }, within)
      waiting.set(request, timer.unref())
      // However it ends: answered, left, or cut off in the middle of its answer.
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    clearTimeout(waiting.get(request))
    done()
  })
}
