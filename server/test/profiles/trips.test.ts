import { ApiError } from '@kindred/contract'
import { strFromU8 } from 'fflate'
import { expect, test } from 'vitest'
import { matchContacts } from '../../src/features/discovery/index.ts'
import { applyWaitingMoves } from '../../src/features/profiles/places/jobs.ts'
import { settleTrips } from '../../src/features/profiles/trips/trips.ts'
import { days, later, minutes } from '../../src/infra/clock.ts'
import { blockContacts } from '../contacts.ts'
import { ruledWorld } from '../house.ts'
import { ownExport } from '../own-export.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

const anyWorld = shared(startWorld)

const porto = { city: 'Porto', country: 'Portugal' }
const kampala = { city: 'Kampala', country: 'Uganda' }
const dayOf = (world: World, count: number) => later(world.deps.clock.now(), days(count)).toISOString().slice(0, 10)
const plan = async (world: World, { client }: Person, from: number, to: number, city: object = porto) =>
  (await client.planTrip({ body: { ...porto, from: dayOf(world, from), to: dayOf(world, to), ...city } })).data.trips
const tripsOf = async ({ client }: Person) => (await client.listTrips()).data.trips
const ownUser = async ({ client }: Person) => (await client.getProfile()).userData.user
const get = async ({ client }: Person, { user }: Person) => (await client.getPerson({ params: { id: user._id } })).data
const searched = async ({ client }: Person, query: object = {}) =>
  (await client.searchPeople({ query })).data.users.map(({ firstName }) => firstName).sort()
const dealt = async ({ client }: Person) =>
  (await client.discover()).data.people.map(({ user }) => user.firstName).sort()
const problem = (call: Promise<unknown>) =>
  call.then(
    () => 'no problem',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  )

/** Days pass. No job runs, and lists look for trips that are due without waiting for some seconds to pass. */
async function pass(world: World, count: number, ...people: Person[]): Promise<void> {
  world.turnClock(days(count))
  world.deps.memory.forget('trips')
  for (const person of people) Object.assign(person, await world.signedInAgain(person))
}

/** Ada travels from Lisbon, where Cai lives, to Porto, where Dan lives. No one looks farther than 50 km. */
async function travelers(world: World) {
  const ada = await world.dater({ firstName: 'Ada' })
  const cai = await world.dater({ firstName: 'Cai' })
  const dan = await world.dater({ firstName: 'Dan' }, { location: porto })
  for (const { client } of [ada, cai, dan]) await client.setPreferences({ body: { distance: 50 } })
  return { ada, cai, dan }
}

const everywhere = async ({ ada, cai, dan }: Awaited<ReturnType<typeof travelers>>) => ({
  home: [await dealt(cai), await searched(cai), await searched(cai, { city: 'Porto' })],
  there: [await dealt(dan), await searched(dan), await searched(dan, { city: 'Porto' })],
  own: [await dealt(ada), await searched(ada)],
})
const atHome = { home: [['Ada'], ['Ada'], []], there: [[], [], []], own: [['Cai'], ['Cai']] }
const away = { home: [[], [], []], there: [['Ada'], ['Ada'], ['Ada']], own: [['Dan'], ['Dan']] }

test('a trip takes a member to another city for its days, and back, without a job', async () => {
  const world = await startWorld()
  const people = await travelers(world)
  const all = Object.values(people)
  await plan(world, people.ada, 2, 3)
  expect(await everywhere(people)).toEqual(atHome)
  await pass(world, 1, ...all)
  expect(await everywhere(people)).toEqual(atHome)
  await pass(world, 1, ...all)
  expect(await everywhere(people)).toEqual(away)
  await pass(world, 1, ...all)
  expect(await everywhere(people)).toEqual(away)
  await pass(world, 1, ...all)
  expect(await everywhere(people)).toEqual(atHome)
  expect(await tripsOf(people.ada)).toEqual([])
})

test('a trip begins and ends for others though its member never comes', async () => {
  const world = await startWorld()
  const { ada, cai, dan } = await travelers(world)
  await plan(world, ada, 1, 1)
  await pass(world, 1, cai, dan)
  expect([await dealt(cai), await dealt(dan)]).toEqual([[], ['Ada']])
  await pass(world, 1, cai, dan)
  expect([await dealt(cai), await dealt(dan)]).toEqual([['Ada'], []])
})

test('the job begins and ends trips though no one reads a list', async () => {
  const world = await startWorld()
  const { ada, cai } = await travelers(world)
  await plan(world, ada, 1, 1)
  await pass(world, 1, cai)
  await settleTrips(world.deps)
  expect((await get(cai, ada)).user.location).toEqual(porto)
  await pass(world, 1, cai)
  await settleTrips(world.deps)
  expect((await get(cai, ada)).user.location.city).toBe('Lisbon')
})

