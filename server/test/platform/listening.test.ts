import { expect, test } from 'vitest'
import { listen } from '../../src/http/listening.ts'
import { startWorld } from '../world.ts'

test('a server refuses a port on which another one listens', async () => {
  const world = await startWorld()
  const { port, hostname } = new URL(world.base)
  await expect(listen(world.app, { HOST: hostname, PORT: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
