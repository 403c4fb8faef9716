import { expect, test } from 'vitest'
import { reconcile } from '../../src/features/billing/nightly/nightly.ts'
import { createDemoCommunity, demoMember } from '../../src/seed/demo.ts'
import { createFirstAdministrator } from '../../src/seed/first-administrator.ts'
import { shared, startWorld } from '../world.ts'

const demo = shared(async () => {
  const world = await startWorld({ env: { DEMO: '12' } })
  await createDemoCommunity(world.deps)
  const { data } = await world.client().login({ body: demoMember })
  return { world, zoe: data }
})

test('a demo portrait is drawn once, at the first request for it', async () => {
  const { world, zoe } = await demo()
  const portrait = zoe.user.profilePicture!
  const [large, small] = await Promise.all([world.request(portrait), world.request(portrait.replace('large', 'small'))])
  expect([large.status, small.status, large.headers.get('content-type')]).toEqual([200, 200, 'image/webp'])
  const [picture, theSmall] = await Promise.all([large.arrayBuffer(), small.arrayBuffer()])
  expect(theSmall.byteLength).toBeLessThan(picture.byteLength)
  const publicId = /pictures\/(\w+)/.exec(portrait)![1]!
  const drawnAlready = await world.deps.storage.get(`${publicId}/large.webp`)
  expect(drawnAlready?.byteLength).toBe(picture.byteLength)
  // Unknown and deleted files aren't drawn.
  expect(await world.deps.storage.get(`${'0'.repeat(32)}/large.webp`)).toBeNull()
  await world.deps.storage.remove(`${publicId}/large.webp`)
  expect((await world.request(portrait)).status).toBe(404)
})

test('the demo says on which day people liked someone, as the product does, and not when', async () => {
  const { world, zoe } = await demo()
  const { data } = await world.client(zoe.token).listNotifications()
  const [liked] = data.notifications.filter(({ kind }) => kind === 'like')
  expect(liked?.at).toMatch(/T00:00:00\.000Z$/)
})

test('the books of the demo’s subscribers match their payment provider’s', async () => {
  const { world } = await demo()
  const count = async (table: string) => (await world.query(`select from ${table}`)).rowCount
  const before = [await count('payment_differences'), await count('mails')]
  await world.query(`update subscriptions set updated_at = now() - interval '2 days'`)
  await reconcile(world.deps)
  expect([await count('payment_differences'), await count('mails')]).toEqual(before)
  expect(await count('subscriptions')).toBeGreaterThan(1)
})

test('demo dates begin at whole or half hours', async () => {
  const { world } = await demo()
  const { rows } = await world.query('select extract(epoch from unnest(slots))::int % 1800 as past from date_plans')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ past }) => past)).toEqual(rows.map(() => 0))
})

test('the first administrator is named after the product', async () => {
  const world = await startWorld({ env: { BRAND_NAME: 'Nestling' } })
  await createFirstAdministrator(world.deps)
  const { rows } = await world.query('select first_name, last_name from accounts where is_admin')
  expect(rows).toEqual([{ first_name: 'Nestling', last_name: 'Admin' }])
})
