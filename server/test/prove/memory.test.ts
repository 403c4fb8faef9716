import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { collector } from '../collect.ts'
import { LARGEST_PICTURE } from '@kindred/contract'
import { call } from '../http-call.ts'
import { SECRET, serverProcess } from '../processes.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld } from '../world.ts'

const json = { 'content-type': 'application/json' }
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('memory is unchanged after thousands of junk requests', async () => {
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
  // A new process allocates memory at first, but the same number of requests again must not need more.
  await flood(1600)
  const before = process.memoryUsage().rss
  await flood(1600)
  expect(process.memoryUsage().rss - before).toBeLessThan(60e6)
})

/** Bytes per request. It was 7,400 while requests lived until a full collection; the test itself leaves 1,700. */
const MAY_REMAIN = 4000

test('requests are released with their answers', async () => {
  const { base } = await startWorld({ env: { LOG_LEVEL: 'error' } })
  const ask = () => call(base, { method: 'POST', path: '/auth/login', body: { email: 'nobody' } })
  const sweep = collector()
  const count = rounds(1000, 5000)
  for (let at = 0; at < count; at++) expect((await ask()).status).toBe(400)
  sweep()
  const before = process.memoryUsage().heapUsed
  for (let at = 0; at < count; at++) {
    const pending = ask()
    // Objects that survive two minor collections are promoted, and must not keep later requests alive.
    if (at % 40 === 0) for (const type of ['minor', 'minor'] as const) sweep({ type })
    expect((await pending).status).toBe(400)
  }
  for (const type of ['minor', 'minor'] as const) sweep({ type })
  const remains = (process.memoryUsage().heapUsed - before) / count
  proof(`${count} requests leave ${Math.round(remains)} bytes each that only a full collection frees`)
  expect(remains).toBeLessThan(MAY_REMAIN)
})

const ROWS = 50
const ASKED = 400

test('query results are released with the answer they were for', async () => {
  const { deps } = await startWorld()
  const ask = () => sql`select nth, repeat('word ', 200) as text from generate_series(1, ${ROWS}) nth`.execute(deps.db)
  const sweep = collector()
  for (let at = 0; at < ASKED; at++) await ask()
  sweep()
  const before = process.memoryUsage().heapUsed
  for (let at = 0; at < ASKED; at++) {
    const pending = ask()
    if (at % 40 === 0) for (const type of ['minor', 'minor'] as const) sweep({ type })
    await pending
  }
  for (const type of ['minor', 'minor'] as const) sweep({ type })
  const retained = process.memoryUsage().heapUsed - before
  expect(retained).toBeLessThan((ASKED * ROWS * 1000) / 4)
})

test('ten concurrent pictures are processed one after the other', async () => {
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

const memoryOf = (pid: number) =>
  Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024

/** A complete form with a picture of the maximum size. */
async function largestForm() {
  const picture = await sharp({ create: { width: 3000, height: 4000, channels: 3, background: '#c0563a' } })
    .jpeg()
    .toBuffer()
  const padded = Buffer.concat([picture, Buffer.alloc(LARGEST_PICTURE - picture.length)])
  const head = '--part\r\ncontent-disposition: form-data; name="file"; filename="me.jpg"\r\n\r\n'
  return Buffer.concat([Buffer.from(head), padded, Buffer.from('\r\n--part--\r\n')])
}

test('one account sends many of the largest pictures at once, and the server accepts what fits', async () => {
  const world = await startWorld({ env: { TOKEN_SECRET: SECRET } })
  const { token } = await world.dater()
  // The server runs in its own process, because this one also holds the sent pictures.
  const server = await serverProcess(world)
  const body = await largestForm()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=part' }
  const send = async () => {
    const answer = await fetch(`${server.base}/api/v1/media`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) }
  }
  // The first upload starts everything that is started on demand.
  expect((await send()).status).toBe(201)
  const before = memoryOf(server.pid())
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, memoryOf(server.pid()))), 40)
  const count = rounds(24, 60)
  const answers = await Promise.all(Array.from({ length: count }, send)).finally(() => clearInterval(sampling))
  const drawn = answers.filter(({ status }) => status === 201).length
  const refused = answers.filter(({ status, retryAfter }) => status === 503 && retryAfter > 0).length
  expect([drawn > 0, refused > 0, drawn + refused]).toEqual([true, true, count])
  expect(most - before).toBeLessThan(200)
  expect((await send()).status).toBe(201)
  proof(
    `${count} concurrent uploads of 15 MB by one account: ${drawn} processed, ${refused} asked to retry, ${Math.round(most - before)} MB more in memory`,
  )
})
