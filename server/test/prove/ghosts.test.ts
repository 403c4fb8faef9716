import { expect, test } from 'vitest'
import { updateCellLevels } from '../../src/features/profiles/places/jobs.ts'
import { days } from '../../src/infra/clock.ts'
import type { Person } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { levelsOf, settle, visit } from '../town.ts'
import { startWorld, type World } from '../world.ts'

/** Moves each person's sign-ins to a separate network. */
const onNetworksOfTheirOwn = (world: World, people: readonly Person[]) =>
  world.query(`update sign_ins s set address = '10.' || n / 250 || '.' || n % 250 || '.7'
    from unnest('{${people.map(({ user }) => user._id).join(',')}}'::uuid[]) with ordinality p(id, n)
    where s.account_id = p.id`)

const many = async (count: number, add: () => Promise<Person>) => {
  const people: Person[] = []
  for (let at = 0; at < count; at++) people.push(await add())
  return people
}

test('ghosts of every kind refine no cell in 30 days, and people who stay do', async () => {
  const world = await startWorld()
  const ada = await settle(world, await world.member())
  const ben = await settle(world, await world.member({ firstName: 'Ben' }))
  const before = await levelsOf(world)
  expect(before).toMatchObject([{ level: 4 }])
  const each = Math.ceil(rounds(183, 500) / 3)
  const unverified = await many(each, async () => settle(world, await world.newcomer()))
  const inOneNetwork = await many(each, async () => settle(world, await world.member()))
  const onOneDay = await many(each, async () => settle(world, await world.member()))
  await onNetworksOfTheirOwn(world, [...unverified, ...onOneDay])
  for (let day = 1; day <= 30; day++) {
    world.turnClock(days(1))
    if (day === 9 || day === 20) await visit(world, [...unverified.slice(0, 3), ...inOneNetwork])
    await updateCellLevels(world.deps)
    expect(await levelsOf(world)).toEqual(before)
  }
  proof(`${3 * each} ghosts in 30 days: no cell changes`)

  const people = await many(60, async () => settle(world, await world.member()))
  await onNetworksOfTheirOwn(world, people)
  for (let day = 0; day < 14; day += 7) {
    world.turnClock(days(7))
    await visit(world, people)
    await onNetworksOfTheirOwn(world, people)
    expect(await levelsOf(world)).toEqual(before)
    await updateCellLevels(world.deps)
  }
  expect(await levelsOf(world)).toMatchObject([{ level: 0 }])
  await visit(world, [ada, ben])
  const later = await world.signedInAgain(ada)
  expect((await later.client.getPerson({ params: { id: ben.user._id } })).data.distance).toBe(2)
})
