import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { Config } from '../config.ts'
import { listeningPort } from '../infra/listening-port.ts'

// Node accepts one new connection from each listener in a turn of the event loop. After a restart, thousands of pages
// connect together, and a busy turn takes milliseconds. With one listener, they would wait for most of a minute.

/** Only Linux distributes connections among listeners on one port. */
const LISTENERS = process.platform === 'linux' ? 4 : 1
const BACKLOG = 4096

/**
 * The limit is longer than almost any response takes, and short enough to close the rest before the process has to end.
 */
const LAST_ANSWERS = 8000

export type Listening = { port: number; close: () => Promise<void> }

export async function listen(
  app: FastifyInstance,
  { HOST: host, PORT }: Pick<Config, 'HOST' | 'PORT'>,
): Promise<Listening> {
  const options = { backlog: BACKLOG, reusePort: LISTENERS > 1 }
  if (options.reusePort && PORT !== 0) await assertFree(host, PORT)
  await app.listen({ host, port: PORT, ...options })
  const port = listeningPort(app.server)
  const others = Array.from({ length: LISTENERS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void app.server.emit('connection', socket)),
  )
  for (const other of others) other.listen({ host, port, ...options })
  await Promise.all(others.map((other) => once(other, 'listening')))
  return { port, close: () => close(app, others) }
}

/**
 * Checks that the port is free, because listeners that share their port don't fail if another program already listens.
 */
async function assertFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/**
 * Keep-alive connections stay open after their last response, so this closes them as they become idle. Clients that
 * send half a request, or don't read their response, don't delay the stop.
 */
async function close(app: FastifyInstance, others: readonly Server[]): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  const end = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS)
  const closed = others.map((other) => once(other.close(), 'close'))
  await app.close()
  await Promise.all(closed)
  clearInterval(sweep)
  clearTimeout(end)
}
