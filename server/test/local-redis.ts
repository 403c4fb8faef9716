import { createServer, type AddressInfo, type Socket } from 'node:net'

// A server that speaks Redis's protocol (version 2) as far as we need: publish and subscribe.

type Answer = string | Buffer | number | null | Answer[]

const CRLF = '\r\n'

/** Encodes a reply: status lines start with a plus, and binary-safe strings with their length. */
function written(answer: Answer): Buffer {
  if (answer === null) return Buffer.from(`$-1${CRLF}`)
  if (typeof answer === 'number') return Buffer.from(`:${answer}${CRLF}`)
  if (Array.isArray(answer)) return Buffer.concat([Buffer.from(`*${answer.length}${CRLF}`), ...answer.map(written)])
  if (typeof answer === 'string' && /^[+-]/.test(answer)) return Buffer.from(answer + CRLF)
  const bytes = Buffer.from(answer as string)
  return Buffer.concat([Buffer.from(`$${bytes.length}${CRLF}`), bytes, Buffer.from(CRLF)])
}

/** The next complete command in the buffer, and the rest. */
function readCommand(bytes: Buffer): { words: Buffer[]; rest: Buffer } | null {
  const words: Buffer[] = []
  let at = 0
  const line = () => {
    const end = bytes.indexOf(CRLF, at)
    if (end < 0) return null
    const text = bytes.toString('latin1', at, end)
    at = end + 2
    return text
  }
  const head = line()
  if (head === null) return null
  for (let left = Number(head.slice(1)); left > 0; left--) {
    const size = line()
    if (size === null) return null
    const end = at + Number(size.slice(1))
    if (bytes.length < end + 2) return null
    words.push(bytes.subarray(at, end))
    at = end + 2
  }
  return { words, rest: bytes.subarray(at) }
}

type Client = { socket: Socket; channels: Set<string>; patterns: Set<string> }

const fitting = (pattern: string, channel: string) =>
  pattern.endsWith('*') ? channel.startsWith(pattern.slice(0, -1)) : pattern === channel

export async function openLocalRedis(port = 0) {
  const clients = new Set<Client>()
  const published: string[] = []
  const send = ({ socket }: Client, answer: Answer) => void socket.write(written(answer))

  const publish = (channel: string, message: Buffer): number => {
    published.push(String(message))
    const deliveries = [...clients].flatMap((client) => [
      ...(client.channels.has(channel) ? [{ client, frame: ['message', channel, message] }] : []),
      ...[...client.patterns]
        .filter((pattern) => fitting(pattern, channel))
        .map((pattern) => ({ client, frame: ['pmessage', pattern, channel, message] })),
    ])
    for (const { client, frame } of deliveries) send(client, frame)
    return deliveries.length
  }
  const subscribing = (client: Client, kind: string, names: string[], set: Set<string>) => {
    for (const name of names) {
      if (kind.includes('unsub')) set.delete(name)
      else set.add(name)
      send(client, [kind, name, client.channels.size + client.patterns.size])
    }
  }
  const obey = (client: Client, [first, ...words]: Buffer[]) => {
    const names = words.map(String)
    const command = String(first).toLowerCase()
    if (command === 'subscribe' || command === 'unsubscribe') subscribing(client, command, names, client.channels)
    else if (command === 'psubscribe' || command === 'punsubscribe')
      subscribing(client, command, names, client.patterns)
    else if (command === 'publish') send(client, publish(names[0]!, words[1]!))
    else if (command === 'ping') send(client, '+PONG')
    else if (command === 'client' || command === 'select') send(client, '+OK')
    else if (command === 'pubsub' && names[0]?.toLowerCase() === 'numsub')
      send(
        client,
        names.slice(1).flatMap((name) => [name, [...clients].filter(({ channels }) => channels.has(name)).length]),
      )
    else send(client, `-ERR unknown command '${command}'`)
  }
  const server = createServer((socket) => {
    const client: Client = { socket, channels: new Set(), patterns: new Set() }
    clients.add(client)
    let come: Buffer = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      come = Buffer.concat([come, bytes])
      for (let next = readCommand(come); next; next = readCommand(come)) {
        come = next.rest
        obey(client, next.words)
      }
    })
    socket.on('error', () => {}).on('close', () => clients.delete(client))
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(port)
  const at = (server.address() as AddressInfo).port
  /** Drops all connections at once, as if the machine had failed. */
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const { socket } of clients) socket.destroy()
    })
  return { url: `redis://127.0.0.1:${at}`, published, stop, start: () => listen(at) }
}
