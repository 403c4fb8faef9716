import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { MANY_CONNECTIONS, startWorld, until } from '../world.ts'

/** As many requests of one account run at the same time. */
const AT_ONCE = 8

test('concurrent saves keep at most 20 searches', async () => {
  const world = await startWorld({ connections: MANY_CONNECTIONS })
  const { client } = await world.dater()
  const save = (name: string) => client.saveSearch({ body: { name, query: { interests: 'bread' } } })
  for (let nth = 0; nth < 17; nth++) await save(`Bakers ${nth}`)
  // All requests overlap, because a lock on the table keeps them waiting.
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin; lock table saved_searches in access exclusive mode')
  const saving = Promise.allSettled(Array.from({ length: AT_ONCE }, (_, nth) => save(`Brewers ${nth}`)))
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await world.query(waiting)).rowCount === AT_ONCE)
  await holder.query('rollback')
  const saved = await saving
  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refused = saved.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  expect(refused).toMatchObject(Array.from({ length: AT_ONCE - 3 }, () => ({ status: 409 })))
  expect((await client.listSearches()).data.searches).toHaveLength(20)
})

test('a search is only saved if it can be run', async () => {
  const world = await startWorld()
  const { client } = await world.dater()
  const save = (query: object) => client.saveSearch({ body: { name: 'Bakers', query } })
  for (const query of [
    { intrests: 'bread' },
    { distance: '7' },
    { distance: '25', minAge: 'young' },
    { online: 'yes' },
    { intention: 'marriage' },
    { q: 'x'.repeat(201) },
    { page: '2' },
  ])
    await expect(save(query)).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  expect((await client.listSearches()).data.searches).toEqual([])
  await save({ distance: '25', minAge: '30', newHere: 'true' })
  expect((await client.listSearches()).data.searches).toMatchObject([
    { query: { distance: '25', minAge: '30', newHere: 'true' } },
  ])
})