test('others see the city and the months of a visit, and nothing of one to come', async () => {
  const world = await startWorld()
  const { ada, cai, dan } = await travelers(world)
  const before = (await get(dan, ada)).user
  await plan(world, ada, 1, 75)
  expect((await get(dan, ada)).user).toEqual(before)
  expect('visiting' in before).toBe(false)
  await pass(world, 1, ada, cai, dan)
  const visiting = { from: dayOf(world, 0).slice(0, 7), to: dayOf(world, 74).slice(0, 7) }
  const seen = await get(dan, ada)
  expect(seen.user).toMatchObject({ location: porto, visiting })
  expect(seen.distance).toBeLessThanOrEqual(50)
  expect((await get(cai, ada)).distance).toBeNull()
  const [card] = (await dan.client.discover()).data.people
  expect(card!.user).toMatchObject({ location: porto, visiting })
  expect(JSON.stringify([seen, card])).not.toContain(dayOf(world, 74))
  expect(JSON.stringify(seen)).not.toContain('Lisbon')
  const own = await ownUser(ada)
  expect(own.location.city).toBe('Lisbon')
  expect(own.trip).toMatchObject({ ...porto, to: dayOf(world, 74), visiting })
})

test('a trip that begins today takes effect at once, and can be ended or canceled', async () => {
  const world = await startWorld()
  const people = await travelers(world)
  const { ada } = people
  const [trip] = await plan(world, ada, 0, 3)
  expect(trip).toMatchObject({ ...porto, isRunning: true })
  expect(await everywhere(people)).toEqual(away)
  world.turnClock(minutes(31))
  await pass(world, 0, ...Object.values(people))
  expect(await ada.client.endTrip({ params: { id: trip!._id } })).toEqual({ done: true })
  expect(await everywhere(people)).toEqual(atHome)
  expect('trip' in (await ownUser(ada))).toBe(false)
  const [planned] = await plan(world, ada, 1, 3)
  await ada.client.endTrip({ params: { id: planned!._id } })
  expect(await tripsOf(ada)).toEqual([])
})

test('one trip can follow another, and the way back leads home', async () => {
  const world = await startWorld()
  const { ada, dan } = await travelers(world)
  await plan(world, ada, 1, 1)
  await plan(world, ada, 2, 2, { city: 'Madrid', country: 'Spain' })
  const cities = []
  for (let day = 0; day < 3; day++) {
    await pass(world, 1, ada, dan)
    const user = await ownUser(ada)
    cities.push([user.trip?.city, user.location.city, (await get(dan, ada)).user.location.city])
  }
  expect(cities).toEqual([
    ['Porto', 'Lisbon', 'Porto'],
    ['Madrid', 'Lisbon', 'Madrid'],
    [undefined, 'Lisbon', 'Lisbon'],
  ])
})

test('trips that make no sense are refused', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const wrong = (from: number, to: number, city: object = porto) => problem(plan(world, ada, from, to, city))
  for (const [from, to] of [
    [-1, 3],
    [3, 2],
    [0, 90],
    [5, 404],
    [366, 367],
  ] as const)
    expect([from, to, await wrong(from, to)]).toEqual([from, to, 'invalid_request'])
  expect(await wrong(1, 2, { city: 'Lisbon', country: 'Portugal' })).toBe('invalid_request')
  expect(await wrong(1, 2, { city: 'Lisboa', country: null })).toBe('invalid_request')
  expect(await wrong(1, 2, { city: 'Nowhere That We Know' })).toBe('invalid_request')
  expect(await wrong(1, 2, { from: '2027-02-30' })).toBe('invalid_request')
  expect(await wrong(1, 2, { days: 3 })).toBe('invalid_request')
  expect(await tripsOf(ada)).toEqual([])
  await plan(world, ada, 10, 99)
  for (const [from, to] of [
    [9, 10],
    [99, 100],
    [20, 30],
    [1, 90],
  ] as const)
    expect([from, to, await wrong(from, to)]).toEqual([from, to, 'invalid_request'])
  expect((await plan(world, ada, 365, 365)).map(({ from }) => from)).toEqual([dayOf(world, 10), dayOf(world, 365)])
})

test('no one can see or end the trip of someone else', async () => {
  const world = await anyWorld()
  const [ada, eve] = [await world.dater(), await world.dater()]
  const [trip] = await plan(world, ada, 1, 2)
  expect(await tripsOf(eve)).toEqual([])
  const refusal = async (id: string) => problem(eve.client.endTrip({ params: { id } }))
  expect(await refusal(trip!._id)).toBe('not_found')
  expect(await refusal('00000000-0000-4000-8000-000000000000')).toBe('not_found')
  expect(await tripsOf(ada)).toEqual([trip])
})

