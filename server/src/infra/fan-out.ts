import { createClient } from '@redis/client'
import { createAdapter as overPostgres } from '@socket.io/postgres-adapter'
import { createAdapter as overRedis } from '@socket.io/redis-adapter'
import { openPool } from './db/db.ts'
import type { Logger } from './log.ts'

// How an event reaches whoever is connected to another server process: PostgreSQL's own notifications, or Redis where it is set up.

export type FanOut = {
  adapter: ReturnType<typeof overPostgres> | ReturnType<typeof overRedis>
  /** What is done when events may have been lost on the way, and pass again. */
  onGap: (work: () => void) => void
  /** What was to be told has left. */
  sent: () => Promise<unknown>
  close: () => void
}

type Address = { databaseUrl: string; redisUrl: string | undefined }

export const openFanOut = ({ databaseUrl, redisUrl }: Address, log: Logger): Promise<FanOut> =>
  redisUrl ? throughRedis(redisUrl, log) : throughPostgres(databaseUrl, log)

async function throughPostgres(databaseUrl: string, log: Logger): Promise<FanOut> {
  // A pool of its own: one connection listens for good, the other sends, so that events leave in their order. Nothing of
  // them is kept, so that nobody waits for the disk.
  const pool = openPool(databaseUrl, 2, '-c synchronous_commit=off')
  return {
    // The adapter reports a database that went away; it connects again by itself.
    adapter: overPostgres(pool, { errorHandler: () => {} }),
    onGap: () => {},
    // One connection sends, in order.
    sent: () => pool.query('select 1'),
    // Not waited for: a connection that broke while it was held is never given back.
    close: () => {
      pool.end().catch((error: unknown) => log.warn({ err: error }, 'the fan-out did not close'))
    },
  }
}

const FIRST_TRY = 5000
const LONGEST_PAUSE = 2000
const MOST_WAITING = 10_000

async function throughRedis(url: string, log: Logger): Promise<FanOut> {
  let began = false
  const sends = createClient({
    url,
    commandsQueueMaxLength: MOST_WAITING,
    // What speaks Redis's older protocol alone is good enough.
    RESP: 2,
    socket: {
      connectTimeout: FIRST_TRY,
      // At the start it is there, or we say so; later it is waited for.
      reconnectStrategy: (tries) => (began ? Math.min(100 * 2 ** tries, LONGEST_PAUSE) : false),
    },
  })
  const hears = sends.duplicate()
  // What cannot be told while it is gone is found by whoever comes back.
  const publish = sends.publish.bind(sends)
  const value = (channel: string, told: string | Buffer) => publish(channel, told).catch(() => 0)
  Object.defineProperty(sends, 'publish', { value })
  // Complained of once each time that it is gone, however often it is tried.
  let gone = false
  let afterGap = () => {}
  hears.on('ready', () => {
    if (gone) log.info('Redis is there again')
    if (gone) afterGap()
    gone = false
  })
  const lost = (error: unknown) => {
    if (began && !gone) log.error({ err: error }, 'Redis')
    gone = began
  }
  sends.on('error', lost)
  hears.on('error', lost)
  await Promise.all([sends.connect(), hears.connect()]).catch((error: unknown) => {
    throw new Error(`REDIS_URL: nobody answers there (${error instanceof Error ? error.message : String(error)}).`)
  })
  began = true
  return {
    adapter: overRedis(sends, hears),
    onGap: (work) => void (afterGap = work),
    sent: () => sends.ping(),
    close: () => {
      for (const client of [sends, hears])
        if (gone) client.destroy()
        else void client.close().catch(() => {})
    },
  }
}
