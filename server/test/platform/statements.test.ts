import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { collector } from '../collect.ts'
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

const ROWS = 50
const ASKED = 400

test('query results are released with the answer they were for', async () => {
  const { deps } = await startWorld()
  const ask = () => sql`select nth, repeat('word ', 200) as text from generate_series(1, ${ROWS}) nth`.execute(deps.db)
  const sweep = collector()
  for (let at = 0; at < ASKED; at++) await ask()
  sweep()
  const before = process.memoryUsage().heapUsed
  for (let at = 0; at < ASKED; at++) {
    const pending = ask()
    // Objects that survive two minor collections are promoted, and must not keep later objects alive.
    if (at % 40 === 0) for (const type of ['minor', 'minor'] as const) sweep({ type })
    await pending
  }
  for (const type of ['minor', 'minor'] as const) sweep({ type })
  const retained = process.memoryUsage().heapUsed - before
  expect(retained).toBeLessThan((ASKED * ROWS * 1000) / 4)
})
