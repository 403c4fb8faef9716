import type { Person } from './people.ts'
import { until, type World } from './world.ts'

// A town whose cell depends on how many people live there.

export const town = { city: 'Selfoss', country: 'Iceland' }
const enough = { gender: 'woman', interestedIn: ['woman', 'man', 'non-binary'], location: town }

/** Moves a person into the town, with a complete profile and a picture. */
export async function settle(world: World, person: Person) {
  await person.client.completeProfile({ body: enough })
  await world.picture(person)
  return person
}

export const levelsOf = async (world: World) =>
  (await world.query(`select distinct level, x, y, z from profiles where cell_row is not null order by 1, 2, 3, 4`))
    .rows

/** Has people sign in and look at their profiles, and waits until the server has recorded the visits. */
export async function visit(world: World, people: readonly Person[]) {
  const now = new Date(world.deps.clock.now().getTime() - 1000)
  for (const person of people) await (await world.signedInAgain(person)).client.getProfile()
  const seen = async () =>
    (
      await world.query(`select count(*)::int as seen from last_seen
        where account_id = any('{${people.map(({ user }) => user._id).join(',')}}'::uuid[])
          and seen_at > '${now.toISOString()}'`)
    ).rows[0].seen
  await until(async () => (await seen()) === people.length)
}
