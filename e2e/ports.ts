import { once } from 'node:events'
import { createServer } from 'node:net'

const COUNT = 20

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const [event] = await Promise.race([
    once(server, 'listening').then(() => ['listening']),
    once(server, 'error').then(() => ['error']),
  ])
  server.close()
  return event === 'listening'
}

/** Runs at the same time begin at different ports. They are below those that systems give to clients. */
async function freeBlock(at = process.pid % 500): Promise<number> {
  const first = 20_000 + at * COUNT
  const free = await Promise.all(Array.from({ length: COUNT }, (_, next) => isFree(first + next)))
  return free.every(Boolean) ? first : freeBlock((at + 1) % 500)
}

/** The first of the ports that the servers of journeys use. Workers inherit it from the process that started them. */
export const firstPort = Number((process.env['E2E_PORT'] ??= String(await freeBlock())))
