import type { Logger } from '../log.ts'

/** An established connection. */
export type Link = {
  /** Resolves when the carrier has taken the message. */
  send: (message: string) => Promise<unknown>
  /** Ends the connection at once. */
  drop: () => void
}
export type Connect = (on: { received: (message: string) => void; lost: (error: Error) => void }) => Promise<Link>

/** After this many heartbeats that didn't come back, the connection counts as lost. */
const MAX_UNANSWERED = 3

/** `linked` is called with each new connection, and after the first one with the reason why it was needed. */
type Callbacks = { received: (message: string) => void; linked: (lostFor?: string) => void }

/** Keeps a connection open: replaces one that breaks, or on which our heartbeats don't come back. */
export function keepLink(connect: Connect, { received, linked }: Callbacks, log: Logger) {
  let link: Link | undefined
  let lostFor: string | undefined
  let [isOpening, isClosed, unanswered] = [false, false, 0]

  const lose = (which: Link | undefined, error: unknown): void => {
    if (!which || which !== link) return
    link = undefined
    lostFor = error instanceof Error ? error.message : String(error)
    which.drop()
    log.warn({ reason: lostFor }, 'the connection for events was lost')
  }
  const open = async (): Promise<void> => {
    let mine: Link | undefined
    isOpening = true
    mine = await connect({ received, lost: (error) => lose(mine, error) }).finally(() => (isOpening = false))
    if (isClosed) return mine.drop()
    link = mine
    unanswered = 0
    linked(lostFor)
  }
  return {
    open,
    isUp: () => link !== undefined,
    /** Returns whether the carrier has taken it. */
    send: async (message: string): Promise<boolean> => {
      const over = link
      try {
        await over?.send(message)
        return over !== undefined
      } catch (error) {
        lose(over, error)
        return false
      }
    },
    /** A message of ours came back. */
    works: () => void (unanswered = 0),
    /** Replaces a connection that is lost, and returns whether there is one to send a heartbeat on. */
    check: (): boolean => {
      if (link && unanswered++ >= MAX_UNANSWERED) lose(link, new Error('No heartbeat came back.'))
      if (!link && !isOpening) open().catch(() => {})
      return link !== undefined
    },
    close: (): void => {
      const last = link
      ;[isClosed, link] = [true, undefined]
      last?.drop()
    },
  }
}
