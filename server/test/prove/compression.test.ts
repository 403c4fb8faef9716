import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

test('a long list is compressed for clients that can read it, and only a long one', async () => {
  const world = await startWorld()
  const staff = await world.administrator()
  for (let each = 0; each < 25; each++) await world.member()
  const ask = (path: string, accepted: string) =>
    world.app.inject({
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${staff.token}`, 'accept-encoding': accepted },
    })
  const list = '/admin/users?page=1&limit=1000'
  const [compressed, plain] = [await ask(list, 'gzip, br'), await ask(list, 'br')]
  expect([compressed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined])
  expect([compressed.headers['vary'], plain.headers['vary']]).toEqual([
    'origin, accept-encoding',
    'origin, accept-encoding',
  ])
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect(compressed.headers['content-length']).toBe(String(compressed.rawPayload.length))
  const read = await world.request(`/api/v1${list}`, { headers: { authorization: `Bearer ${staff.token}` } })
  expect(await read.json()).toMatchObject({ data: { pagination: { total: 26 } } })
  expect((await ask('/auth/profile', 'gzip')).headers['content-encoding']).toBeUndefined()
})
