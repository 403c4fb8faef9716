import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { keysOf, mailerOf, openTracing, storageOf } from './adapters.ts'
import { buildApp, type Strictness } from './app.ts'
import { mediaFolder, type Config } from './config.ts'
import type { Deps } from './deps.ts'
import type { Health } from './http/health.ts'
import { listen } from './http/listening.ts'
import { openRealtime, closeSockets } from './http/realtime.ts'
import { openMemory } from './infra/memory.ts'
import { openBudgets } from './infra/budgets.ts'
import { busOver, openSockets } from './infra/bus.ts'
import { databaseClock, type Clock } from './infra/clock.ts'
import { CONNECTIONS, INDEX_SCANS_ONLY, LONG_WAITS, openDb, openPool, type Db } from './infra/db/db.ts'
import { watchDatabase } from './infra/db/monitor.ts'
import type { Pool } from './infra/db/pool.ts'
import { prepareDatabase, type DatabaseUrls } from './infra/db/prepare.ts'
import { openReplica } from './infra/db/replica.ts'
import { watchWorkers } from './infra/db/workers.ts'
import { openFanOut } from './infra/fan-out/fan-out.ts'
import { openFacebook } from './infra/identity/facebook.ts'
import { openAgeProvider } from './infra/identity/age-provider.ts'
import { openGoogle } from './infra/identity/google.ts'
import { openImages, type ImageLimits } from './infra/images/images.ts'
import { openIncidents } from './infra/incidents.ts'
import { JOBS, openJobs } from './infra/jobs.ts'
import { openLastingKeys } from './infra/lasting-keys.ts'
import { openLog, type Logger } from './infra/log.ts'
import { assertSharedWithOthers, nameFor, nameOfFolder } from './infra/other-servers.ts'
import { refuseInTransaction } from './infra/refuse-in-transaction.ts'
import { openPasswords } from './infra/passwords.ts'
import { closedGateway } from './infra/payments/closed-gateway.ts'
import { openSandbox } from './infra/payments/sandbox.ts'
import { openPush, type Push } from './infra/push.ts'
import type { Storage } from './infra/storage/storage.ts'
import { withDemoPortraits } from './seed/draw.ts'
import { declarations } from './personal-data.ts'
import { workers } from './workers.ts'

export type Running = { app: FastifyInstance; deps: Deps; port: number; stop: (drain?: number) => Promise<void> }
/** Replacements for tests, such as a controllable clock, a readable log, and stricter checks of responses. */
export type Overrides = Strictness & {
  clock?: Clock
  log?: Logger
  images?: ImageLimits
  passwordMemory?: number
  warm?: boolean
  /** The most database connections for each purpose. */
  connections?: typeof CONNECTIONS
  /** Runs scheduled jobs. Tests run them at chosen times. */
  schedules?: boolean
  beforeListening?: (deps: Deps) => Promise<unknown>
}

/**
 * A transaction that waits for a second connection may wait for others that do the same, until none gets one. Tests
 * refuse these calls in a transaction even where they would need no connection: what is cached now may be read later.
 */
const guarded = <T extends object>(
  { strict }: Pick<Overrides, 'strict'>,
  name: string,
  part: T,
  calls: readonly (keyof T)[],
): T => (strict ? refuseInTransaction(name, part, calls) : part)

