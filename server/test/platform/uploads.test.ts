import { connect } from 'node:net'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { openUploadQueue } from '../../src/http/uploads.ts'
import { startWorld, until, type World } from '../world.ts'

/** Begins an upload of which only a few bytes ever arrive. Returns access to the response so far. */
function stalled(world: World, token: string, length: number) {
  const socket = connect(world.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.on('data', (data) => (answer += String(data))).on('error', () => {})
  const part = '--part\r\ncontent-disposition: form-data; name="file"; filename="me.jpg"\r\n\r\n'
  socket.write(
    `POST /api/v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}\r\n` +
      `Content-Type: multipart/form-data; boundary=part\r\n\r\n${part}\xff\xd8`,
  )
  return { answered: () => answer, trickle: () => socket.write('x') }
}

async function upload(world: World, token: string) {
  const form = new FormData()
  const bytes = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#c0563a' } })
    .jpeg()
    .toBuffer()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'me.jpg')
  return world.request('/api/v1/media', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
}

const running = async (world: World) =>
  Number(/uploads_running (\d+)/.exec(await (await world.request('/metrics')).text())?.[1])

test('uploads that have stopped arriving take no place and no memory from others', async () => {
  const world = await startWorld()
  const [ada, ben, cleo] = [await world.dater(), await world.dater(), await world.dater()]
  for (let n = 0; n < 10; n++) for (const { token } of [ada, ben]) stalled(world, token, n < 2 ? 15_000_000 : 5000)
  await until(async () => (await running(world)) >= 16)
  expect((await upload(world, cleo.token)).status).toBe(201)
})

test('an upload that stops or trickles is cut off with an error, and its account can upload again', async () => {
  const world = await startWorld({ bodyWithin: 3000 })
  const { token } = await world.dater()
  // The first request for the metrics takes longest, and would be late.
  await running(world)
  const uploads = Array.from({ length: 10 }, () => stalled(world, token, 5000))
  await until(async () => (await running(world)) === 10)
  uploads[0]!.trickle()
  await until(() => Promise.resolve(uploads.every(({ answered }) => answered().includes('request_timeout'))))
  expect(uploads[0]!.answered()).toMatch(/^HTTP\/1.1 408 .*connection: close/is)
  expect((await upload(world, token)).status).toBe(201)
  expect(world.logged()).not.toMatch(/"level":50/)
})

test('bytes that still arrive after an upload was cut off don’t count for anyone', () => {
  const queue = openUploadQueue(10_000)
  const request = { headers: { 'content-length': '5000' } } as never
  const [late, next] = [queue.enter('ada', request), queue.enter('ben', request)]
  late.leave()
  expect(() => late.hold(1)).toThrow(/Too many photos/)
  next.hold(64 * 1024 * 1024)
  expect(() => next.hold(1)).toThrow(/Too many photos/)
  next.leave()
  queue.enter('ben', request).hold(64 * 1024 * 1024)
  expect(queue.running()).toBe(1)
})
