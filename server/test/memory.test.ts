import sharp from 'sharp'
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
  // A fresh process takes its room first; what counts is that as many again take no more.
  await flood(1600)
  const before = process.memoryUsage().rss
  await flood(1600)
  expect(process.memoryUsage().rss - before).toBeLessThan(60e6)
})

test('ten pictures at once are drawn, two at a time', async () => {
  const world = await startWorld()
  const { token } = await world.member()
  const bytes = await sharp({ create: { width: 3000, height: 4000, channels: 3, background: '#c0563a' } })
    .jpeg()
    .toBuffer()
  const send = () => {
    const form = new FormData()
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'me.jpg')
    return world.request('/api/v1/media', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
  }
  const before = process.memoryUsage().rss
  const all = await Promise.all(Array.from({ length: 10 }, send))
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024)
})
