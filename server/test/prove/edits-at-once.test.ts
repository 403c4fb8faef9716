import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld } from '../world.ts'

// Concurrent changes by one member, from several devices or a program, wait for each other.

const editsOf = ({ client }: Person) => [
  (n: number) => client.editProfile({ body: { bio: `Bio ${n}` } }),
  (n: number) => client.setLocation({ body: { city: n % 2 ? 'Lisbon' : 'Porto', country: 'Portugal' } }),
  (n: number) => client.setPrivacy({ body: { hideAge: n % 2 === 0 } }),
  (n: number) => client.setPreferences({ body: { ageMax: 60 + (n % 9) } }),
]

test('a member’s changes at the same moment wait for each other, and none is refused', async () => {
  const world = await startWorld({ eavesdrop: false })
  const edits = editsOf(await world.dater())
  const times = rounds(15, 100)
  const repeat = async (change: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < times; n++) await change(n)
  }
  await Promise.all([...edits, ...edits].map(repeat))
  const { rows } = await world.query('select deadlocks from pg_stat_database where datname = current_database()')
  expect(rows).toEqual([{ deadlocks: 0 }])
  proof(`${2 * edits.length * times} changes of one member, ${2 * edits.length} at a time: none refused, no deadlock`)
})

test('who pauses is gone once that is answered, however much else of them changes at the moment', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, ben] = [await world.dater(), await world.dater()]
  let isOver = false
  const repeat = async (change: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n++) await change(n)
  }
  const edits = editsOf(ada)
  const changing = [...edits, ...edits, ...edits].map(repeat)
  const found = async () => (await ben.client.discover({})).data.people.some(({ user }) => user._id === ada.user._id)
  const seen: boolean[] = []
  const times = rounds(4, 30)
  for (let n = 0; n < times; n++)
    for (const paused of [true, false]) {
      await ada.client.setPrivacy({ body: { paused } })
      seen.push(await found())
    }
  isOver = true
  await Promise.all(changing)
  expect(seen).toEqual(Array.from({ length: times }, () => [false, true]).flat())
  proof(`${times} pauses while twelve other changes of the member are under way: never found afterwards`)
})
