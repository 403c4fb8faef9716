import { expect, test } from 'vitest'
import { type Person } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'
import { choose } from '../choices-steps.ts'

/** Registers ten people at a time, because the server queues at most twenty password hashes, which are slow. */
async function peopleIn(world: World, count: number): Promise<Person[]> {
  const people: Person[] = []
  while (people.length < count)
    people.push(...(await Promise.all(Array.from({ length: 10 }, () => world.dater({ firstName: 'P' })))))
  return people
}

/** Retries while the server is overloaded, like the web. */
const choosing = (one: Person, other: Person): ReturnType<typeof choose> =>
  choose(one, other).catch((error: { status?: number }) => {
    if (error.status === 503) return choosing(one, other)
    throw error
  })

test('200 concurrent requests for the last like get exactly one', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const many = rounds(40, 200)
  const others = await peopleIn(world, many)
  await choose(ada, await world.dater({ firstName: 'First' }))
  await world.query('update allowances set likes = 49')
  const outcomes = await Promise.allSettled(others.map((other) => choose(ada, other)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { rows } = await world.query(`select count(*)::int as likes from choices where action = 'like'`)
  expect(rows[0].likes).toBe(2)
  proof(`${many} concurrent requests for one last like: one success`)
})

test('pairs that like each other at the same moment make one match each', async () => {
  const world = await startWorld()
  const many = rounds(60, 500)
  const turns = rounds(2, 40)
  const people = await peopleIn(world, many)
  let made = 0
  for (let turn = 0; turn < turns; turn++) {
    await world.query('truncate choices, likes_received, matches, allowances cascade')
    const matchesMade: number[] = []
    // Only thirty pairs swipe at a time, because requests that wait too long for the database are refused.
    for (let from = 0; from < many; from += 60)
      matchesMade.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(60, many - from) / 2 }, async (_, at) => {
            const [one, other] = [people[from + 2 * at]!, people[from + 2 * at + 1]!]
            const both = await Promise.all([choosing(one, other), choosing(other, one)])
            return both.filter(({ data }) => data.match).length
          }),
        )),
      )
    expect(matchesMade.every((count) => count === 1)).toBe(true)
    made += (await world.query('select count(*)::int as made from matches')).rows[0].made as number
  }
  expect(made).toBe((many / 2) * turns)
  proof(`${made} pairs liked each other at the same moment: ${made} matches`)
})
