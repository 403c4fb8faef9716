import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

test('concurrent saves keep at most 20 searches', async () => {
  const world = await startWorld()
  const { client } = await world.dater()
  const save = (name: string) => client.saveSearch({ body: { name, query: { interests: 'bread' } } })
  for (let nth = 0; nth < 17; nth++) await save(`Bakers ${nth}`)
  // Slow inserts make all requests overlap.
  await world.query(`create function wait() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.1); return new; end $$`)
  await world.query('create trigger wait before insert on saved_searches for each row execute function wait()')
  const saved = await Promise.allSettled(Array.from({ length: 12 }, (_, nth) => save(`Brewers ${nth}`)))
  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refused = saved.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  expect(refused).toMatchObject(Array.from({ length: 9 }, () => ({ status: 409 })))
  expect((await client.listSearches()).data.searches).toHaveLength(20)
})
