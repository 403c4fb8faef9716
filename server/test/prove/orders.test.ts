import { expect, test } from 'vitest'
import { nameOf, type Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

// The order and length of lists reveal nothing private about the people in them.

const anyWorld = shared(startWorld)

async function manyPeople(world: World, count: number, gender: string) {
  const people: Person[] = []
  for (let at = 0; at < count; at++)
    people.push(await world.dater({ firstName: nameOf(at, 'P') }, { gender, interestedIn: ['woman'] }))
  return people
}

const idsOf = (people: readonly Person[]) => `'{${people.map(({ user }) => user._id).join(',')}}'::uuid[]`

/** Every list of people, in its order, without signatures of picture URLs, which change with each response. */
const lists = async ({ client }: Person) =>
  JSON.stringify([
    (await client.searchPeople({ query: { limit: '100' } })).data,
    (await client.searchPeople({ query: { city: 'Lisbon', page: '2', limit: '5' } })).data,
    (await client.listPeople({ query: { limit: '100' } })).data,
    (await client.discover({ query: {} })).data.people.map(({ user }) => user._id),
    (await client.getFilterCosts()).data,
  ]).replaceAll(/\?v=[^"]*/g, '')

test('no list shows in which order people joined', async () => {
  const world = await anyWorld()
  const ada = await world.dater({}, { interestedIn: ['x'] })
  const people = await manyPeople(world, 12, 'x')
  const joined = async (order: string) => {
    await world.query(`update accounts a set created_at = now() - interval '10 days' + ${order} * interval '1 minute'
      from unnest(${idsOf(people)}) with ordinality p(id, n) where a.id = p.id`)
    await world.query(`update profiles set level = level where account_id = any(${idsOf(people)})`)
  }
  await joined('n')
  const before = await lists(ada)
  expect((await ada.client.listPeople()).data.users).toHaveLength(12)
  await joined('-n')
  expect(await lists(ada)).toBe(before)

  // The list begins elsewhere for each viewer and day, and its pages don't overlap.
  const ids = people.map(({ user }) => user._id).toSorted()
  const pages = await Promise.all(
    [1, 2, 3].map(
      async (page) => (await ada.client.listPeople({ query: { page: String(page), limit: '5' } })).data.users,
    ),
  )
  const found = pages.flat().map(({ _id }) => _id)
  const start = ids.indexOf(found[0]!)
  expect(found).toEqual([...ids.slice(start), ...ids.slice(0, start)])
  const starts = new Set<string | undefined>()
  for (let at = 0; at < 16; at++) {
    const other = await world.dater({}, { interestedIn: ['x'] })
    starts.add((await other.client.listPeople()).data.users[0]?._id)
  }
  expect(starts.size).toBeGreaterThan(2)
})

test('the deck and the search say nothing of when people were here who hide it', async () => {
  const world = await anyWorld()
  const ada = await world.dater({}, { interestedIn: ['y'] })
  const people = await manyPeople(world, 8, 'y')
  await world.query(`update accounts set show_last_active = false where id = any(${idsOf(people)})`)
  const seen = (days: number) =>
    world.query(`update accounts set last_active_at = now() - interval '${days} days' where id = any(${idsOf(people)})`)
  await seen(0)
  const before = await lists(ada)
  expect((await ada.client.discover({ query: {} })).data.people).toHaveLength(8)
  for (const days of [13, 29, 31, 400]) {
    await seen(days)
    expect(await lists(ada)).toBe(before)
  }
})
