import { expect, test } from 'vitest'
import { chooseFriend, join, on } from '../friends.ts'
import { ruledWorld } from '../house.ts'
import type { Person } from '../people.ts'
import { date } from '../friend-matches-steps.ts'

test('simultaneous likes of ten pairs, in both worlds, make ten matches', async () => {
  const world = await ruledWorld(on)
  const pairs: [Person, Person][] = []
  for (let nth = 0; nth < 10; nth++) {
    const pair: [Person, Person] = [await world.dater(), await world.dater()]
    for (const person of pair) await join(person)
    pairs.push(pair)
  }
  await Promise.all(
    pairs.flatMap(([one, other]) => [
      chooseFriend(one, other),
      chooseFriend(other, one),
      date(one, other),
      date(other, one),
    ]),
  )
  const { rows } = await world.query(`select count(*)::int as matches, count(ended_at)::int as ended from matches`)
  expect(rows).toEqual([{ matches: 10, ended: 0 }])
  for (const [{ client }] of pairs) expect((await client.listMatches()).data.matches).toHaveLength(1)
})
