import { expect, test } from 'vitest'
import { openLocalBucket } from '../local-bucket.ts'
import { tryToUpload } from '../pictures.ts'
import { SECRET, serverProcess } from '../processes.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld } from '../world.ts'

// Faults of a server's environment: its bucket, and its machine's clock.

test('while the bucket is slow, resets or answers 500, everything but photos works as before', async () => {
  const slowness = rounds(500, 5000)
  const bucket = await openLocalBucket(slowness)
  const world = await startWorld({ env: bucket.env })
  const { token } = await world.dater()
  const others = async () => {
    const took: number[] = []
    for (let n = 0; n < rounds(10, 100); n++) {
      const began = performance.now()
      const path = ['/api/v1/auth/profile', '/api/v1/discovery', '/welcome', '/api/v1/matches'][n % 4]!
      const answer = await world.request(path, { headers: { authorization: `Bearer ${token}` } })
      await answer.text()
      expect([path, answer.status]).toEqual([path, 200])
      took.push(performance.now() - began)
    }
    return took.toSorted((one, other) => one - other).at(-1)!
  }
  const pictures = async () => (await world.query('select from pictures')).rowCount ?? 0
  const [usual, before] = [await others(), await pictures()]
  const slowest: string[] = []
  const sent: string[] = []
  for (const fault of ['resetting', 'answering 500', 'slow'] as const) {
    bucket.fail(fault)
    const [{ status, body }, took] = await Promise.all([tryToUpload(world, token, '#c0563a'), others()])
    expect([fault, status]).toEqual([fault, 201])
    sent.push((JSON.parse(body) as { publicId: string }).publicId)
    // A slow bucket delays only requests that need the bucket.
    expect(fault === 'slow' && took > slowness).toBe(false)
    slowest.push(`${fault} ${took.toFixed(0)} ms`)
  }
  expect(await pictures()).toBe(before + 3)
  bucket.fail('none')
  world.turnClock(60_000)
  await world.deps.storage.moveWaiting()
  expect((await world.query('select from media_waiting')).rowCount).toBe(0)
  for (const publicId of sent) expect([...bucket.files.keys()].join(' ')).toContain(`${publicId}/large.webp`)
  proof(`slowest other call beside a bucket that is ${slowest.join(', ')}; usually ${usual.toFixed(0)} ms`)
})

test('while the bucket hangs, an upload takes at most two seconds', async () => {
  const bucket = await openLocalBucket()
  const world = await startWorld({ env: bucket.env })
  const { token } = await world.dater()
  // The process that draws pictures starts with the first picture, which must not count.
  expect((await tryToUpload(world, token)).status).toBe(201)
  bucket.fail('hanging')
  const began = performance.now()
  expect((await tryToUpload(world, token)).status).toBe(201)
  const took = performance.now() - began
  expect(took).toBeLessThan(2000)
  proof(`an upload while the bucket hangs: ${took.toFixed(0)} ms`)
})

/** Shifts the clock of a process, like that of a machine with the wrong time. */
const withClockOff = (milliseconds: number) => {
  const shifted = `const Real = Date
    globalThis.Date = class extends Real {
      constructor(...args) { if (args.length > 0) super(...args); else super(Real.now() + ${milliseconds}) }
      static now() { return Real.now() + ${milliseconds} }
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}` }
}

test(
  'with the clock of one server 10 minutes ahead and of another 10 behind, messages and sessions keep their order',
  { timeout: 300_000 },
  async () => {
    const world = await startWorld({ env: { TOKEN_SECRET: SECRET } })
    const { ada, ben, id } = await world.talking()
    const servers = await Promise.all([600_000, -600_000].map((off) => serverProcess(world, withClockOff(off))))
    const post = async (base: string, path: string, token: string | undefined, body: object) => {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
      const answer = await fetch(`${base}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      expect([path, answer.status]).toEqual([path, path.startsWith('/auth') ? 200 : 201])
      return (await answer.json()) as { data: { token: string; refreshToken: string } }
    }
    for (let n = 0; n < 20; n++)
      await post(servers[n % 2]!.base, `/matches/${id}/messages`, [ada, ben][n % 2]!.token, {
        clientId: `${id}-${n}`,
        text: `Number ${n}`,
      })
    const { messages } = (await ada.client.listMessages({ params: { id }, query: {} })).data
    const inOrder = messages.toSorted((one, other) => one.seq - other.seq)
    expect(inOrder.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, n) => `Number ${n}`))
    const times = inOrder.map(({ createdAt }) => Date.parse(createdAt))
    // Servers measure the database's clock to within milliseconds, so times of close messages may be out of order.
    expect(Math.min(...times.slice(1).map((at, n) => at - times[n]!))).toBeGreaterThan(-1000)
    expect(Math.max(...times.map((at) => Math.abs(at - Date.now())))).toBeLessThan(120_000)

    // Each server accepts the other's tokens.
    let { token, refreshToken } = ada
    for (let n = 0; n < 6; n++) {
      ;({ token, refreshToken } = (
        await post(servers[n % 2]!.base, '/auth/refresh-token', undefined, { refreshToken })
      ).data)
      for (const { base } of servers) {
        const answer = await fetch(`${base}/api/v1/auth/profile`, { headers: { authorization: `Bearer ${token}` } })
        expect(answer.status).toBe(200)
      }
    }
    proof('clocks of two servers 20 minutes apart: 20 messages in order, 6 refreshes taken by both')
  },
)
