import { ApiError } from '@kindred/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendError } from './answer.ts'
import { networkOf } from './caller.ts'
import { openUploadQueue, type UploadQueue } from './uploads.ts'

// Rate limits against floods. Each process counts by itself, in bounded memory. Limits that guard sign-in are counted
// in the database (infra/budgets.ts), where every process sees them.

const PER_ADDRESS = { requests: 1200, each: 60_000 }
const PER_ACCOUNT = { requests: 600, each: 60_000 }
const MAX_KEYS = 50_000
export const BODY_WITHIN = 30_000

type Window = { used: number; resetsAt: number }

/** Counts requests in fixed windows. The oldest keys make room for new ones. */
export class FloodGate {
  readonly #windows = new Map<string, Window>()
  readonly #limit: { requests: number; each: number }
  constructor(limit: { requests: number; each: number }) {
    this.#limit = limit
  }

  /** Counts a request. Returns 0 if it may pass, or how many seconds to wait. */
  pass(key: string, now = Date.now()): number {
    let window = this.#windows.get(key)
    if (!window || window.resetsAt <= now) {
      this.#windows.delete(key)
      const [oldest] = this.#windows.keys()
      if (this.#windows.size >= MAX_KEYS && oldest !== undefined) this.#windows.delete(oldest)
      this.#windows.set(key, (window = { used: 0, resetsAt: now + this.#limit.each }))
    }
    window.used++
    return window.used > this.#limit.requests ? Math.ceil((window.resetsAt - now) / 1000) : 0
  }
}

/** Each gate returns an error if it refuses the request. */
export type Gates = {
  address: (request: FastifyRequest) => ApiError | undefined
  account: (accountId: string) => ApiError | undefined
  uploads: UploadQueue
}

/** A setting turns off the rate limits, but not the limit on uploads at the same time. */
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

/** Closes requests whose body takes longer than this to arrive, except uploads. */
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
      // Runs however the request ends.
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    clearTimeout(waiting.get(request))
    done()
  })
}
