import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

// A stopping server finishes running work, and doesn't wait for stalled clients.

test('a server stops while a client sends half a request and another reads no answer', async () => {
  const world = await startWorld()
  const [sends, reads] = [1, 2].map(() => connect(world.port, '127.0.0.1').on('error', () => {}))
  sends!.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{')
  // These responses don't fit into the buffers between two sockets.
  reads!.pause().write('GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100))
  // A response on a third connection shows that the server has accepted the first two.
  expect((await world.request('/healthz')).status).toBe(200)

  await world.stop()
  for (const socket of [sends!, reads!]) socket.destroy()
})
