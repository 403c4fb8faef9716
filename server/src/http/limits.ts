import { ApiError } from '@kindred/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { FanOut } from '../infra/fan-out/fan-out.ts'
import { sendError } from './answer.ts'
import { networkOf } from './caller.ts'
import { openUploadQueue, type UploadQueue } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    slowBody: NodeJS.Timeout | null
  }
}

// Rate limits against floods. Each process counts in bounded memory, and every second, it shares the counts of heavy
// callers with the other processes. Limits that guard sign-in are counted in the database (infra/budgets.ts).

/** Requests of a session don't count, so that many people can share an address. Those for photos do. */
const PER_ADDRESS = { requests: 6000, each: 60_000 }
const PER_ACCOUNT = { requests: 600, each: 60_000 }
const MAX_KEYS = 50_000
/** Smaller parts of a limit aren’t worth a message to the other servers. */
const WORTH_SHARING = 1 / 20
export const BODY_WITHIN = 30_000

type Window = { used: number; unshared: number; resetsAt: number }
type Limit = { requests: number; each: number }

/** Counts requests in fixed windows. The oldest keys are evicted for new ones. */
class RateLimiter {
  readonly #windows = new Map<string, Window>()
  readonly #toShare = new Set<string>()
  readonly #limit: Limit
  constructor(limit: Limit) {
    this.#limit = limit
  }

  pass(key: string, now = Date.now()): number {
    const window = this.#windowOf(key, now)
    window.used++
    window.unshared++
    if (window.used >= this.#limit.requests * WORTH_SHARING) this.#toShare.add(key)
    return window.used > this.#limit.requests ? Math.ceil((window.resetsAt - now) / 1000) : 0
  }

  add(key: string, count: number, now = Date.now()): void {
    this.#windowOf(key, now).used += count
  }

  takeUnshared(): [key: string, count: number][] {
    const counts = [...this.#toShare].map((key): [string, number] => {
      const window = this.#windows.get(key)
      const count = window?.unshared ?? 0
      if (window) window.unshared = 0
      return [key, count]
    })
    this.#toShare.clear()
    return counts.filter(([, count]) => count > 0)
  }

  #windowOf(key: string, now: number): Window {
    const known = this.#windows.get(key)
    if (known && known.resetsAt > now) return known
    this.#windows.delete(key)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size >= MAX_KEYS && oldest !== undefined) this.#windows.delete(oldest)
    const window = { used: 0, unshared: 0, resetsAt: now + this.#limit.each }
    this.#windows.set(key, window)
    return window
  }
}

export type Gates = {
  address: (request: FastifyRequest) => ApiError | undefined
  account: (accountId: string) => ApiError | undefined
  uploads: UploadQueue
  close: () => void
}

/** A setting can turn off the rate limits, but not the limit on concurrent uploads. */
export function openGates(enabled: boolean, fanOut: Pick<FanOut, 'publish' | 'onItems'>, pacedEvery: number): Gates {
  const uploads = openUploadQueue(pacedEvery)
  if (!enabled) return { address: () => undefined, account: () => undefined, uploads, close: () => {} }
  const gates = { address: new RateLimiter(PER_ADDRESS), account: new RateLimiter(PER_ACCOUNT) }
  const refusal = (wait: number) =>
    wait > 0
      ? new ApiError('rate_limited', 'Too many requests. Please wait a moment.', { retryAfter: wait })
      : undefined
  return {
    address: ({ ip }) => refusal(gates.address.pass(networkOf(ip))),
    account: (id) => refusal(gates.account.pass(id)),
    uploads,
    close: shareCounts(gates, fanOut),
  }
}

const Used = z.object({ gate: z.enum(['address', 'account']), used: z.array(z.tuple([z.string(), z.number()])) })
const SHARE_EVERY = 1000
const KEYS_PER_ITEM = 50

/**
 * Adds up the counts of all servers. A limit may be exceeded by the requests that one of them accepts within a second.
 */
function shareCounts(
  gates: Record<'address' | 'account', RateLimiter>,
  { publish, onItems }: Pick<FanOut, 'publish' | 'onItems'>,
): () => void {
  onItems((items) => {
    for (const item of items) {
      const { data } = Used.safeParse(item)
      data?.used.forEach(([key, count]) => gates[data.gate].add(key, count))
    }
  })
  const share = () => {
    for (const gate of ['address', 'account'] as const) {
      const counts = gates[gate].takeUnshared()
      for (let from = 0; from < counts.length; from += KEYS_PER_ITEM)
        publish([{ gate, used: counts.slice(from, from + KEYS_PER_ITEM) } satisfies z.infer<typeof Used>])
    }
  }
  const sharing = setInterval(share, SHARE_EVERY).unref()
  return () => clearInterval(sharing)
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export function limitSlowBodies(
  app: FastifyInstance,
  isUpload: (request: FastifyRequest) => boolean,
  within: number,
): void {
  app.decorateRequest('slowBody', null)
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
      request.slowBody = timer.unref()
      // Runs however the request ends.
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.slowBody) clearTimeout(request.slowBody)
    done()
  })
}
