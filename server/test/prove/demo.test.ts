import { expect, test } from 'vitest'
import { parseConfig } from '../../src/config.ts'
import { reconcile } from '../../src/features/billing/nightly/nightly.ts'
import { createDemoCommunity, demoMember } from '../../src/seed/demo.ts'
import { createFirstAdministrator } from '../../src/seed/first-administrator.ts'
import { setHouse } from '../house.ts'
import { shared, startWorld } from '../world.ts'

const demo = shared(async () => {
  const world = await startWorld({ env: { DEMO: '160' } })
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

test('no notification of the demo leads to the start of Support or Settings', async () => {
  const { world, zoe } = await demo()
  const { notifications } = (await world.client(zoe.token).listNotifications()).data
  expect(notifications.map(({ link }) => link).filter((link) => ['/support', '/settings'].includes(link))).toEqual([])
})

test('demo members were last active at or after their last message', async () => {
  const { world } = await demo()
  const { rows } = await world.query(`
    select a.first_name from accounts a
    where a.last_active_at < (select max(m.created_at) from messages m where m.sender_id = a.id)`)
  expect(rows).toEqual([])
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

test('the demo member sees people of the ages and the region that she looks for', async () => {
  const { world, zoe } = await demo()
  const deck = await world.client(zoe.token).discover({ query: { limit: '20' } })
  const { people } = deck.data
  expect(people.length).toBeGreaterThan(9)
  for (const { user } of people) {
    expect(user.age).toBeGreaterThanOrEqual(26)
    expect(user.age).toBeLessThanOrEqual(40)
    expect(['Lisbon', 'Almada', 'Cascais', 'Oeiras']).toContain(user.location?.city)
  }
  // Jobs that take years to learn fit the age, and conversations take place in the daytime.
  const { rows: doctors } = await world.query(`
    select extract(year from age(now(), date_of_birth))::int as age from accounts join profiles on account_id = id
    where basics->>'work' in ('Doctor', 'Lawyer')`)
  expect(doctors.length).toBeGreaterThan(0)
  expect(doctors.filter(({ age }) => age < 28)).toEqual([])
  const { rows: hours } = await world.query(`
    select extract(hour from created_at at time zone 'UTC')::int as hour from messages`)
  expect(hours.length).toBeGreaterThan(20)
  expect(hours.filter(({ hour }) => hour < 7)).toEqual([])
  // A newcomer in any of the demo's cities finds people there. From Lisbon's suburbs, they find those of Lisbon.
  const { rows: cities } = await world.query(`
    select city, count(*)::int from profiles
    where country <> '' and city not in ('Almada', 'Cascais', 'Oeiras') group by 1 order by 2`)
  expect(cities[0].count).toBeGreaterThan(2)
})

test('once the operator turns Friends on, the demo member meets people there', async () => {
  const { world, zoe } = await demo()
  await setHouse(world, { friends: true })
  const client = world.client(zoe.token)
  await client.setFriendPreferences({ body: {} })
  expect((await client.listFriends()).data.people.length).toBeGreaterThan(5)
})

test('a recipe makes the demo a community of its own, and the first administrator is named after the product', async () => {
  const world = await startWorld({ env: { DEMO: '12', DEMO_RECIPE: 'campus', BRAND_NAME: 'Nestling' } })
  await createFirstAdministrator(world.deps)
  await createDemoCommunity(world.deps)
  const { settings } = await world.client().getStatus()
  expect(settings.look?.words?.['ar']?.headline).toBe('التقِ بين محاضرتين')
  const { data } = await world.client().login({ body: demoMember })
  const zoe = world.client(data.token)
  const answers = (await zoe.listFields()).data.fields.filter(({ answer }) => answer !== null).map(({ id }) => id)
  expect(answers).toEqual(expect.arrayContaining(['faculty', 'stage']))
  const { rows } = await world.query(`select content->>'yourTurnLimit' as turns, changed from configurations`)
  expect(rows).toEqual([{ turns: '10', changed: expect.arrayContaining(['fields', 'admission', 'look']) }])
  const { rows: staff } = await world.query('select first_name, last_name from accounts where is_admin and not is_demo')
  expect(staff).toEqual([{ first_name: 'Nestling', last_name: 'Admin' }])
  expect(() => parseConfig({ DEMO_RECIPE: 'village' }, '/nowhere')).toThrow('DEMO_RECIPE')
})