test('of many trips that are planned at the same time, five are kept', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const outcomes = await Promise.all(
    Array.from({ length: 9 }, (_, at) => problem(plan(world, ada, 10 * at + 1, 10 * at + 2))),
  )
  expect(outcomes.toSorted()).toEqual([...Array(4).fill('conflict'), ...Array(5).fill('no problem')])
  expect(await tripsOf(ada)).toHaveLength(5)
  const same = await world.dater()
  const twice = await Promise.all([0, 1, 2].map(() => problem(plan(world, same, 1, 2))))
  expect(twice.toSorted()).toEqual(['invalid_request', 'invalid_request', 'no problem'])
})

const placeOf = async (world: World, { user }: Person) =>
  (await world.query(`select cell_row, cell_column, x, y, z from profiles where account_id = '${user._id}'`)).rows[0]

test('trips are no way around the limits of moving', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const home = await placeOf(world, ada)
  const [first] = await plan(world, ada, 0, 1)
  const there = await placeOf(world, ada)
  expect(there).not.toEqual(home)
  // The way back has to wait, as does the next trip. The names change at once, as with any move. Meanwhile, there are no
  // distances: those from the old place would show where she comes from.
  const nowhere = { cell_row: null, cell_column: null, x: null, y: null, z: null }
  await ada.client.endTrip({ params: { id: first!._id } })
  expect(await placeOf(world, ada)).toEqual(nowhere)
  expect((await ownUser(ada)).location.city).toBe('Lisbon')
  const [second] = await plan(world, ada, 0, 1, { city: 'Madrid', country: 'Spain' })
  expect(await placeOf(world, ada)).toEqual(nowhere)
  await ada.client.endTrip({ params: { id: second!._id } })
  world.turnClock(minutes(31))
  await applyWaitingMoves(world.deps)
  expect(await placeOf(world, ada)).toEqual(home)
})

test('twelve starts and returns a day are the most', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  // At noon, so that the day doesn't end while they move.
  world.turnClock(days(2) - (world.deps.clock.now().getTime() % days(1)) + minutes(60))
  const seen = new Set<string>()
  for (let move = 0; move < 10; move++) {
    world.turnClock(minutes(31))
    await pass(world, 0, ada)
    const city = [porto, { city: 'Madrid', country: 'Spain' }][move % 2]!
    const [trip] = await plan(world, ada, 0, 0, city)
    seen.add(JSON.stringify(await placeOf(world, ada)))
    world.turnClock(minutes(31))
    await pass(world, 0, ada)
    await ada.client.endTrip({ params: { id: trip!._id } })
  }
  const { rows } = await world.query(`select place_changes from profiles where account_id = '${ada.user._id}'`)
  expect([rows, seen.size]).toEqual([[{ place_changes: 12 }], 3])
})

test('a trip to a country that punishes a member hides them in the transaction that moves them', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const ben = await world.dater({ firstName: 'Ben' }, { interestedIn: ['man'] })
  const cai = await world.dater({ firstName: 'Cai' }, { interestedIn: ['woman', 'man'], location: kampala })
  await cai.client.setPrivacy({ body: { paused: false } })
  // Members learn this while they plan the trip.
  expect((await plan(world, ada, 1, 2, kampala))[0]).toMatchObject({ isRunning: false, riskIn: 'UG' })
  expect('riskIn' in (await plan(world, ben, 1, 2, kampala))[0]!).toBe(false)
  expect((await ownUser(ada)).settings.paused).toBe(false)
  await pass(world, 1, cai)
  await settleTrips(world.deps)
  const { rows } = await world.query(`
    select p.country, a.state, a.xmin = p.xmin as together, exists (
      select from listings l where l.account_id = a.id) as listed
    from accounts a join profiles p on p.account_id = a.id where a.id = '${ada.user._id}'`)
  expect(rows).toEqual([{ country: 'Uganda', state: 'paused', together: true, listed: false }])
  expect(await searched(cai)).toEqual([])
  await pass(world, 0, ada, ben)
  expect((await ownUser(ada)).countryCode).toBe('UG')
  expect([(await ownUser(ada)).settings.paused, (await ownUser(ben)).settings.paused]).toEqual([true, false])
})

test('a trip that begins today hides at once, and so does the way back to such a country', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  await plan(world, ada, 0, 1, kampala)
  expect((await ownUser(ada)).settings.paused).toBe(true)
  const bo = await world.dater({}, { location: kampala })
  await bo.client.setPrivacy({ body: { paused: false } })
  const [trip] = await plan(world, bo, 0, 1)
  expect(trip).not.toHaveProperty('riskIn')
  expect((await ownUser(bo)).settings.paused).toBe(false)
  await bo.client.endTrip({ params: { id: trip!._id } })
  expect((await ownUser(bo)).settings.paused).toBe(true)
})

