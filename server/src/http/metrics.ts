import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { Admission } from './admission.ts'
import { isThisMachine } from './this-machine.ts'
import type { UploadQueue } from './uploads.ts'
import { replicationOf } from '../infra/db/replication.ts'
import { backupAge } from '../infra/last-backup.ts'
import { waitingMedia } from '../infra/storage/waiting.sql.ts'
import { failedJobs, waitingJobs } from '../infra/waiting-jobs.ts'

const NOT_MORE_OFTEN = 5000
const PATIENCE = 2000

/**
 * Stats from the database, which are the same on every server. One set of statements runs at a time, however many
 * requests come. If the database is slow or unavailable, the last known stats are used, and database_up shows it.
 */
function measureDatabase(registry: Registry, { reserved, replicaLag }: Deps): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const due = gauge('jobs_due', 'Jobs that could run now and were not started', ['job'])
  const oldest = gauge('jobs_oldest_seconds', 'How long the oldest of them has been due', ['job'])
  const failed = gauge('jobs_failed', 'Jobs that failed for good, and that nobody has retried')
  const media = gauge('media_waiting', 'Files that wait in the database for the bucket')
  const oldestMedia = gauge('media_waiting_seconds', 'How long the oldest of them has waited')
  const standbys = gauge('replication_lag_seconds', 'By how much a standby is behind', ['standby'])
  const isWaiting = gauge('replication_standby_missing', 'Whether commits wait for a standby that is not there')
  const slots = gauge('replication_slot_bytes', 'What a replication slot keeps of the log', ['slot'])
  const backups = gauge('backup_age_seconds', 'How old the last backup is, or the tables where there is none', ['kind'])
  const lag = gauge('replica_lag_seconds', 'By how much the read replica is behind')

  const ask = async () => {
    const [jobs, failures, files, replication, backup, behind] = await Promise.all([
      waitingJobs(reserved.db),
      failedJobs(reserved.db),
      waitingMedia(reserved.db),
      replicationOf(reserved.db),
      backupAge(reserved.db),
      replicaLag(),
    ])
    for (const each of [due, oldest, standbys, slots, backups]) each.reset()
    for (const { job, count, seconds } of jobs) {
      due.set({ job }, count)
      oldest.set({ job }, seconds)
    }
    failed.set(failures)
    media.set(files.count)
    oldestMedia.set(files.seconds)
    for (const { name, seconds } of replication.standbys) standbys.set({ standby: name }, seconds)
    const isSafe = !replication.isVisible || replication.standbys.some(({ isSynchronous }) => isSynchronous)
    isWaiting.set(Number(replication.needsSynchronous && !isSafe))
    for (const { name, retained } of replication.slots) slots.set({ slot: name }, retained)
    backups.set({ kind: backup.kind }, backup.seconds)
    lag.set(behind ?? 0)
  }
  let [askedAt, asking]: [number, Promise<void> | undefined] = [-Infinity, undefined]
  return async () => {
    if (!asking && performance.now() - askedAt > NOT_MORE_OFTEN)
      asking = ask()
        .catch(() => {})
        .finally(() => {
          askedAt = performance.now()
          asking = undefined
        })
    await Promise.race([asking, pause(PATIENCE, undefined, { ref: false })])
  }
}

type Queues = { admission: Admission; uploads: UploadQueue }

function measureQueues(
  registry: Registry,
  { images, bus, database, workers, memory }: Deps,
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
  const uploading = gauge('uploads_running', 'Picture uploads in progress')
  const pictures = gauge('pictures_waiting', 'Pictures that are being drawn or wait for it')
  const deaths = counter('picture_worker_deaths_total', 'Crashes of the picture worker')
  const gaps = counter('fan_out_gaps_total', 'Gaps in the events from other servers, after which clients reconnect')
  const dropped = counter('fan_out_dropped_total', 'Events that were not sent to other servers')
  const up = gauge('database_up', 'Whether the database answers')
  const missing = gauge('workers_missing', 'Workers of Citus that do not answer')
  const connected = gauge('fan_out_connected', 'Whether events from other servers get through')
  const sockets = gauge('sockets_connected', 'Clients connected for live events')
  const hits = counter('cache_hits_total', 'Results that came from the cache of this process')
  const misses = counter('cache_misses_total', 'Results that had to be computed')
  const connections = gauge('database_connections', 'Open connections to the database', ['pool', 'state'])
  const most = gauge('database_connections_max', 'Connections that a pool may open', ['pool'])
  const queued = gauge('database_waiting', 'Statements that wait for a connection', ['pool'])
  const failures = counter('database_failures_total', 'Statements and connections that failed, by error code', ['code'])
  return () => {
    for (const each of [refused, left, deaths, gaps, dropped, hits, misses, failures]) each.reset()
    for (const { load, ...lane } of admission.figures()) {
      running.set({ load }, lane.running)
      waiting.set({ load }, lane.waiting)
      refused.inc({ load }, lane.refused)
      left.inc({ load }, lane.left)
    }
    uploading.set(uploads.running())
    pictures.set(images.figures().waiting)
    deaths.inc(images.figures().deaths)
    up.set(Number(database.isUp()))
    for (const [code, count] of database.refusals()) failures.inc({ code }, count)
    missing.set(workers.missing().length)
    const events = bus.figures()
    gaps.inc(events.gaps)
    dropped.inc(events.dropped)
    connected.set(Number(events.connected))
    sockets.set(events.sockets)
    hits.inc(memory.figures().hits)
    misses.inc(memory.figures().misses)
    for (const { pool, used, idle, max, waiting: count } of database.figures()) {
      connections.set({ pool, state: 'used' }, used)
      connections.set({ pool, state: 'idle' }, idle)
      most.set({ pool }, max)
      queued.set({ pool }, count)
    }
  }
}

/** Metrics for alerts about anything but responses. Call the returned function to update them. */
function measureIncidents(registry: Registry, { incidents }: Deps): () => void {
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const reuses = counter('token_reuse_total', 'Sessions ended because a used refresh token was used again')
  const failed = 'Events of the payment gateway that were refused or failed'
  const webhooks = counter('webhooks_failed_total', failed, ['reason'])
  return () => {
    const { tokenReuse, webhookSignature, webhookError } = incidents.figures()
    for (const each of [reuses, webhooks]) each.reset()
    reuses.inc(tokenReuse)
    webhooks.inc({ reason: 'signature' }, webhookSignature)
    webhooks.inc({ reason: 'error' }, webhookError)
  }
}

export function serveMetrics(app: FastifyInstance, deps: Deps, queues: Queues): void {
  const { config } = deps
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const measure = measureQueues(registry, deps, queues)
  const measureMore = measureIncidents(registry, deps)
  const askDatabase = measureDatabase(registry, deps)
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
    measureMore()
    await askDatabase()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
