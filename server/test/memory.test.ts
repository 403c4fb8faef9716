import { expect, test } from 'vitest'
import { startWorld } from './world.ts'

const json = { 'content-type': 'application/json' }
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('thousands of junk requests later, memory is where it was', async () => {
  const world = await startWorld()
  const flood = async (count: number) => {
    for (let sent = 0; sent < count; sent += 20)
      await Promise.all(
        Array.from({ length: 20 }, () =>
          world
            .request('/api/v1/auth/login', { method: 'POST', headers: json, body: `{"email":${nested(900)}}` })
            .then((answer) => answer.text()),
        ),
      )
  }
  await flood(400)
  const before = process.memoryUsage().rss
  await flood(1600)
  expect(process.memoryUsage().rss - before).toBeLessThan(60e6)
})
