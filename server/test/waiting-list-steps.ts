import type { Admission, ProfileChange } from '@kindred/contract'
import { settleAdmissions } from '../src/features/identity/index.ts'
import { restrict } from './admitting.ts'
import type { Person } from './people.ts'
import { startWorld, type World } from './world.ts'

export const LEAST = 5

export const waitingList = { least: LEAST }

export const startWaiting = async (admission: Admission = { join: 'open', waitingList }) => {
  const world = await startWorld()
  const ines = await restrict(world, admission)
  return { world, ines }
}

export type Changes = Partial<ProfileChange>

/** People who have done everything else, and wait in the order in which they were created. */
export async function waitIn(
  world: World,
  count: number,
  changes: Changes,
  firstName = 'Ada',
  dateOfBirth?: string,
): Promise<Person[]> {
  const people: Person[] = []
  for (let each = 0; each < count; each++) {
    people.push(await world.dater({ firstName, ...(dateOfBirth ? { dateOfBirth } : {}) }, changes))
    await settleAdmissions(world.deps)
  }
  return people
}

export const standing = async ({ client }: Person) => (await client.getAdmission()).data.admission

export const isIn = async (person: Person) => (await standing(person)) === null

export const inOf = async (people: readonly Person[]) => (await Promise.all(people.map(isIn))).map(Number).join('')
