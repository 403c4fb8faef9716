import { api, createClient, type Client, type Api, type ServerEvent, EVENT, SOCKET_PATH } from '@kindred/contract'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { Writable } from 'node:stream'
import { inspect } from 'node:util'
import pg from 'pg'
import { io as connect, type Socket } from 'socket.io-client'
import { afterAll, inject, onTestFinished } from 'vitest'
import { outboxFolder, parseConfig } from '../src/config.ts'
import { PREFIX } from '../src/app.ts'
import { sendMail } from '../src/features/delivery/mail/mail.ts'
import { days, hours } from '../src/infra/clock.ts'
import { openLog } from '../src/infra/log.ts'
import { CONNECTIONS } from '../src/infra/db/db.ts'
import { startServer, type Overrides, type Running } from '../src/server.ts'
import { isOnCitus, letCopy } from './citus.ts'
import { eavesdropper } from './eavesdropper.ts'
import { mailsIn } from './outbox.ts'
import { peopleOf, type Person } from './people.ts'
import { proving } from './proofs.ts'
import { inFuture, inPresent } from '../../scripts/present.ts'
import { makeScratchFolder } from '../../scripts/scratch.ts'

// A complete server with its own database, and helpers to use it in tests.

export type World = Awaited<ReturnType<typeof startWorld>>

export type Bearer = string | (() => string)
export type WorldOptions = {
  env?: Record<string, string>
  strict?: boolean
  databaseUrl?: string
  /** The server's database role, if it isn't the usual one. */
  appUrl?: string
  /** The address of a pooler (pooler.ts). */
  pooled?: string
  bodyWithin?: number
  images?: Overrides['images']
  /** Needed by tests that depend on the strength and duration of password hashing. */
  strongPasswords?: boolean
  /** The limit on delay, raised because many tests share a machine. */
  answerWithin?: number
  /** Off if names change so often that earlier responses would be attributed to the wrong person. */
  eavesdrop?: boolean
  /** Runs scheduled jobs. Off by default, so that no test depends on the minute in which it runs. */
  schedules?: boolean
  warm?: boolean
  /** Many are needed by tests in which more than two requests wait in the database at the same time. */
  connections?: Overrides['connections']
}

/** Each connection plans its statements anew, so a world has fewer than a server. Proofs have as many. */
const FEW_CONNECTIONS = { main: 3, indexScans: 1, essential: 1, background: 2 }
export { CONNECTIONS as MANY_CONNECTIONS } from '../src/infra/db/db.ts'

type Stop = () => Promise<void> | void
let whenOver: (stop: Stop) => void = onTestFinished

/** Stops a resource after the test that started it, or after the file if its tests share it. */
export const stopWhenOver = (stop: Stop): void => whenOver(stop)

/**
 * A value that the tests of one file share, created by the first one that needs it. Each test creates its own people,
 * and counts nothing that belongs to others.
 */
export function shared<T>(start: () => Promise<T>): () => Promise<T> {
  const stops: Stop[] = []
  let started: Promise<T> | undefined
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  const startOnce = async () => {
    whenOver = (stop) => void stops.push(stop)
    try {
      return await start()
    } finally {
      whenOver = onTestFinished
    }
  }
  return () => (started ??= startOnce())
}

let clusterPool: pg.Pool | undefined

/** A pool to create and drop databases. Its connections outlive a test, because the next test needs them, too. */
function cluster(): pg.Pool {
  if (clusterPool) return clusterPool
  const connectionString = inject('templateUrl').replace(/\/[^/]*$/, '/postgres')
  clusterPool = new pg.Pool({ connectionString, max: 4, idleTimeoutMillis: 5000, allowExitOnIdle: true })
  // Open connections are terminated at the end of the run.
  clusterPool.on('error', () => {})
  return clusterPool
}

/** Creates a separate database: migrated, or empty (`template0`). */
export async function cloneDatabase(of = 'template'): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = inject('templateUrl')
  const name = `world_${randomBytes(8).toString('hex')}`
  if (isOnCitus && !of.startsWith('template')) await letCopy(cluster(), of)
  // Copying files is faster than copying through the log, and tests don't need durability.
  await cluster().query(`create database ${name} template ${of} strategy file_copy`)
  return {
    url: template.replace(/\/[^/]*$/, `/${name}`),
    drop: async () => void (await cluster().query(`drop database if exists ${name} with (force)`)),
  }
}

/** The address of the same database for the server's own role. */
export const appUrlOf = (url: string): string => inDatabase(inject('appUrl'), url)
const inDatabase = (address: string, url: string): string => address.replace(/[^/]*$/, '') + url.split('/').at(-1)!

