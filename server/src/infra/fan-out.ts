import { createClient } from '@redis/client'
import { createAdapter as overPostgres } from '@socket.io/postgres-adapter'
import { createAdapter as overRedis } from '@socket.io/redis-adapter'
import { openPool } from './db/db.ts'
import type { Logger } from './log.ts'

// Carries events to the clients of other server processes: by PostgreSQL's notifications, or by Redis if configured.

export type FanOut = {
  adapter: ReturnType<typeof overPostgres> | ReturnType<typeof overRedis>
  /** Called when events get through again after some may have been lost. */
  onGap: (work: () => void) => void
  /** Resolves when everything that was published has left this process. */
  sent: () => Promise<unknown>
  close: () => void
}

type Address = { databaseUrl: string; redisUrl: string | undefined }

export const openFanOut = ({ databaseUrl, redisUrl }: Address, log: Logger): Promise<FanOut> =>
  redisUrl ? throughRedis(redisUrl, log) : throughPostgres(databaseUrl, log)

async function throughPostgres(databaseUrl: string, log: Logger): Promise<FanOut> {
  // A separate pool: one connection listens, the other sends, so that events keep their order. Nothing is stored, so
  // a commit needn't wait for the disk.
  const pool = openPool(databaseUrl, 2, '-c synchronous_commit=off')
  return {
    // The adapter reports lost connections, and reconnects by itself.
    adapter: overPostgres(pool, { errorHandler: () => {} }),
    onGap: () => {},
    // The one connection that sends does so in order, so this waits for what came before.
    sent: () => pool.query('select 1'),
    // We don't wait: a connection that broke while it was in use never returns to the pool.
    close: () => {
      pool.end().catch((error: unknown) => log.warn({ err: error }, 'the fan-out did not close'))
    },
  }
}

const CONNECT_TIMEOUT = 5000
const MAX_RECONNECT_DELAY = 2000
const MAX_QUEUED = 10_000

async function throughRedis(url: string, log: Logger): Promise<FanOut> {
  let hasConnected = false
  const publisher = createClient({
    url,
    commandsQueueMaxLength: MAX_QUEUED,
    // The older protocol is enough, and more servers speak it.
    RESP: 2,
    socket: {
      connectTimeout: CONNECT_TIMEOUT,
      // At the start a missing Redis is an error. Later we wait for it to come back.
      reconnectStrategy: (tries) => (hasConnected ? Math.min(100 * 2 ** tries, MAX_RECONNECT_DELAY) : false),
    },
  })
  const subscriber = publisher.duplicate()
  // Events that can't be published during an outage are dropped: clients catch up when they reconnect.
  const publish = publisher.publish.bind(publisher)
  const value = (channel: string, message: string | Buffer) => publish(channel, message).catch(() => 0)
  Object.defineProperty(publisher, 'publish', { value })
  // Each outage is logged once, however many tries fail.
  let isDown = false
  let afterGap = () => {}
  subscriber.on('ready', () => {
    if (isDown) log.info('Redis is there again')
    if (isDown) afterGap()
    isDown = false
  })
  const onError = (error: unknown) => {
    if (hasConnected && !isDown) log.error({ err: error }, 'Redis')
    isDown = hasConnected
  }
  publisher.on('error', onError)
  subscriber.on('error', onError)
  await Promise.all([publisher.connect(), subscriber.connect()]).catch((error: unknown) => {
    throw new Error(
      `REDIS_URL: the server isn’t responding (${error instanceof Error ? error.message : String(error)}).`,
    )
  })
  hasConnected = true
  return {
    adapter: overRedis(publisher, subscriber),
    onGap: (work) => void (afterGap = work),
    sent: () => publisher.ping(),
    close: () => {
      for (const client of [publisher, subscriber])
        if (isDown) client.destroy()
        else void client.close().catch(() => {})
    },
  }
}
