import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildApp, type Strictness } from './app.ts'
import { mediaFolder, outboxFolder, type Config } from './config.ts'
import type { Deps } from './deps.ts'
import type { Health } from './http/health.ts'
import { openRealtime, closeSockets } from './http/realtime.ts'
import { openMemory } from './infra/memory.ts'
import { openBudgets } from './infra/budgets.ts'
import { busOver, openSockets } from './infra/bus.ts'
import { databaseClock, type Clock } from './infra/clock.ts'
import { INDEX_SCANS_ONLY, LONG_WAITS, openDb, openPool, READ_ONLY, type Db } from './infra/db/db.ts'
import { prepareDatabase, type DatabaseUrls } from './infra/db/prepare.ts'
import { openFanOut } from './infra/fan-out.ts'
import { openFacebook } from './infra/identity/facebook.ts'
import { openGoogle } from './infra/identity/google.ts'
import { openImages, type ImageLimits } from './infra/images/images.ts'
import { openJobs } from './infra/jobs.ts'
import { keysFrom, keysInFile, type Keys } from './infra/keys.ts'
import { openLastingKeys } from './infra/lasting-keys.ts'
import { openLog, type Logger } from './infra/log.ts'
import { chooseMailer } from './infra/mail/mailer.ts'
import { refuseInTransaction } from './infra/refuse-in-transaction.ts'
import { openPasswords } from './infra/passwords.ts'
import { closedGateway } from './infra/payments/closed-gateway.ts'
import { openSandbox } from './infra/payments/sandbox.ts'
import { openStripe } from './infra/payments/stripe.ts'
import { openPush } from './infra/push.ts'
import { chooseStorage } from './infra/storage/storage.ts'
import { declarations } from './personal-data.ts'
import { workers } from './workers.ts'

export type Running = { app: FastifyInstance; deps: Deps; port: number; stop: (drain?: number) => Promise<void> }
/** What tests put in place of the outside: a clock that they turn, a log that they read, answers that are checked. */
export type Instead = Strictness & {
  clock?: Clock
  log?: Logger
  images?: ImageLimits
  /** How much memory a password takes, in KiB. */
  passwordMemory?: number
  beforeListening?: (deps: Deps) => Promise<unknown>
}

/** One server over a database that is there: migrated, working, listening. */
export async function startServer(config: Config, urls: DatabaseUrls, instead: Instead = {}): Promise<Running> {
  const log = instead.log ?? openLog(config.LOG_LEVEL)
  await prepareDatabase(urls, log)
  const databaseUrl = urls.app
  const { background, essential, ...databases } = await openDatabases(databaseUrl, config.DATABASE_REPLICA_URL)
  const { db } = databases
  const clock = instead.clock ?? (await databaseClock(db))
  const fanOut = await openFanOut({ databaseUrl, redisUrl: config.REDIS_URL }, log)
  const io = openSockets(fanOut)
  const keys = keysOf(config)
  const lastingKeys = await openLastingKeys(background, keys)
  const jobs = await openJobs(databaseUrl, log)
  const budgetsOver = (own: Db) => openBudgets(own, clock, config.RATE_LIMIT === 'on')
  const deps: Deps = {
    config,
    ...databases,
    clock,
    log,
    keys,
    lastingKeys,
    jobs,
    bus: busOver(io),
    memory: openMemory(),
    budgets: budgetsOver(db),
    reserved: { db: essential, budgets: budgetsOver(essential) },
    // Not kept from transactions: the row of a mail stays locked while the post office has it, so that nobody sends it twice.
    mailer: mailerOf(config),
    passwords: await openPasswords(instead.passwordMemory),
    payments: refuseInTransaction('payments', choosePayments(config, { db, keys, clock })),
    push: refuseInTransaction('push', choosePush(config)),
    storage: refuseInTransaction('storage', chooseStorage(mediaFolder(config), bucketOf(config))),
    images: openImages(log, instead.images),
    declarations,
    identities: chooseIdentities(config),
  }
  const health: Health = { stopping: false }
  const app = await buildApp(deps, health, instead)
  // What works in the background takes no connection from requests, and may take longer.
  const unhurried = { ...deps, db: background }
  await jobs.work(workers(unhurried))
  await instead.beforeListening?.(unhurried)
  await app.ready()
  openRealtime(io, app.server, deps)
  await app.listen({ host: config.HOST, port: config.PORT })

  /** Stops taking requests, finishes those that run, and lets go of everything that was opened. */
  const stop = async (drain = 0) => {
    health.stopping = true
    if (drain > 0) await new Promise((resolve) => setTimeout(resolve, drain))
    await closeSockets(io)
    await closeServer(app)
    await jobs.stop()
    deps.mailer.close()
    await deps.images.close()
    if ('stop' in clock && typeof clock.stop === 'function') clock.stop()
    await Promise.all([...new Set([background, essential, ...Object.values(databases)])].map((each) => each.destroy()))
    fanOut.close()
  }
  return { app, deps, port: (app.server.address() as AddressInfo).port, stop }
}

