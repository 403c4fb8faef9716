import { expect, test } from 'vitest'
import { analyzeWholeTables } from '../../src/infra/db/analyze-whole-tables.ts'
import { startWorld } from '../world.ts'

test('each night, the planner learns what tables in parts hold as a whole', async () => {
  const world = await startWorld()
  const known = async () =>
    (
      await world.query(`select distinct tablename as name from pg_stats where inherited and schemaname = 'public'`)
    ).rows.map(({ name }: { name: string }) => name)
  expect(await known()).toEqual([])
  const [ada, ben] = [await world.dater(), await world.dater()]
  await ada.client.choose({ body: { userId: ben.user._id, action: 'like' } })
  await analyzeWholeTables(world.deps)
  expect(await known()).toContain('choices')
})
