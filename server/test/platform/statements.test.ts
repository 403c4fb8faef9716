import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

test('a value used several times in a statement is sent once', async () => {
  const { deps } = await startWorld()
  const [once, again] = [sql`${'zoe'}::text`, sql`${'zoe'}::text`]
  const statement = sql<{
    values: string[]
  }>`select array[${once}, ${again}, ${once}, ${'max'}::text, ${once}] as values`
  const { parameters } = statement.compile(deps.db)
  expect(parameters).toEqual(['zoe', 'zoe', 'max'])
  const { rows } = await statement.execute(deps.db)
  expect(rows).toEqual([{ values: ['zoe', 'zoe', 'zoe', 'max', 'zoe'] }])
  // A statement doesn't retain the previous one's parameters.
  expect(sql`select ${once}`.compile(deps.db).parameters).toEqual(['zoe'])
})
