import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { isThisMachine } from './this-machine.ts'

export type Health = { stopping: boolean }

/** /healthz: the process lives. /readyz: it should be sent requests. */
export function serveHealth(app: FastifyInstance, { probe }: Deps, health: Health): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async () => {
    if (health.stopping) throw new ApiError('unavailable', 'This server is stopping.', { retryAfter: 5 })
    await sql`select 1`.execute(probe)
    return { status: 'ready' }
  })
}

/** Figures for Prometheus: with the token where one is set, else for this machine alone. */
export function serveMetrics(app: FastifyInstance, { config }: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const call = (request.routeOptions.config as { call?: string }).call ?? 'other'
    durations.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    const known = config.METRICS_TOKEN
      ? same(request.headers.authorization ?? '', `Bearer ${config.METRICS_TOKEN}`)
      : isThisMachine(request, config)
    if (!known) throw new ApiError('not_found', 'There is nothing here.')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
