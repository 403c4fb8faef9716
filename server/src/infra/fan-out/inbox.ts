import * as z from 'zod/mini'

const Message = z.object({
  /** The publishing process, and the number of its message. */
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

type Callbacks = { items: (items: unknown[]) => void; ownMessage: () => void; gap: (reason: string) => void }

/** Takes the messages of the other processes, and notices when some didn't arrive. */
export function openInbox(self: string, { items: take, ownMessage, gap }: Callbacks) {
  const publishers = new Map<string, { last: number; silentFor: number }>()
  return {
    receive: (text: string): void => {
      const message = read(text)
      if (!message) return
      const { from, number, items, leaving } = message
      if (from === self) return ownMessage()
      // The first message that we hear from a process is where we start.
      const { last } = publishers.get(from) ?? { last: number - 1 }
      if (leaving) publishers.delete(from)
      else publishers.set(from, { last: number, silentFor: 0 })
      if (number !== last + 1) gap('a message is missing')
      take(items)
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
