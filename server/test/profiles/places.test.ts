import { expect, test } from 'vitest'
import { cityCalled, nameOf } from '../../src/features/profiles/places/cities.ts'
import { centreOf, cellAt, coarser } from '../../src/features/profiles/places/rules.ts'
import { applyWaitingMoves, updateCellLevels } from '../../src/features/profiles/places/jobs.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'
import { names } from '../places-steps.ts'

const anyWorld = shared(startWorld)

const get = ({ client }: Person, { user }: Person) => client.getPerson({ params: { id: user._id } })

const highlands = { latitude: 64.9, longitude: -18.6 }

const placeOf = async (world: World, { user }: Person) =>
  (await world.query(`select cell_row, cell_column, level, x, y, z from profiles where account_id = '${user._id}'`))
    .rows[0]

test('no position is stored, and a place set by position changes at most every 30 minutes', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const go = (latitude: number, longitude: number) => ada.client.setLocation({ body: { latitude, longitude } })
  const city = async () => (await ada.client.getProfile()).userData.user.location
  expect(await go(38.892345, -9.034567)).toEqual({ done: true })
  expect(await city()).toMatchObject({ country: 'Portugal' })
  const before = await city()
  expect(await go(48.8566, 2.3522)).toEqual({ done: true })
  expect(await city()).toEqual(before)
  world.turnClock(31 * 60_000)
  const { client } = await world.signedInAgain(ada)
  await client.setLocation({ body: { latitude: 48.8566, longitude: 2.3522 } })
  expect((await client.getProfile()).userData.user.location).toMatchObject({ country: 'France' })
  const stored = JSON.stringify((await world.query('select to_jsonb(profiles) from profiles')).rows) + world.logged()
  expect(stored).not.toMatch(/38\.8923|9\.0345|48\.856|2\.3522/)
  for (const body of [{ latitude: 91, longitude: 0 }, { latitude: 0 }, { latitude: '1', longitude: 2 }, {}])
    await expect(client.setLocation({ body: body as never })).rejects.toMatchObject({ status: 400 })
})

test('a city is found by its prefix, large ones first', async () => {
  const world = await anyWorld()
  const { client } = await world.member()
  const found = async (q: string) => (await client.searchPlaces({ query: { q } })).data.places
  expect((await found('lisb'))[0]).toEqual({ city: 'Lisbon', country: 'Portugal' })
  expect((await found('SÃO PAUL'))[0]).toEqual({ city: 'São Paulo', country: 'Brazil' })
  expect(await found('')).toEqual([])
  expect(await found('zzzzz')).toEqual([])
})

test('in sparse areas a place is coarse as soon as it is set', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  for (const person of [ada, ben]) {
    await world.query(`update profiles set place_changed_at = null where account_id = '${person.user._id}'`)
    await person.client.setLocation({ body: highlands })
  }
  expect((await get(ada, ben)).data).toMatchObject({ distance: 50, distanceFormatted: 'Within 50 km' })
  await updateCellLevels(world.deps)
  expect((await get(ada, ben)).data).toMatchObject({ distance: 50, distanceFormatted: 'Within 50 km' })
  await ada.client.setPrivacy({ body: { units: 'miles' } })
  expect((await get(ada, ben)).data).toMatchObject({ distance: 50, distanceFormatted: 'Within 31 mi' })
})

test('people in one coarse cell have one label, wherever in it they are', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const seen = new Set<string>()
  // Far from everyone else in this world, only the coarsest cells are public.
  const cell = coarser(cellAt({ latitude: 52.5, longitude: 13.4 }), 4)
  const middle = centreOf(cell, 4)
  for (const [north, east] of [
    [0, 0],
    [0.09, 0.12],
    [-0.09, -0.12],
    [0.09, -0.12],
  ] as const) {
    const person = await world.dater()
    const body = { latitude: middle.latitude + north, longitude: middle.longitude + east }
    await world.query(`update profiles set place_changed_at = null where account_id = '${person.user._id}'`)
    await person.client.setLocation({ body })
    const { user } = (await get(ada, person)).data
    seen.add(`${user.location.city}, ${user.location.country}`)
  }
  expect([...seen]).toHaveLength(1)
})

test("a newcomer's place is as coarse as their neighbors', and nightly updates keep them equal", async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await world.query(`update profiles set level = 3`)
  const ben = await world.dater({ firstName: 'Ben' })
  expect((await placeOf(world, ben)).level).toBe(3)
  await world.query(`update profiles set level = 0 where account_id = '${ben.user._id}'`)
  await updateCellLevels(world.deps)
  expect(await placeOf(world, ben)).toEqual(await placeOf(world, ada))
})

test('moves by city name obey the limits of moves by position, and the last one is delayed', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const go = (city: string) => ada.client.setLocation({ body: { city } })
  expect(await go('Porto')).toEqual({ done: true })
  const porto = await placeOf(world, ada)
  expect(await go('Madrid')).toEqual({ done: true })
  await ada.client.completeProfile({ body: { location: { city: 'Barcelona', country: 'Spain' } } })
  expect((await ada.client.getProfile()).userData.user.location).toMatchObject({ city: 'Barcelona' })
  await applyWaitingMoves(world.deps)
  expect(await placeOf(world, ada)).toEqual(porto)
  world.turnClock(31 * 60_000)
  await applyWaitingMoves(world.deps)
  const barcelona = await placeOf(world, ada)
  expect(barcelona.x).not.toBe(porto.x)
  await applyWaitingMoves(world.deps)
  expect(await placeOf(world, ada)).toEqual(barcelona)
})

test('moving through an unknown city does not allow an earlier return', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  await ada.client.setLocation({ body: { city: 'Nowhere That We Know' } })
  await ada.client.setLocation({ body: { city: 'Porto' } })
  expect((await placeOf(world, ada)).x).toBeNull()
})

test('suggestions for cities of the same name differ, and choosing one finds that city', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const { places } = (await ada.client.searchPlaces({ query: { q: 'Lisbon' } })).data
  const texts = places.map(({ city, country }) => `${city}, ${country}`)
  expect(texts).toContain('Lisbon, Portugal')
  expect(texts).toContain('Lisbon, Ohio, United States')
  expect(new Set(texts).size).toBe(texts.length)
  expect(cityCalled('Lisbon', 'United States')).toMatchObject({ state: 'ME' })
  for (const { city, country } of places) expect(nameOf(cityCalled(city!, country)!)).toBe(city)
  const neustadt = (await ada.client.searchPlaces({ query: { q: 'Neustadt' } })).data.places.map(({ city }) => city)
  expect(neustadt.filter((city) => city === 'Neustadt')).toEqual([])

  const ohio = { city: 'Lisbon, Ohio', country: 'United States' }
  await ada.client.setLocation({ body: ohio })
  expect((await ada.client.getProfile()).userData.user.location).toEqual(ohio)
  const ben = await world.dater({ firstName: 'Ben' }, { location: ohio })
  await world.dater({ firstName: 'Cem' })
  expect(await names(ada, { city: 'lisbon' })).toEqual(['Ben', 'Cem'])
  expect(await names(ada, { city: 'Lisbon, Ohio' })).toEqual(['Ben'])
  expect((await get(ada, ben)).data.distance).not.toBeNull()
})
