import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { stopWhenOver } from './world.ts'

/** A relay in front of the server at a URL. Tests can cut its connections, at once or before the next response. */
export async function relayTo(url: string) {
  const target = new URL(url)
  const open = new Set<Socket>()
  let toLose: { text: string; after: string } | undefined
  const relay = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    const end = () => (client.destroy(), server.destroy())
    for (const socket of [client, server]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end).on('close', () => (open.delete(socket), end()))
    }
    client.pipe(server).pipe(client)
    let isLosing = false
    client.on('data', (sent) => {
      if (toLose === undefined) return
      isLosing ||= sent.includes(toLose.after)
      if (!isLosing || !sent.includes(toLose.text)) return
      toLose = undefined
      server.unpipe(client).once('data', end).resume()
    })
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const cut = () => open.forEach((socket) => socket.destroy())
  stopWhenOver(() => {
    cut()
    relay.close()
  })
  const own = new URL(url)
  own.port = String((relay.address() as AddressInfo).port)
  return {
    url: own.href,
    /** Breaks all connections. New ones are accepted. */
    cut,
    /**
     * Relays the next request that contains a text, and breaks the connection instead of relaying the response: the
     * server has handled the request, and the client doesn't know. `after` is in an earlier request of the same
     * connection, because others send the same text. Returns a function that returns true once this has happened.
     */
    loseAnswer: (text: string, after = text) => {
      toLose = { text, after }
      return () => toLose === undefined
    },
    /** The client ports that the server sees. */
    ports: () => [...open].map(({ localPort }) => localPort),
  }
}
