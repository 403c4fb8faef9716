import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

// A stopping server finishes running work, and doesn't wait for stalled clients.

/** Less than the 15 s after which the process ends without having closed its database. */
const STOPPED_WITHIN = 12_000

test('a server stops in time while a client sends half a request and another reads no answer', async () => {
  const world = await startWorld()
  const [sends, reads] = [1, 2].map(() => connect(world.port, '127.0.0.1').on('error', () => {}))
  sends!.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{')
  // Answers that are more than waits on the way between two sockets.
  reads!.pause().write('GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100))
  // The server has accepted both before.
  expect((await world.request('/healthz')).status).toBe(200)

  const began = performance.now()
  await world.stop()
  expect(performance.now() - began).toBeLessThan(STOPPED_WITHIN)
  for (const socket of [sends!, reads!]) socket.destroy()
})
