import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { metricsOf, valueOf } from '../metrics.ts'
import { startWorld, until, type World } from '../world.ts'

// Requests give back their slot of the server's capacity (http/admission.ts), however they end.

const runningIn = async (world: World, load: 'ordinary' | 'essential') =>
  valueOf(await metricsOf(world), `admission_running{load="${load}"}`)

test.each(['/api/v1/rules', '/welcome', '/icon-512.png', '/nowhere/at/all.js', '/api/v1/auth/profile'])(
  "clients that leave %s before the answer don't hold a slot",
  async (path) => {
    const world = await startWorld()
    const leave = (after: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(world.port, '127.0.0.1', () => {
          socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`, () =>
            after === 0 ? socket.destroy() : setTimeout(() => socket.destroy(), after),
          )
        })
        socket.once('error', () => {}).once('close', () => resolve())
      })
    for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 40 }, (_, each) => leave(each % 8)))
    for (const load of ['ordinary', 'essential'] as const) await until(async () => (await runningIn(world, load)) === 0)
    expect((await world.request('/api/v1/rules')).status).toBe(200)
  },
)

test('quick answers free their slot, too', async () => {
  const world = await startWorld()
  for (const path of [
    '/robots.txt',
    '/docs',
    '/api/v1/openapi.json',
    '/manifest.webmanifest',
    '/api/v1/status',
    '/welcome',
  ])
    for (let each = 0; each < 3; each++) expect((await world.request(path)).status).toBe(200)
  // Another route responds to requests for missing files.
  for (const path of ['/assets/nothing.js', '/docs/static/nothing.js'])
    for (let each = 0; each < 40; each++) expect((await world.request(path)).status).toBe(404)
  expect(await runningIn(world, 'ordinary')).toBe(0)
  expect(await runningIn(world, 'essential')).toBe(0)
})
