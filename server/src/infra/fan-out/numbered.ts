import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'

// The messages of each process are numbered, so the others notice when one is missing.

const Message = z.object({
  /** The process, and the number of its message. */
  from: z.string(),
  number: z.number(),
  /** A heartbeat has none. */
  items: z.array(z.unknown()),
  /** The last message of a process that stops. */
  leaving: z.optional(z.boolean()),
})
export type Message = z.infer<typeof Message>

/** A process that isn't heard in this many checks has crashed, perhaps before its last messages were sent. */
const MAX_SILENT_CHECKS = 15

type Hear = { items: (items: unknown[]) => void; ownMessage: () => void; gap: (reason: string) => void }

/** Takes the messages of the other processes, and notices when some didn't arrive. */
export function openInbox(self: string, { items: take, ownMessage, gap }: Hear) {
  const publishers = new Map<string, { last: number; silentFor: number; parts: string[] }>()
  return {
    receive: (text: string): void => {
      const message = read(text)
      if (!message) return
      const { from, number, items, leaving } = message
      if (from === self) return ownMessage()
      // The first message that we hear from a process is where we start.
      const { last, parts } = publishers.get(from) ?? { last: number - 1, parts: [] }
      if (leaving) publishers.delete(from)
      else publishers.set(from, { last: number, silentFor: 0, parts })
      if (number !== last + 1) gap('a message is missing')
      take(items.flatMap((item) => (isPart(item) ? joined(parts, item) : [item])))
    },
    /** We count checks and not seconds, because after a long pause of ours what came meanwhile hasn't been read yet. */
    checkSilence: (): void => {
      for (const [from, publisher] of publishers)
        if (++publisher.silentFor > MAX_SILENT_CHECKS && publishers.delete(from)) gap('another server went silent')
    },
    /** A new connection begins with any number. */
    forget: () => publishers.clear(),
  }
}

/** Ignores what other programs send on this channel. */
function read(text: string): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** PostgreSQL takes fewer than 8,000 bytes, some of which name the message. */
const MAX_BYTES = 7700
/** A character of a part takes three bytes at most. */
const PART = 2500

type Part = { part: string; at: number; of: number }
const isPart = (item: unknown): item is Part => typeof item === 'object' && item !== null && 'part' in item

/** An item that doesn't fit into a message goes in parts. */
function partsOf(item: object): object[] {
  const text = JSON.stringify(item)
  if (Buffer.byteLength(text) < MAX_BYTES) return [item]
  const of = Math.ceil(text.length / PART)
  return Array.from({ length: of }, (_, at): Part => ({ part: text.slice(at * PART, (at + 1) * PART), at, of }))
}

/** The item whose last part this is. One that lacks a part never comes, which is a gap. */
function joined(parts: string[], { part, at, of }: Part): unknown[] {
  if (at === 0) parts.length = 0
  if (at === parts.length) parts.push(part)
  return parts.length === of && at === of - 1 ? [JSON.parse(parts.join(''))] : []
}
/** A message of its own for each event would cost as much as what it tells of. The first one never waits. */
const SENT_AT_MOST_EVERY = 10
const LONGEST_WAIT = 1000

/** Sends what this process publishes, in order. `carry` returns whether the message was taken. */
export function openOutbox(from: string, carry: (message: string) => Promise<boolean>) {
  const waiting: object[] = []
  let [number, dropped] = [0, 0]
  let sending: Promise<void> | undefined

  const send = async (items: object[], leaving?: true): Promise<void> => {
    const message: Message = { from, number: ++number, items, leaving }
    if (!(await carry(JSON.stringify(message)))) dropped += items.length
  }
  /** As many items as fit into one message. */
  const pack = (): object[] => {
    let free = MAX_BYTES
    const over = waiting.findIndex((item) => (free -= Buffer.byteLength(JSON.stringify(item)) + 1) < 0)
    return waiting.splice(0, over < 0 ? waiting.length : Math.max(over, 1))
  }
  const sendAll = async (): Promise<void> => {
    // What is published in one turn goes together.
    await Promise.resolve()
    do {
      await send(pack())
      await pause(SENT_AT_MOST_EVERY)
    } while (waiting.length > 0)
    sending = undefined
  }
  /** Where nothing waits, this is a heartbeat. */
  const flush = () => void (sending ??= sendAll())
  return {
    flush,
    add: (items: readonly object[]): void => {
      for (const item of items) waiting.push(...partsOf(item))
      if (waiting.length > 0) flush()
    },
    /** Waits until everything has been sent, for a second at most, and says that no more will come. */
    leave: (): Promise<void> => {
      const sent = Promise.resolve(sending).then(() => send([], true))
      return Promise.race([sent, pause(LONGEST_WAIT, undefined, { ref: false })])
    },
    dropped: () => dropped,
  }
}
