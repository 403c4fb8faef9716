import { expect, test } from 'vitest'
import { startWorld, until } from '../world.ts'
import { readerOf, ownerOf, notes } from '../migrations-steps.ts'

test('members can read a table while a migration of it waits for a long reader', async () => {
  const world = await startWorld()
  const { client } = await world.dater()
  const { apply } = ownerOf(world.databaseUrl)
  const endReader = await readerOf(world.databaseUrl, 'saved_searches')
  const migrating = apply('9999_a', '-- needs 9998_b\nalter table saved_searches add column a text')
  const waiting = `select from pg_stat_activity where query like '%add column a text%' and wait_event_type = 'Lock'`
  await until(async () => (await world.query(waiting)).rowCount === 1)
  expect((await client.listSearches()).data.searches).toEqual([])
  await endReader()
  await migrating
  expect(await notes(world.databaseUrl, '9999_a')).toEqual([{ needs: '9998_b' }])
})
