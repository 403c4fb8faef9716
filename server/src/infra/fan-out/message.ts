import * as z from 'zod/mini'

const Message = z.object({
  /** The publishing process, and the number of its message: for a heartbeat, that of the last one before it. */
  from: z.string(),
  number: z.number(),
  kind: z.enum(['items', 'heartbeat', 'leaving']),
  items: z.optional(z.array(z.unknown())),
})
export type Message = z.infer<typeof Message>

/** Ignores what other programs send on this channel. */
export function readMessage(text: string): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
