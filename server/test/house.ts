import type { House } from '@kindred/contract'
import { configure } from './configuring.ts'
import type { Person } from './people.ts'
import { startWorld, type World } from './world.ts'

/** Saves the house rules as an administrator. Without any, everything is as installed. */
export async function setHouse(world: World, house: House | undefined, by?: Person): Promise<Person> {
  const ines = by ?? (await world.administrator())
  await configure(ines.client, { house })
  return ines
}

/** A world that has had these rules from its beginning, because servers read a changed rule some seconds later. */
export async function ruledWorld(house: House): Promise<World> {
  const world = await startWorld()
  await setHouse(world, house)
  return world
}
