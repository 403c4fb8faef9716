import { shared, startWorld, type World } from './world.ts'

/**
 * A world that tests share, in which each test finds only its own people: everyone from before is deactivated. For tests
 * of lists, searches and decks, which start it before their people join.
 */
export function sharedWithOwnPeople(start: () => Promise<World> = startWorld): () => Promise<World> {
  const anyWorld = shared(start)
  return async () => {
    const world = await anyWorld()
    await world.query(`update accounts set state = 'deactivated' where state = 'active' and not is_admin`)
    return world
  }
}
