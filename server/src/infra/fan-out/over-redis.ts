import { createClient } from '@redis/client'
import type { Connect } from './link.ts'

const CHANNEL = 'kindred-events'
const CONNECT_TIMEOUT = 2000

/** Two connections, because one that listens can't publish. If one breaks, both are replaced. */
export const overRedis =
  (url: string): Connect =>
  async ({ received, lost }) => {
    const publisher = createClient({
      url,
      // The older protocol is enough, and more servers speak it.
      RESP: 2,
      disableOfflineQueue: true,
      // We reconnect ourselves, to know when messages may have been lost.
      socket: { connectTimeout: CONNECT_TIMEOUT, reconnectStrategy: false },
    })
    const subscriber = publisher.duplicate()
    const both = [publisher, subscriber]
    const drop = () => both.forEach((client) => client.isOpen && client.destroy())
    for (const client of both) {
      client.on('error', lost)
      client.on('end', () => lost(new Error('Redis ended the connection for events.')))
    }
    try {
      await Promise.all(both.map((client) => client.connect()))
      await subscriber.subscribe(CHANNEL, received)
    } catch (error) {
      drop()
      throw error
    }
    return { send: (messages) => Promise.all(messages.map((message) => publisher.publish(CHANNEL, message))), drop }
  }
