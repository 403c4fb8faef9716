import { randomUUID } from 'node:crypto'
import type { Logger } from '../log.ts'
import { openInbox } from './inbox.ts'
import { keepLink } from './link.ts'
import { openOutbox } from './outbox.ts'
import { overPostgres } from './over-postgres.ts'
import { overRedis } from './over-redis.ts'

// Carries events to the clients of other server processes: by PostgreSQL's notifications, or by Redis if configured.
// Nothing is sent twice. Messages are numbered, every second a heartbeat goes out that has to come back on the same
// connection, and where messages may have been lost, that is a gap: clients reconnect and catch up.

export type FanOut = {
  /** Sends items to all other processes. Each has to fit into one message (outbox.ts). */
  publish: (items: readonly object[]) => void
  /** Called with what another process published, of every kind. */
  onItems: (take: (items: unknown[]) => void) => void
  /** Called when events get through again after some may have been lost. */
  onGap: (work: () => void) => void
  figures: () => { gaps: number; dropped: number; connected: boolean }
  /** Waits until everything that was published has left this process, for a second at most. */
  close: () => Promise<void>
}

const HEARTBEAT_EVERY = 1000

type Address = { databaseUrl: string; redisUrl: string | undefined }

/** At the start a missing carrier is an error. Later we wait for it to come back. */
export async function openFanOut({ databaseUrl, redisUrl }: Address, log: Logger): Promise<FanOut> {
  const self = randomUUID()
  const takers: ((items: unknown[]) => void)[] = []
  let [gaps, afterGap] = [0, () => {}]
  const gap = (reason: string) => {
    gaps++
    log.warn({ reason, gaps }, 'events from other servers may have been lost, so clients reconnect')
    afterGap()
  }
  const linked = (lostFor?: string) => {
    inbox.forget()
    if (lostFor) gap(lostFor)
  }
  const items = (all: unknown[]) => takers.forEach((take) => take(all))
  const inbox = openInbox(self, { items, ownMessage: () => link.works(), gap })
  const connect = redisUrl ? overRedis(redisUrl) : overPostgres(databaseUrl)
  const link = keepLink(connect, { received: inbox.receive, linked }, log)
  const outbox = openOutbox(self, link.send)
  await link.open().catch((error: unknown) => {
    throw redisUrl ? new Error(`REDIS_URL: the server isn’t responding (${String(error)}).`) : error
  })
  const beating = setInterval(() => {
    if (!link.check()) return
    outbox.flush()
    inbox.checkSilence()
  }, HEARTBEAT_EVERY).unref()
  return {
    publish: outbox.add,
    onItems: (take) => void takers.push(take),
    onGap: (work) => void (afterGap = work),
    figures: () => ({ gaps, dropped: outbox.dropped(), connected: link.isUp() }),
    close: async () => {
      clearInterval(beating)
      await outbox.leave()
      link.close()
    },
  }
}
