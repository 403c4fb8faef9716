import { setTimeout as pause } from 'node:timers/promises'
import type { Message } from './inbox.ts'

/** PostgreSQL takes fewer than 8,000 bytes, some of which name the message. */
const MAX_BYTES = 7700
/** A message of its own for each event would cost as much as what it tells of. The first one never waits. */
const SENT_AT_MOST_EVERY = 10
const LONGEST_WAIT = 1000

/** Sends what this process publishes, in order. Each message has a number, so the others notice one that is lost. */
export function openOutbox(from: string, carry: (message: string) => Promise<boolean>) {
  const waiting: object[] = []
  let [number, dropped, isSending] = [0, 0, false]

  const send = async (items: object[], leaving?: true): Promise<void> => {
    const message: Message = { from, number: ++number, items, ...(leaving ? { leaving } : {}) }
    if (!(await carry(JSON.stringify(message)))) dropped += items.length
  }
  /** As many items as fit into one message. */
  const pack = (): object[] => {
    let free = MAX_BYTES
    const over = waiting.findIndex((item) => (free -= Buffer.byteLength(JSON.stringify(item)) + 1) < 0)
    return waiting.splice(0, over < 0 ? waiting.length : Math.max(over, 1))
  }
  const sendAll = async (): Promise<void> => {
    isSending = true
    // What is published in one turn goes together.
    await Promise.resolve()
    do {
      await send(pack())
      await pause(SENT_AT_MOST_EVERY)
    } while (waiting.length > 0)
    isSending = false
  }
  /** Where nothing waits, this is a heartbeat. */
  const flush = (): void => {
    if (!isSending) sendAll().catch(() => {})
  }
  return {
    flush,
    add: (items: readonly object[]): void => {
      waiting.push(...items)
      if (waiting.length > 0) flush()
    },
    /** Waits until everything has been sent, for a second at most, and says that no more will come. */
    leave: async (): Promise<void> => {
      for (const end = Date.now() + LONGEST_WAIT; isSending && Date.now() < end;) await pause(5)
      await Promise.race([send([], true), pause(LONGEST_WAIT, undefined, { ref: false })])
    },
    dropped: () => dropped,
  }
}