/** Connections by what they are for, so that what takes long keeps nobody else waiting. */
async function openDatabases(url: string, replicaUrl: string | undefined) {
  const background = openDb(openPool(url, 6, LONG_WAITS))
  return {
    db: openDb(openPool(url, 20)),
    indexScanDb: openDb(openPool(url, 4, INDEX_SCANS_ONLY)),
    probe: openDb(openPool(url, 1)),
    essential: openDb(openPool(url, 4)),
    background,
    replica: replicaUrl ? await openReplica(replicaUrl) : background,
  }
}

/** What is wrong with it is said at the start, not in the middle of a file. */
async function openReplica(url: string): Promise<Db> {
  const replica = openDb(openPool(url, 4, `${LONG_WAITS} ${READ_ONLY}`))
  await sql`select 1`.execute(replica).catch((error: unknown) => {
    throw new Error(`The read replica does not answer (${String(error)}). Check DATABASE_REPLICA_URL.`)
  })
  return replica
}

/** Connections that are kept alive stay open after their last answer: those are closed as they fall idle. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearInterval(sweep)
}

const mailerOf = (config: Config) =>
  chooseMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    publicUrl: config.PUBLIC_URL,
    outbox: outboxFolder(config),
    requireTLS: config.production,
  })

const keysOf = ({ TOKEN_SECRET, DATA_DIR }: Config): Keys =>
  TOKEN_SECRET ? keysFrom(TOKEN_SECRET) : keysInFile(join(DATA_DIR, 'token.secret'))

/** Stripe where it is set up; else the sandbox, which is never there in production. */
const choosePayments = (config: Config, books: Parameters<typeof openSandbox>[0]) =>
  config.STRIPE_SECRET_KEY && config.STRIPE_WEBHOOK_SECRET
    ? openStripe({
        secretKey: config.STRIPE_SECRET_KEY,
        webhookSecret: config.STRIPE_WEBHOOK_SECRET,
        apiUrl: config.STRIPE_API_URL,
      })
    : config.production
      ? closedGateway
      : openSandbox(books)

const choosePush = (config: Config) =>
  openPush({ keys: pushKeysOf(config), subject: `mailto:${config.SUPPORT_EMAIL}`, hosts: config.PUSH_HOSTS })

const pushKeysOf = ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, DATA_DIR }: Config) =>
  VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
    ? { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY }
    : join(DATA_DIR, 'vapid.json')

const bucketOf = (config: Config) =>
  config.S3_ENDPOINT && config.S3_BUCKET && config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY
    ? {
        endpoint: config.S3_ENDPOINT,
        region: config.S3_REGION ?? 'us-east-1',
        bucket: config.S3_BUCKET,
        accessKeyId: config.S3_ACCESS_KEY_ID,
        secretAccessKey: config.S3_SECRET_ACCESS_KEY,
      }
    : undefined

/** The providers that are set up here; the others are not offered. */
function chooseIdentities(config: Config): Deps['identities'] {
  const { GOOGLE_CLIENT_ID, GOOGLE_JWKS_URL, FACEBOOK_APP_ID, FACEBOOK_APP_SECRET, FACEBOOK_GRAPH_URL } = config
  const google = GOOGLE_CLIENT_ID && openGoogle(GOOGLE_CLIENT_ID, GOOGLE_JWKS_URL)
  const facebook =
    FACEBOOK_APP_ID && FACEBOOK_APP_SECRET && openFacebook(FACEBOOK_APP_ID, FACEBOOK_APP_SECRET, FACEBOOK_GRAPH_URL)
  return {
    ...(google ? { google: refuseInTransaction('google', google) } : {}),
    ...(facebook ? { facebook: refuseInTransaction('facebook', facebook) } : {}),
  }
}
