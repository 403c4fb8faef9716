import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../log.ts'

/** An established connection. */
export type Link = {
  /** Resolves when the carrier has taken these messages, in this order. */
  send: (messages: string[]) => Promise<unknown>
  /** Ends the connection at once. */
  drop: () => void
}
type LinkCallbacks = { received: (message: string) => void; lost: (error: Error) => void }
export type Connect = (callbacks: LinkCallbacks) => Promise<Link>

/** After this many heartbeats that didn't come back, the connection counts as lost. */
const MAX_UNANSWERED = 3
const MAX_RECONNECT_DELAY = 1000
/** From this try to reconnect on, which is some five seconds after the first, the log says so. */
const LOUD_TRY = 8

/** Keeps a connection open: replaces one that breaks, or on which our heartbeats don't come back. */
export function keepLink(connect: Connect, received: (message: string) => void, log: Logger) {
  let link: Link | undefined
  let onLinked = (_lostFor?: string) => {}
  let [isClosed, unanswered, tries] = [false, 0, 0]

  const open = async (lostFor?: string) => {
    let mine: Link | undefined
    mine = await connect({ received, lost: (error) => lose(mine, error) })
    if (isClosed) return mine.drop()
    link = mine
    unanswered = 0
    onLinked(lostFor)
  }
  const lose = (which: Link | undefined, error: unknown) => {
    if (!which || which !== link) return
    link = undefined
    which.drop()
    if (isClosed) return
    reopen(error instanceof Error ? error.message : String(error)).catch((failure: unknown) => {
      log.error({ err: failure }, 'the connection for events was not replaced')
    })
  }
  const reopen = async (lostFor: string): Promise<void> => {
    for (let opened = false; !opened && !isClosed;) {
      // The first try is immediate, unless the connection before this one didn't work either.
      if (tries > 0) await pause(Math.min(50 * 2 ** tries, MAX_RECONNECT_DELAY), undefined, { ref: false })
      if (++tries === LOUD_TRY) log.error({ reason: lostFor }, 'no events from other servers get through')
      opened = await open(lostFor).then(
        () => true,
        () => false,
      )
    }
  }
  return {
    start: () => open(),
    /** Called with each new connection, and after the first one with the reason why it was needed. */
    onLinked: (work: (lostFor?: string) => void) => void (onLinked = work),
    link: () => link,
    lose,
    /** A heartbeat came back. */
    works: () => void ([unanswered, tries] = [0, 0]),
    /** Whether there is a connection to send a heartbeat on. Heartbeats that wait because we are busy count as one. */
    expectHeartbeat: (): boolean => {
      if (link && unanswered++ >= MAX_UNANSWERED) lose(link, new Error('No heartbeat came back.'))
      return link !== undefined
    },
    close: () => {
      isClosed = true
      link?.drop()
      link = undefined
    },
  }
}
