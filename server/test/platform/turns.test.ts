import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { metricsOf, valueOf } from '../metrics.ts'
import { startWorld, until, type World } from '../world.ts'

/** Requests that read this table wait until it is unlocked. */
async function lock(world: World, table: string): Promise<() => Promise<unknown>> {
  const database = new pg.Client({ connectionString: world.databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  await database.query(`begin; lock table ${table} in access exclusive mode`)
  return () => database.query('rollback')
}

const heavy = async (world: World) => {
  const text = await metricsOf(world)
  const count = (name: string) => valueOf(text, `admission_${name}{load="heavy"}`)
  return { running: count('running'), waiting: count('waiting') }
}

test('one account has two heavy requests running, however many it makes, and others run beside them', async () => {
  const world = await startWorld()
  const [eve, ada, ben] = [await world.dater(), await world.dater(), await world.dater()]
  const unlock = await lock(world, 'likes_received')
  const requests = Array.from({ length: 40 }, () => eve.client.listLikes())
  await until(async () => Number((await heavy(world)).waiting) > 30)
  expect((await heavy(world)).running).toBe(2)
  requests.push(...[ada, ben].map(({ client }) => client.listLikes()))
  await until(async () => (await heavy(world)).running === 3)
  await unlock()
  await Promise.allSettled(requests)
})
