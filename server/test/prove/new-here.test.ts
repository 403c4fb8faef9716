import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

const joined = (world: World, { user }: Person, days: number) =>
  world.query(`
    update accounts set created_at = date_trunc('day', now(), 'UTC') - interval '${days} days' where id = '${user._id}';
    update listings set created_at = date_trunc('day', now(), 'UTC') - interval '${days} days'
    where account_id = '${user._id}';
    update ranking_stats set joined = (now() at time zone 'UTC')::date - ${days} where account_id = '${user._id}'`)

test('new people are those who joined within 14 days, in the search, the deck and its counts', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const [ben, cleo] = [await world.dater({ firstName: 'Ben' }), await world.dater({ firstName: 'Cleo' })]
  await joined(world, ben, 14)
  await joined(world, cleo, 15)
  const found = async (query: object) =>
    (await ada.client.searchPeople({ query })).data.users.map(({ firstName }) => firstName).toSorted()
  expect(await found({})).toEqual(['Ben', 'Cleo'])
  expect(await found({ newHere: 'true' })).toEqual(['Ben'])
  expect(await found({ newHere: 'true', q: 'Cleo' })).toEqual([])
  expect(await found({ newHere: 'false' })).toEqual(['Ben', 'Cleo'])
  await ada.client.setPreferences({ body: { dealbreakers: { newHere: true } } })
  const inDeck = async () => (await ada.client.discover()).data.people.map(({ user }) => user.firstName)
  expect(await inDeck()).toEqual(['Ben'])
  // Not even someone who likes the member is an exception.
  await cleo.client.choose({ body: { userId: ada.user._id, action: 'superlike' } })
  expect(await inDeck()).toEqual(['Ben'])
  const { fitting, filters } = (await ada.client.getFilterCosts()).data
  expect([fitting, filters.find(({ name }) => name === 'newHere')]).toEqual([1, { name: 'newHere', hides: 1 }])
  // It says nothing about who may see the member: Cleo isn't new, and Ada still fits.
  expect((await ada.client.getPreferences()).data.preferences.dealbreakers).toEqual({ newHere: true })
  await joined(world, ada, 400)
  expect((await ben.client.discover()).data.people.map(({ user }) => user._id)).toContain(ada.user._id)
  await ada.client.setPreferences({ body: { dealbreakers: { newHere: false } } })
  expect((await inDeck()).toSorted()).toEqual(['Ben', 'Cleo'])
})

test('a deck of new people has all of them, page by page', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const people: Person[] = []
  for (let left = 23; left > 0; left--) people.push(await world.dater())
  const old = await world.dater({ firstName: 'Old' })
  await joined(world, old, 60)
  const walk = async () => {
    const first = (await ada.client.discover({ query: { limit: '20' } })).data
    const second = (await ada.client.discover({ query: { limit: '20', cursor: first.nextCursor! } })).data
    return [...first.people, ...second.people].map(({ user }) => user._id)
  }
  const everyone = await walk()
  await ada.client.setPreferences({ body: { dealbreakers: { newHere: true } } })
  const fresh = await walk()
  expect(fresh.toSorted()).toEqual(everyone.filter((id) => id !== old.user._id).toSorted())
  expect(fresh).toHaveLength(people.length)
})