for (const [restricted, free] of [
  [`state = 'suspended'`, `state = 'active'`],
  [`state = 'paused', limited_until = now()`, `state = 'active', limited_until = null`],
])
  test(`the trip of an account with ${restricted} waits until it could hide its member`, async () => {
    const world = await startWorld()
    const ada = await world.dater()
    await plan(world, ada, 1, 9, kampala)
    const stateOf = async () =>
      (
        await world.query(
          `select country, state from profiles join accounts on id = account_id where id = '${ada.user._id}'`,
        )
      ).rows[0] as { country: string; state: string }
    await world.query(`update accounts set ${restricted} where id = '${ada.user._id}'`)
    await pass(world, 2)
    await settleTrips(world.deps)
    expect((await stateOf()).country).toBe('Portugal')
    await world.query(`update accounts set ${free} where id = '${ada.user._id}'`)
    await settleTrips(world.deps)
    expect(await stateOf()).toEqual({ country: 'Uganda', state: 'paused' })
  })

test('a paused member travels unseen', async () => {
  const world = await startWorld()
  const people = await travelers(world)
  await people.ada.client.setPrivacy({ body: { paused: true } })
  await plan(world, people.ada, 0, 1)
  expect(await everywhere(people)).toEqual({ home: [[], [], []], there: [[], [], []], own: [[], []] })
  await people.ada.client.setPrivacy({ body: { paused: false } })
  expect(await everywhere(people)).toEqual(away)
})

test('on a trip, a new place is the one to return to, and a position of the device is none', async () => {
  const world = await startWorld()
  const { ada, cai, dan } = await travelers(world)
  await plan(world, ada, 0, 0)
  await ada.client.editProfile({ body: { location: { city: 'Coimbra', country: 'Portugal' } } })
  expect((await ownUser(ada)).location.city).toBe('Coimbra')
  expect((await get(dan, ada)).user.location).toEqual(porto)
  expect(await problem(ada.client.setLocation({ body: { latitude: 41.15, longitude: -8.61 } }))).toBe('conflict')
  await ada.client.setLocation({ body: { city: 'Lisbon', country: 'Portugal' } })
  expect([await dealt(cai), await dealt(dan)]).toEqual([[], ['Ada']])
  await pass(world, 1, ada, cai, dan)
  expect([await dealt(cai), await dealt(dan)]).toEqual([['Ada'], []])
})

test('a contact by name and town is the one who lives there, also while they travel', async () => {
  const world = await startWorld({ eavesdrop: false })
  const ada = await world.dater({ firstName: 'Ada' })
  await world.contactsCompared()
  await blockContacts(ada, 'Cleo Novak, Lisbon', 'Dan Novak, Porto')
  const [cleo, dan] = [await world.dater({ firstName: 'Cleo' }), await world.dater({ firstName: 'Dan' })]
  for (const person of [cleo, dan]) {
    await plan(world, person, 0, 1)
    // Their names are compared while they’re in Porto.
    await person.client.editProfile({ body: { lastName: 'Novak' } })
  }
  await world.contactsCompared()
  // A new name counts days later.
  await world.query(`update own_contacts set counts_from = now() - interval '1 day'`)
  for (const { user } of [cleo, dan]) await matchContacts(world.deps, user._id)
  expect([await problem(get(cleo, ada)), await problem(get(dan, ada))]).toEqual(['not_found', 'no problem'])
})

test('staff see where a member lives, and the city of a trip that is running', async () => {
  const world = await startWorld()
  const [ada, bo] = [await world.dater(), await world.dater()]
  await plan(world, ada, 0, 1)
  await plan(world, bo, 1, 2)
  const ines = await world.administrator()
  const { users } = (await ines.client.listUsers()).data
  const rowOf = ({ user }: Person) => users.find(({ _id }) => _id === user._id)!
  expect(rowOf(ada)).toMatchObject({ location: { city: 'Lisbon' }, visiting: 'Porto' })
  expect(rowOf(bo).location.city).toBe('Lisbon')
  expect('visiting' in rowOf(bo)).toBe(false)
})

test('the export has the trips and the home', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await plan(world, ada, 0, 1)
  await plan(world, ada, 5, 6, { city: 'Madrid', country: 'Spain' })
  const files = await ownExport(world, ada)
  const exported = Object.values(files)
    .map((file) => strFromU8(file))
    .join('')
  for (const city of ['Porto', 'Madrid', 'Lisbon']) expect(exported).toContain(`"city": "${city}"`)
})

test('where all have one place, no one travels', async () => {
  const world = await ruledWorld({ place: { city: 'Coimbra', country: 'Portugal' } })
  const ada = await world.dater()
  expect(await problem(ada.client.listTrips())).toBe('turned_off')
  expect(await problem(plan(world, ada, 0, 1))).toBe('turned_off')
  expect(await problem(ada.client.endTrip({ params: { id: ada.user._id } }))).toBe('turned_off')
})