export async function startServer(config: Config, urls: DatabaseUrls, overrides: Overrides = {}): Promise<Running> {
  const log = overrides.log ?? openLog(config.LOG_LEVEL)
  await prepareDatabase(urls, log)
  const { background, essential, closeAll, ...databases } = await openDatabases(urls, config, log, overrides)
  const { db } = databases
  const clock = overrides.clock ?? (await databaseClock(db))
  const fanOut = await openFanOut({ databaseUrl: urls.app, redisUrl: config.REDIS_URL }, log)
  const io = openSockets(fanOut)
  const keys = keysOf(config)
  const lastingKeys = await openLastingKeys(background.db, keys)
  const images = openImages(log, overrides.images)
  const outside = await openAdapters(config, { db, keys, clock, log, images })
  const name = config.production ? await registerInstance(background.db, config, outside.push) : JOBS
  const tracing = openTracing(config, log)
  const jobs = await openJobs(urls.app, log, { name, schedules: overrides.schedules, tracing })
  const budgetsOver = (own: Db) =>
    guarded(overrides, 'budgets', openBudgets(own, clock, config.RATE_LIMIT === 'on'), ['spend', 'allows', 'refill'])
  const deps: Deps = {
    config,
    ...databases,
    clock,
    log,
    keys,
    lastingKeys,
    jobs,
    bus: busOver(io, fanOut),
    fanOut,
    memory: guarded(overrides, 'memory', openMemory(), ['cache']),
    budgets: budgetsOver(db),
    reserved: { db: essential, budgets: budgetsOver(essential) },
    passwords: await openPasswords(overrides.passwordMemory),
    ...outside,
    images,
    incidents: openIncidents(),
    tracing,
    declarations,
  }
  const health: Health = { stopping: false }
  const { app, admission } = await buildApp(deps, health, overrides)
  // Background work uses its own connections, with longer timeouts, and takes none from requests.
  const backgroundDeps = { ...deps, ...background }
  await jobs.work(workers(backgroundDeps))
  await overrides.beforeListening?.(backgroundDeps)
  await app.ready()
  openRealtime(io, app.server, admission, deps)
  const listening = await listen(app, config)

  /** Stops accepting requests, finishes the running ones, and closes everything. */
  const stop = async (drain = 0) => {
    health.stopping = true
    if (drain > 0) await new Promise((resolve) => setTimeout(resolve, drain))
    closeSockets(io)
    await listening.close()
    await jobs.stop()
    await closeParts(deps)
    await closeAll()
    await fanOut.close()
  }
  return { app, deps, port: listening.port, stop }
}

async function closeParts({ mailer, images, clock, tracing }: Deps): Promise<void> {
  mailer.close()
  await images.close()
  if ('stop' in clock && typeof clock.stop === 'function') clock.stop()
  await tracing?.close()
}

/**
 * Opens separate connections for each purpose, so that slow queries don't block the others. Some stay open, so that the
 * first requests after a start or a lull find connections.
 */
async function openDatabases(
  { app, pooled }: DatabaseUrls,
  { DATABASE_REPLICA_URL }: Config,
  log: Logger,
  overrides: Pick<Overrides, 'warm' | 'strict' | 'connections'>,
) {
  const warm = (count: number) => (overrides.warm === false ? 0 : count)
  const single = (pool: Pool) => guarded(overrides, 'database', pool, ['connect', 'query'])
  const url = pooled ?? app
  const forRequests = (max: number, options: string, count: number) =>
    openPool(url, max, options, { warm: warm(count), isPooled: pooled !== undefined })
  const most = overrides.connections ?? CONNECTIONS
  const main = single(forRequests(most.main, '', 6))
  const indexScans = single(forRequests(most.indexScans, INDEX_SCANS_ONLY, 2))
  const essential = single(forRequests(most.essential, '', 2))
  const background = single(openPool(app, most.background, LONG_WAITS))
  const named = { main, indexScans, essential, background }
  const pools = Object.values(named)
  await Promise.all(pools.map((pool) => pool.warmUp()))
  const replica = await openReplica(DATABASE_REPLICA_URL, log)
  const database = watchDatabase(url, named, log)
  const workersOfCitus = watchWorkers(openDb(background), database.isCoordinator, log)
  const closeAll = async () => {
    database.stop()
    workersOfCitus.stop()
    await Promise.all([...pools.map((pool) => pool.end()), replica.close()])
  }
  return {
    db: openDb(main),
    indexScanDb: openDb(indexScans),
    essential: openDb(essential),
    background: { db: openDb(background), upToDate: replica.upToDate(background, 'long') },
    upToDate: replica.upToDate(main, 'short'),
    upToDateIndexScans: replica.upToDate(indexScans, 'indexScans'),
    replica: replica.lately(background),
    replicaLag: replica.lag,
    database,
    workers: workersOfCitus,
    closeAll,
  }
}