export async function startWorld({
  env = {},
  strict = true,
  databaseUrl,
  appUrl,
  pooled,
  bodyWithin = 30_000,
  images = {},
  answerWithin = 20_000,
  strongPasswords = false,
  eavesdrop = true,
  schedules = false,
  warm = false,
  connections = proving ? CONNECTIONS : FEW_CONNECTIONS,
}: WorldOptions = {}) {
  const dataDir = makeScratchFolder('world')
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await cloneDatabase()
  const config = parseConfig(
    // Random selection for blind reviews is off, because it would make counts differ from run to run.
    {
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'info',
      SECOND_LOOK_PERCENT: '0',
      ...env,
    },
    dataDir,
  )
  const lines: string[] = []
  const log = openLog(
    config.LOG_LEVEL,
    new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
  )
  let turned = 0
  const clock = { now: () => inFuture(turned) }
  // A copy of the template is migrated already; a database that a test brings may need its owner to migrate it.
  const owner = databaseUrl === undefined || appUrl ? {} : { owner: databaseUrl }
  const pooledUrl = pooled ?? inject('pooledUrl')
  const throughPooler = appUrl || !pooledUrl ? {} : { pooled: inDatabase(pooledUrl, database.url) }
  const urls = { app: appUrl ?? appUrlOf(database.url), ...owner, ...throughPooler }
  const running = await startServer(config, urls, {
    clock,
    log,
    strict,
    bodyWithin,
    images,
    answerWithin,
    schedules,
    warm,
    connections,
    ...(strongPasswords ? {} : { passwordMemory: 1024 }),
  })
  const base = `http://127.0.0.1:${running.port}`
  const ears = eavesdropper()
  const sockets = socketsTo(base, ears.hear)
  const { ask, end } = statementsTo(database.url)
  const stop = async () => {
    await running.stop()
    sockets.close()
    if (eavesdrop) await ears.compare(ask)
    await end()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const client = (token?: Bearer) => clientTo(base, ears.hear, token)
  let stopped: Promise<void> | undefined
  const stopOnce = () => (stopped ??= stop())
  stopWhenOver(stopOnce)
  return {
    ...running,
    config,
    base,
    /** The address for the owner of the tables; the server itself uses `appUrl`. */
    databaseUrl: database.url,
    appUrl: urls.app,
    logged: () => lines.join(''),
    turnClock: (milliseconds: number) => void (turned += milliseconds),
    /** Turns the clock to the next noon (UTC), for tests in which no day may end. */
    turnToNoon: () => {
      const now = clock.now().getTime()
      turned += Math.ceil(now / days(1) - 0.5) * days(1) + days(0.5) - now
    },
    /** The contract's client, with or without a token. */
    client,
    ...peopleOf(client, running.deps.db),
    /** Lets hours pass while these people stay signed in. */
    passHours: async (count: number, ...people: Person[]) => {
      turned += hours(count)
      for (const person of people) {
        const { data } = await client().refreshToken({ body: { refreshToken: person.refreshToken } })
        Object.assign(person, data, { client: client(data.token) })
      }
    },
    /** Moves the clock by a minute and sends the emails that waited for it. */
    sendHeldMail: async () => {
      turned += 61_000
      const { rows } = await ask('select id from mails where sent_at is null and hold_until is not null')
      for (const { id } of rows as { id: string }[]) await sendMail(running.deps, id)
    },
    /** Waits until all contacts are compared with all members. */
    contactsCompared: () =>
      until(async () => {
        const { rows } = await ask(`select from pgboss.job where name = 'match-contacts' and state < 'completed'`)
        return rows.length === 0
      }),
    /** A person's emails, oldest first. Waits until there are at least as many as requested. */
    mailsTo: (address: string, atLeast = 1) => mailsIn(outboxFolder(config), address, atLeast),
    request: (path: string, init?: RequestInit) => fetch(base + path, init),
    listen: sockets.open,
    query: ask,
    stop: stopOnce,
  }
}

type Hear = ReturnType<typeof eavesdropper>['hear']

const clientTo = (base: string, hear: Hear, token?: Bearer): Client<Api> =>
  createClient(api, async ({ method, url, body, ifMatch, reason }) => {
    const bearer = typeof token === 'function' ? token() : token
    const answer = await fetch(base + PREFIX + url, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
        ...(reason === undefined ? {} : { 'x-reason': encodeURIComponent(reason) }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    hear(bearer, text)
    const retryAfter = answer.headers.get('retry-after')
    return {
      status: answer.status,
      body: text ? JSON.parse(text) : undefined,
      ...(retryAfter ? { retryAfter: Number(retryAfter) } : {}),
    }
  })

/** Runs a test's statements over persistent connections, because PostgreSQL starts a process for each connection. */
function statementsTo(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 8, idleTimeoutMillis: 0 })
  // A test may end connections; the next statement opens another one.
  pool.on('error', () => {})
  // Settings would last as long as the connection, so statements with settings get a separate one.
  const needsItsOwn = (text: string) => pool.ending || /\bset (session|role|local)/i.test(text)
  const ask = (text: string): Promise<pg.QueryResult> =>
    needsItsOwn(text) ? askDatabase(url, text) : pool.query(inPresent(text))
  return { ask, end: () => pool.end() }
}

export async function askDatabase(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(inPresent(text))
  } finally {
    await client.end()
  }
}

/** Sockets that record what they receive. */
function socketsTo(base: string, hear: Hear) {
  const opened: Socket[] = []
  const open = async (token: string) => {
    const received: ServerEvent[] = []
    const socket = connect(base, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      auth: { token },
      reconnection: false,
      forceNew: true,
    })
    opened.push(socket)
    const closed = new Promise<string>((resolve) => socket.once('disconnect', resolve))
    socket.on(EVENT, (event: ServerEvent) => {
      received.push(event)
      hear(token, JSON.stringify(event))
    })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return { socket, received, closed }
  }
  return { open, close: () => opened.forEach((socket) => socket.close()) }
}

const MAX_SHOWN = 2000

/** Polls until a result is truthy, and fails if this takes too long. */
export async function until<T>(poll: () => T | Promise<T>, within = 15_000): Promise<NonNullable<T>> {
  for (const end = Date.now() + within; ;) {
    const seen = await poll()
    if (seen) return seen
    if (Date.now() > end)
      throw new Error(`Last seen: ${inspect(seen).slice(0, MAX_SHOWN)}. This never came true: ${poll.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

export type { Running }
