import type { Connect } from './connect.ts'

const CHANNEL = 'kindred-events'
const CONNECT_TIMEOUT = 2000
/** A frozen Redis doesn't answer, although its machine accepts connections. Heartbeats are more frequent than this. */
const ANSWER_WITHIN = 5000

/** Two connections, because one that listens can't publish. If one breaks, both are replaced. */
export const overRedis =
  (url: string): Connect =>
  async ({ received, lost }) => {
    // The library has half as many files as our server, so only a server that uses Redis loads it.
    const { createClient } = await import('@redis/client')
    const publisher = createClient({
      url,
      // The older protocol is sufficient, and more servers support it.
      RESP: 2,
      disableOfflineQueue: true,
      // We reconnect ourselves, to know when messages may have been lost.
      socket: { connectTimeout: CONNECT_TIMEOUT, socketTimeout: ANSWER_WITHIN, reconnectStrategy: false },
    })
    const subscriber = publisher.duplicate()
    const both = [publisher, subscriber]
    const drop = () => both.forEach((client) => client.isOpen && client.destroy())
    for (const client of both) client.on('error', lost)
    try {
      await Promise.all(both.map((client) => client.connect()))
      await subscriber.subscribe(CHANNEL, received)
    } catch (error) {
      drop()
      throw error
    }
    return { send: (message) => publisher.publish(CHANNEL, message), drop }
  }
