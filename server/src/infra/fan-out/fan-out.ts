import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../log.ts'
import { openInbox } from './inbox.ts'
import { keepLink, type Connect, type Link } from './link.ts'
import { openOutbox, type Outbox } from './outbox.ts'
import { overPostgres } from './over-postgres.ts'
import { overRedis } from './over-redis.ts'

// Carries events to the clients of other server processes: by PostgreSQL's notifications, or by Redis if configured.
// Messages are numbered, and sent again until the carrier has taken them. Every second a heartbeat goes out and has to
// come back on the same connection. Where messages may be lost all the same, that is a gap: clients catch up.

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
const LONGEST_WAIT_TO_SEND = 1000
/** A message of its own for each event would cost as much as what it tells of. The first one never waits. */
const SENT_AT_MOST_EVERY = 10

type Address = { databaseUrl: string; redisUrl: string | undefined }

/** At the start a missing carrier is an error. Later we wait for it to come back. */
export async function openFanOut({ databaseUrl, redisUrl }: Address, log: Logger): Promise<FanOut> {
  try {
    return await fanOutOver(redisUrl ? overRedis(redisUrl) : overPostgres(databaseUrl), log)
  } catch (error) {
    if (!redisUrl) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`REDIS_URL: the server isn’t responding (${reason}).`)
  }
}

async function fanOutOver(connect: Connect, log: Logger): Promise<FanOut> {
  const self = randomUUID()
  const outbox = openOutbox(self)
  const takers: ((items: unknown[]) => void)[] = []
  let afterGap = () => {}
  let gaps = 0
  const gap = (reason: string) => {
    gaps++
    log.warn({ reason, gaps }, 'events from other servers may have been lost, so clients reconnect')
    afterGap()
  }
  const inbox = openInbox(self, {
    items: (items) => takers.forEach((take) => take(items)),
    heartbeat: () => keeper.works(),
    gap,
  })
  const keeper = keepLink(connect, inbox.receive, log)
  const flush = sender(outbox, keeper)
  const collected = collector((items) => {
    outbox.addItems(items)
    flush()
  })
  keeper.onLinked((reason) => {
    inbox.forget()
    flush()
    if (reason) gap(reason)
  })
  await keeper.start()
  const beating = setInterval(() => {
    if (!keeper.expectHeartbeat()) return
    outbox.addHeartbeat()
    flush()
    inbox.checkSilence()
  }, HEARTBEAT_EVERY).unref()
  const sent = async () => {
    // What is published in this turn counts, too.
    await pause(0)
    for (const end = Date.now() + LONGEST_WAIT_TO_SEND; !outbox.isEmpty() && Date.now() < end;) await pause(5)
  }
  return {
    publish: collected.add,
    onItems: (take) => void takers.push(take),
    onGap: (work) => void (afterGap = work),
    figures: () => ({ gaps, dropped: outbox.dropped(), connected: keeper.link() !== undefined }),
    close: async () => {
      clearInterval(beating)
      collected.handOver()
      outbox.addLeaving()
      flush()
      await sent()
      keeper.close()
    },
  }
}

/** Hands items over at once, or together if some were handed over just before. */
function collector(take: (items: readonly object[]) => void) {
  let items: object[] = []
  let next: NodeJS.Timeout | undefined
  const handOver = () => {
    next = undefined
    if (items.length === 0) return
    const all = items
    items = []
    next = setTimeout(handOver, SENT_AT_MOST_EVERY)
    take(all)
  }
  return {
    add: (more: readonly object[]) => {
      items.push(...more)
      if (!next) handOver()
    },
    handOver,
  }
}

/** Sends what is in the outbox, one batch after the other. */
function sender(outbox: Outbox, { link, lose }: Pick<ReturnType<typeof keepLink>, 'link' | 'lose'>): () => void {
  let isSending = false
  const sendNext = async (over: Link) => {
    const messages = outbox.next()
    try {
      await over.send(messages)
      outbox.remove(messages.length)
    } catch (error) {
      lose(over, error)
    }
    isSending = false
    flush()
  }
  const flush = () => {
    const over = link()
    if (isSending || !over || outbox.isEmpty()) return
    isSending = true
    sendNext(over).catch(() => (isSending = false))
  }
  return flush
}
