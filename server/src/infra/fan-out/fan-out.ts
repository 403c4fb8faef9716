import { randomUUID } from 'node:crypto'
import type { Logger } from '../log.ts'
import { openInbox, openOutbox } from './numbered.ts'
import { overPostgres } from './over-postgres.ts'
import { overRedis } from './over-redis.ts'
import type { Link } from './connect.ts'

// Carries events to the clients of other server processes, by PostgreSQL's notifications or by Redis if configured.
// Nothing is sent twice. Messages are numbered, and every second a heartbeat has to come back on the same connection.
// If messages may have been lost, that is a gap: clients reconnect and catch up.

export type FanOut = {
  /** Sends items to all other processes. */
  publish: (items: readonly object[]) => void
  /** Calls `take` with all items that another process published, of every kind. */
  onItems: (take: (items: unknown[]) => void) => void
  /** Calls `work` when events get through again after some may have been lost. */
  onGap: (work: () => void) => void
  figures: () => { gaps: number; dropped: number; connected: boolean }
  /** Waits for up to a second until everything that was published has left this process. */
  close: () => Promise<void>
}

const HEARTBEAT_EVERY = 1000
/** After this many heartbeats that didn't come back, the connection counts as lost. */
const MAX_UNANSWERED = 3

type Address = { databaseUrl: string; redisUrl: string | undefined }

/** At startup, a missing carrier is an error. Later, we wait for it to come back. */
export async function openFanOut({ databaseUrl, redisUrl }: Address, log: Logger): Promise<FanOut> {
  const self = randomUUID()
  const connect = redisUrl ? overRedis(redisUrl) : overPostgres(databaseUrl)
  const takers: ((items: unknown[]) => void)[] = []
  let link: Link | undefined
  let [gaps, unanswered, lostFor, afterGap] = [0, 0, '', () => {}]
  let [isOpening, isClosed] = [false, false]

  const gap = (reason: string) => {
    gaps++
    log.warn({ reason, gaps }, 'events from other servers may have been lost, so clients reconnect')
    afterGap()
  }
  const inbox = openInbox(self, {
    items: (all) => takers.forEach((take) => take(all)),
    ownMessage: () => void (unanswered = 0),
    gap,
  })
  const lose = (which: Link | undefined, error: unknown) => {
    if (!which || which !== link) return
    ;[link, lostFor] = [undefined, error instanceof Error ? error.message : String(error)]
    which.drop()
    log.warn({ reason: lostFor }, 'the connection for events was lost')
  }
  const open = async () => {
    let mine: Link | undefined
    isOpening = true
    const lost = (error: Error) => lose(mine, error)
    mine = await connect({ received: inbox.receive, lost }).finally(() => (isOpening = false))
    if (isClosed) return mine.drop()
    ;[link, unanswered] = [mine, 0]
    inbox.forget()
    if (lostFor) gap(lostFor)
  }
  const carry = async (message: string) => {
    const over = link
    try {
      await over?.send(message)
      return over !== undefined
    } catch (error) {
      lose(over, error)
      return false
    }
  }
  const outbox = openOutbox(self, carry)
  await open().catch((error: unknown) => {
    throw redisUrl ? new Error(`REDIS_URL: the server isn’t responding (${String(error)}).`) : error
  })
  const beating = setInterval(() => {
    if (unanswered++ >= MAX_UNANSWERED) lose(link, new Error('No heartbeat came back.'))
    if (!link && !isOpening) open().catch(() => {})
    if (!link) return
    outbox.flush()
    inbox.checkSilence()
  }, HEARTBEAT_EVERY).unref()
  return {
    publish: outbox.add,
    onItems: (take) => void takers.push(take),
    onGap: (work) => void (afterGap = work),
    figures: () => ({ gaps, dropped: outbox.dropped(), connected: link !== undefined }),
    close: async () => {
      clearInterval(beating)
      await outbox.leave()
      const last = link
      ;[isClosed, link] = [true, undefined]
      last?.drop()
    },
  }
}
