import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { LONG_WAITS } from '../server/src/infra/db/db.ts'
import { portOf } from './port.ts'

// A proxy in front of PostgreSQL that counts round trips: how often the server, with nothing outstanding, sends
// something and waits. The proxy reads the protocol, so begin and commit count, but statements sent together are one
// trip, whether on one connection or several.

const [QUERY, SYNC, CALL, READY] = ['Q', 'S', 'F', 'Z'].map((letter) => letter.charCodeAt(0))

/** Splits a stream into messages: a type of one byte, and a length of four bytes that includes itself. */
class Messages {
  readonly #seen: (type: number | undefined) => void
  #header = Buffer.alloc(0)
  #toSkip = 0
  /** True until a client's first message, which has no type. */
  #isFirst: boolean

  constructor(hasUntypedStart: boolean, seen: (type: number | undefined) => void) {
    this.#isFirst = hasUntypedStart
    this.#seen = seen
  }

  read(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      const skipped = Math.min(this.#toSkip, chunk.length - at)
      this.#toSkip -= skipped
      at += skipped
      const size = this.#isFirst ? 4 : 5
      const part = chunk.subarray(at, at + size - this.#header.length)
      at += part.length
      this.#header = Buffer.concat([this.#header, part])
      if (this.#header.length < size) return
      this.#toSkip = this.#header.readInt32BE(size - 4) - 4
      if (!this.#isFirst) this.#seen(this.#header[0])
      this.#isFirst = false
      this.#header = Buffer.alloc(0)
    }
  }
}

/** True for connections that serve requests. Those for background work have longer timeouts. */
const servesRequests = (start: Buffer): boolean => start.includes('statement_timeout=') && !start.includes(LONG_WAITS)

export type Counter = { url: string; trips: () => number; close: () => Promise<void> }

export async function countingProxy(databaseUrl: string): Promise<Counter> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const counted = { trips: 0, underWay: 0 }
  const proxy = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    let [outstanding, isCounted] = [0, false]
    client.once('close', () => {
      while (outstanding > 0) add(-1)
    })
    client.once('data', (start: Buffer) => (isCounted = servesRequests(start)))
    const add = (change: 1 | -1) => {
      outstanding += change
      if (isCounted) counted.underWay += change
    }
    const requests = new Messages(true, (type) => {
      if (type !== QUERY && type !== SYNC && type !== CALL) return
      if (counted.underWay === 0 && isCounted) counted.trips++
      add(1)
    })
    const responses = new Messages(false, (type) => {
      if (type === READY && outstanding > 0) add(-1)
    })
    for (const [from, to, messages] of [
      [client, database, requests],
      [database, client, responses],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('data', (chunk: Buffer) => {
        messages.read(chunk)
        to.write(chunk)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.end()
      })
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(databaseUrl)
  url.port = String(portOf(proxy.address()))
  return {
    url: url.href,
    trips: () => counted.trips,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
