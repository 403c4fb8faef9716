import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'

// Each process numbers its messages, so that the others notice a missing one.

const Message = z.object({
  /** The sending process, and the number of its message. */
  from: z.string(),
  number: z.number(),
  /** Heartbeats have no items. */
  items: z.array(z.unknown()),
  /** True in the last message of a process that stops. */
  leaving: z.optional(z.boolean()),
})
export type Message = z.infer<typeof Message>

/** A process that was silent for this many checks has crashed, perhaps before its last messages were sent. */
const MAX_SILENT_CHECKS = 15

type Hear = { items: (items: unknown[]) => void; ownMessage: () => void; gap: (reason: string) => void }

/** Receives the messages of the other processes, and notices missing ones. */
export function openInbox(self: string, { items: take, ownMessage, gap }: Hear) {
  const publishers = new Map<string, { last: number; silentFor: number; parts: string[] }>()
  return {
    receive: (text: string): void => {
      const message = read(text)
      if (!message) return
      const { from, number, items, leaving } = message
      if (from === self) return ownMessage()
      // Counting starts at the first message from a process.
      const { last, parts } = publishers.get(from) ?? { last: number - 1, parts: [] }
      if (leaving) publishers.delete(from)
      else publishers.set(from, { last: number, silentFor: 0, parts })
      if (number !== last + 1) gap('a message is missing')
      take(items.flatMap((item) => (isPart(item) ? joined(parts, item) : [item])))
    },
    /**
     * Counts checks instead of seconds, because after a long pause of ours, messages that came in the meantime haven't
     * been read yet.
     */
    checkSilence: (): void => {
      for (const [from, publisher] of publishers)
        if (++publisher.silentFor > MAX_SILENT_CHECKS && publishers.delete(from)) gap('another server went silent')
    },
    /** A new connection begins with any number. */
    forget: () => publishers.clear(),
  }
}

/** Ignores messages of other programs on this channel. */
function read(text: string): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** PostgreSQL's notifications have a limit of 8,000 bytes, some of which name the message. */
const MAX_BYTES = 7700
/** A character of a part takes three bytes at most. */
const PART = 2500

type Part = { part: string; at: number; of: number }
const isPart = (item: unknown): item is Part => typeof item === 'object' && item !== null && 'part' in item

/** Splits an item that doesn't fit into one message. */
function partsOf(item: object): object[] {
  const text = JSON.stringify(item)
  if (Buffer.byteLength(text) < MAX_BYTES) return [item]
  const of = Math.ceil(text.length / PART)
  return Array.from({ length: of }, (_, at): Part => ({ part: text.slice(at * PART, (at + 1) * PART), at, of }))
}

/** Returns an item once its last part has arrived. If a part is missing, the item is lost, which is a gap. */
function joined(parts: string[], { part, at, of }: Part): unknown[] {
  if (at === 0) parts.length = 0
  if (at === parts.length) parts.push(part)
  return parts.length === of && at === of - 1 ? [JSON.parse(parts.join(''))] : []
}
/** Events are sent together, because separate messages would cost as much as the events. The first one never waits. */
const SENT_AT_MOST_EVERY = 10
const LONGEST_WAIT = 1000

/** Sends the items of this process in order. `carry` returns true if the message was taken. */
export function openOutbox(from: string, carry: (message: string) => Promise<boolean>) {
  const waiting: object[] = []
  let [number, dropped] = [0, 0]
  let sending: Promise<void> | undefined

  const send = async (items: object[], leaving?: true): Promise<void> => {
    const message: Message = { from, number: ++number, items, leaving }
    if (!(await carry(JSON.stringify(message)))) dropped += items.length
  }
  /** Takes as many items as fit into one message. */
  const pack = (): object[] => {
    let free = MAX_BYTES
    const over = waiting.findIndex((item) => (free -= Buffer.byteLength(JSON.stringify(item)) + 1) < 0)
    return waiting.splice(0, over < 0 ? waiting.length : Math.max(over, 1))
  }
  const sendAll = async (): Promise<void> => {
    // Items that are published in one turn of the event loop are sent together.
    await Promise.resolve()
    do {
      await send(pack())
      await pause(SENT_AT_MOST_EVERY)
    } while (waiting.length > 0)
    sending = undefined
  }
  /** Sends a heartbeat if no items are waiting. */
  const flush = () => void (sending ??= sendAll())
  return {
    flush,
    add: (items: readonly object[]): void => {
      for (const item of items) waiting.push(...partsOf(item))
      if (waiting.length > 0) flush()
    },
    /** Waits up to a second for everything to be sent, and tells the other servers that this one is leaving. */
    leave: (): Promise<void> => {
      const sent = Promise.resolve(sending).then(() => send([], true))
      return Promise.race([sent, pause(LONGEST_WAIT, undefined, { ref: false })])
    },
    dropped: () => dropped,
  }
}
