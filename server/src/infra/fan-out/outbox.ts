import type { Message } from './message.ts'

type Kind = Message['kind']
type Waiting = { kind: Kind; text: string }

const MAX_QUEUED = 10_000
const MAX_AT_ONCE = 100
/** PostgreSQL takes fewer than 8,000 bytes. */
const MAX_BYTES = 7900
/** Room for a message's other fields. */
const ENVELOPE = 200

/** The messages of this process that the carrier hasn't taken yet, in order. */
export function openOutbox(from: string) {
  const waiting: Waiting[] = []
  let [number, dropped] = [0, 0]
  const add = (kind: Kind, items?: object[]) => {
    const text = JSON.stringify({ from, number, kind, items } satisfies Message)
    // What is dropped has a number all the same, so that the others notice.
    if (waiting.length < MAX_QUEUED && Buffer.byteLength(text) <= MAX_BYTES) waiting.push({ kind, text })
    else dropped += items?.length ?? 0
  }
  return {
    addItems: (items: readonly object[]) => {
      for (const packed of inMessages(items)) {
        number++
        add('items', packed)
      }
    },
    addHeartbeat: () => {
      if (!waiting.some(({ kind }) => kind === 'heartbeat')) add('heartbeat')
    },
    addLeaving: () => add('leaving'),
    next: () => waiting.slice(0, MAX_AT_ONCE).map(({ text }) => text),
    remove: (count: number) => void waiting.splice(0, count),
    isEmpty: () => waiting.length === 0,
    dropped: () => dropped,
  }
}

export type Outbox = ReturnType<typeof openOutbox>

/** Packs as many items into each message as fit. */
function inMessages(items: readonly object[]): object[][] {
  const messages: object[][] = []
  let free = 0
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1
    if (size > free) {
      messages.push([])
      free = MAX_BYTES - ENVELOPE
    }
    messages.at(-1)?.push(item)
    free -= size
  }
  return messages
}
