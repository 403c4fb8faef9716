import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { Admission } from './admission.ts'
import { isThisMachine } from './this-machine.ts'
import type { UploadQueue } from './uploads.ts'

export type Health = { stopping: boolean }

const RETRY_AFTER = 5

/**
 * /healthz: the process is alive. /readyz: it can take requests; without the database, too, because it still serves
 * pages, and the other processes would be no better off. /readyz/database: it can take requests that need the database.
 */
export function serveHealth(app: FastifyInstance, { database }: Deps, health: Health): void {
  const ready = () => {
    if (health.stopping) throw new ApiError('unavailable', 'This server is stopping.', { retryAfter: RETRY_AFTER })
    return { status: 'ready', database: database.isUp() ? 'up' : 'down' }
  }
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async () => ready())
  app.get('/readyz/database', async () => {
    if (!database.isUp()) throw new ApiError('unavailable', 'The database is unavailable.', { retryAfter: RETRY_AFTER })
    return ready()
  })
}

type Queues = { admission: Admission; uploads: UploadQueue }

/** Registers metrics of queues. Call the returned function to update them. */
function measureQueues(
  registry: Registry,
  { images, bus, database }: Deps,
  { admission, uploads }: Queues,
): () => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const running = gauge('admission_running', 'Requests in progress', ['load'])
  const waiting = gauge('admission_waiting', 'Requests waiting in the queue', ['load'])
  const refused = counter('admission_refused_total', 'Requests rejected under load', ['load'])
  const left = counter('admission_left_total', 'Requests canceled by the client while they waited', ['load'])
  const pictures = gauge('uploads_running', 'Picture uploads in progress')
  const deaths = counter('picture_worker_deaths_total', 'Crashes of the picture worker')
  const gaps = counter('fan_out_gaps_total', 'Gaps in the events from other servers, after which clients reconnect')
  const dropped = counter('fan_out_dropped_total', 'Events that were not sent to other servers')
  const up = gauge('database_up', 'Whether the database answers')
  const connected = gauge('fan_out_connected', 'Whether events from other servers get through')
  return () => {
    for (const each of [refused, left, deaths, gaps, dropped]) each.reset()
    for (const { load, ...lane } of admission.figures()) {
      running.set({ load }, lane.running)
      waiting.set({ load }, lane.waiting)
      refused.inc({ load }, lane.refused)
      left.inc({ load }, lane.left)
    }
    pictures.set(uploads.waiting())
    deaths.inc(images.figures().deaths)
    up.set(Number(database.isUp()))
    const events = bus.figures()
    gaps.inc(events.gaps)
    dropped.inc(events.dropped)
    connected.set(Number(events.connected))
  }
}

/** Metrics for Prometheus: with a token if one is configured, else only for this machine. */
export function serveMetrics(app: FastifyInstance, deps: Deps, queues: Queues): void {
  const { config } = deps
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const measure = measureQueues(registry, deps, queues)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Request duration by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config.call ?? 'other'
    durations.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    const isAllowed = config.METRICS_TOKEN
      ? isSame(request.headers.authorization ?? '', `Bearer ${config.METRICS_TOKEN}`)
      : isThisMachine(request, config)
    if (!isAllowed) throw new ApiError('not_found', 'Not found.')
    measure()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
