import { expect, test } from 'vitest'
import { cityCalled } from '../../src/features/profiles/places/cities.ts'
import { centreOf, cellAt } from '../../src/features/profiles/places/rules.ts'
import type { Person } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { shared, startWorld } from '../world.ts'
import { names } from '../places-steps.ts'

const anyWorld = shared(startWorld)

const get = ({ client }: Person, { user }: Person) => client.getPerson({ params: { id: user._id } })

const centre = centreOf(cellAt({ latitude: 38.71, longitude: -9.2 }))

test("positions within a cell can't be told apart", async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await world.crowd(centre)
  await world.crowd(cityCalled('Lisbon', 'Portugal')!)
  await ben.client.setLocation({ body: centre })
  const traffic = async () =>
    JSON.stringify([
      { ...(await get(ada, ben)).data, user: { ...(await get(ada, ben)).data.user, lastActive: '', isOnline: true } },
      await Promise.all(['2', '5', '10', '25'].map((distance) => names(ada, { distance }))),
      (await ada.client.listPeople()).data.pagination,
    ]).replaceAll(/\?v=[^"]*/g, '')
  const before = await traffic()
  const half = 1.609 / 111.195 / 2
  const many = rounds(25, 500)
  for (let at = 0; at < many; at++) {
    world.turnClock(31 * 60_000)
    for (const person of [ada, ben]) Object.assign(person, await world.signedInAgain(person))
    const [north, east] = [Math.sin(at * 3.7) * half, Math.cos(at * 5.3) * half]
    await ben.client.setLocation({
      body: { latitude: centre.latitude + north, longitude: centre.longitude + east },
    })
    expect(await traffic()).toBe(before)
  }
  proof(`${many} points in one cell: all answers to another member identical byte for byte`)
})

test('a jittering position at the edge of a cell stays in its cell', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const place = async () =>
    (
      await world.query(
        `select cell_row, cell_column, x, y, z, city from profiles where account_id = '${ben.user._id}'`,
      )
    ).rows
  const step = 1.609 / 111.195
  await ben.client.setLocation({ body: centre })
  const [before, seen] = [await place(), (await get(ada, ben)).data.distance]
  const many = rounds(40, 400)
  for (let at = 0; at < many; at++) {
    world.turnClock(31 * 60_000)
    for (const person of [ada, ben]) Object.assign(person, await world.signedInAgain(person))
    const noise = Math.sin(at * 7) * step * 0.2
    await ben.client.setLocation({
      body: { latitude: centre.latitude + step / 2 + noise, longitude: centre.longitude },
    })
  }
  expect([await place(), (await get(ada, ben)).data.distance]).toEqual([before, seen])
  proof(`${many} noisy positions at the edge of a cell: no published change`)
})

// A stranger could move around and repeatedly check if someone is near.
test('queries from many places locate someone only to a cell', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await world.crowd(centre, 0.25)
  const step = 1.609 / 111.195
  await ben.client.setLocation({ body: centre })
  const from = async (north: number) => {
    await world.query(
      `update profiles set place_changed_at = null, place_changes = 0 where account_id = '${ada.user._id}'`,
    )
    await ada.client.setLocation({ body: { latitude: centre.latitude + north, longitude: centre.longitude } })
    return (await get(ada, ben)).data.distance
  }
  const edge = async () => {
    let [near, far] = [0, 0.2]
    for (let halving = 0; halving < 14; halving++) {
      const middle = (near + far) / 2
      if ((await from(middle)) === 2) near = middle
      else far = middle
    }
    return near
  }
  const found: number[] = []
  for (const at of [-0.4, 0, 0.4]) {
    await world.query(
      `update profiles set place_changed_at = null, place_changes = 0 where account_id = '${ben.user._id}'`,
    )
    await ben.client.setLocation({ body: { latitude: centre.latitude + at * step, longitude: centre.longitude } })
    expect(await from(at * step)).toBe(2)
    found.push(await edge())
  }
  expect(new Set(found).size).toBe(1)
})
