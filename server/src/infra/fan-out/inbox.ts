import { readMessage } from './message.ts'
import { trackPublishers } from './publishers.ts'

/** A process that isn't heard in this many checks has crashed, perhaps before its last messages were sent. */
const MAX_SILENT_CHECKS = 15

type Callbacks = {
  items: (items: unknown[]) => void
  /** One of our own heartbeats came back. */
  heartbeat: () => void
  gap: (reason: string) => void
}

/** Takes each message of the other processes once, and notices when some didn't arrive. */
export function openInbox(self: string, { items: take, heartbeat, gap }: Callbacks) {
  const publishers = trackPublishers()
  return {
    receive: (text: string) => {
      const { from, number, kind, items = [] } = readMessage(text) ?? { from: self, number: 0, kind: 'items' }
      if (from === self) return kind === 'heartbeat' ? heartbeat() : undefined
      if (kind === 'leaving') return publishers.left(from)
      const isGap = 'a message is missing'
      if (kind === 'heartbeat') return publishers.heartbeat(from, number) ? gap(isGap) : undefined
      const place = publishers.message(from, number)
      if (place === 'after-gap') gap(isGap)
      if (place !== 'known') take(items)
    },
    checkSilence: () => {
      if (publishers.forgetSilent(MAX_SILENT_CHECKS) > 0) gap('another server went silent')
    },
    /** A new connection begins with any number. */
    forget: publishers.forgetAll,
  }
}