async function openAdapters(config: Config, deps: Pick<Deps, 'db' | 'keys' | 'clock' | 'log' | 'images'>) {
  return {
    // The mailer may be called in a transaction, because an email's row stays locked while it is sent, so that it is
    // sent once.
    mailer: mailerOf(config),
    ...(await choosePayments(config, deps)),
    push: refuseInTransaction('push', choosePush(config)),
    storage: refuseInTransaction('storage', chooseStorage(config, deps)),
    identities: chooseIdentities(config),
  }
}

async function registerInstance(db: Db, config: Config, { publicKey }: Pick<Push, 'publicKey'>): Promise<string> {
  const { S3_ENDPOINT, S3_BUCKET } = config
  const media = S3_ENDPOINT ? `${S3_ENDPOINT} ${S3_BUCKET}` : nameOfFolder(mediaFolder(config))
  const shared = { media, pushKeys: publicKey }
  if (config.SINGLE_SERVER === 'no') await assertSharedWithOthers(db, shared)
  return nameFor(shared)
}

/** Chooses Stripe if it is configured, or else the sandbox, which production never uses. */
async function choosePayments(
  config: Config,
  deps: Pick<Deps, 'db' | 'clock'>,
): Promise<Pick<Deps, 'payments' | 'sandbox'>> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = config
  const isConfigured = secretKey && webhookSecret
  if (config.production && !isConfigured) return { payments: closedGateway, sandbox: null }
  // As with Redis, only servers that use Stripe's library load it.
  const { openSandboxed, openStripe } = await import('./infra/payments/stripe.ts')
  if (isConfigured)
    return {
      payments: refuseInTransaction('payments', openStripe({ secretKey, webhookSecret, apiUrl })),
      sandbox: null,
    }
  const sandbox = openSandbox(deps)
  return { payments: refuseInTransaction('payments', openSandboxed(sandbox)), sandbox }
}

const choosePush = (config: Config) =>
  openPush({ keys: pushKeysOf(config), subject: `mailto:${config.SUPPORT_EMAIL}`, hosts: config.PUSH_HOSTS })

const pushKeysOf = ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, DATA_DIR }: Config) =>
  VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
    ? { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY }
    : join(DATA_DIR, 'vapid.json')

/** Adds missing demo portraits, except in production, which has no demo people. */
function chooseStorage(config: Config, deps: Pick<Deps, 'db' | 'clock' | 'log' | 'images'>): Storage {
  const storage = storageOf(config, deps)
  return config.production ? storage : withDemoPortraits({ ...deps, storage })
}

/** Providers that aren't configured aren't offered. */
function chooseIdentities(config: Config): Deps['identities'] {
  const { GOOGLE_CLIENT_ID, GOOGLE_JWKS_URL, FACEBOOK_APP_ID, FACEBOOK_APP_SECRET, FACEBOOK_GRAPH_URL } = config
  const { AGE_OPENID_ISSUER, AGE_OPENID_CLIENT_ID, AGE_OPENID_CLIENT_SECRET } = config
  const age =
    AGE_OPENID_ISSUER &&
    AGE_OPENID_CLIENT_ID &&
    AGE_OPENID_CLIENT_SECRET &&
    openAgeProvider(AGE_OPENID_ISSUER, AGE_OPENID_CLIENT_ID, AGE_OPENID_CLIENT_SECRET)
  const google = GOOGLE_CLIENT_ID && openGoogle(GOOGLE_CLIENT_ID, GOOGLE_JWKS_URL)
  const facebook =
    FACEBOOK_APP_ID && FACEBOOK_APP_SECRET && openFacebook(FACEBOOK_APP_ID, FACEBOOK_APP_SECRET, FACEBOOK_GRAPH_URL)
  return {
    ...(age ? { age: refuseInTransaction('age', age) } : {}),
    ...(google ? { google: refuseInTransaction('google', google) } : {}),
    ...(facebook ? { facebook: refuseInTransaction('facebook', facebook) } : {}),
  }
}
