import { Session } from 'node:inspector/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startWorld } from './world.ts'

test('a value that stands in a statement several times is sent once', async () => {
  const { deps } = await startWorld()
  const [once, again] = [sql`${'zoe'}::text`, sql`${'zoe'}::text`]
  const asked = sql<{ said: string[] }>`select array[${once}, ${again}, ${once}, ${'max'}::text, ${once}] as said`
  const { parameters } = asked.compile(deps.db)
  expect(parameters).toEqual(['zoe', 'zoe', 'max'])
  const { rows } = await asked.execute(deps.db)
  expect(rows).toEqual([{ said: ['zoe', 'zoe', 'zoe', 'max', 'zoe'] }])
  // The next statement knows nothing of the one before.
  expect(sql`select ${once}`.compile(deps.db).parameters).toEqual(['zoe'])
})

const ROWS = 50
const ASKED = 4000

test('what a statement brought is let go with the answer that it was for', async () => {
  const { deps } = await startWorld()
  const ask = () => sql`select nth, repeat('word ', 200) as text from generate_series(1, ${ROWS}) nth`.execute(deps.db)
  for (let at = 0; at < 50; at++) await ask()
  const session = new Session()
  session.connect()
  // Counts what the sweeps of what is young left over.
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 8192,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: false,
  })
  for (let at = 0; at < ASKED; at++) await ask()
  const { profile } = await session.post('HeapProfiler.stopSampling')
  type Node = (typeof profile)['head']
  const left = ({ selfSize, children }: Node): number => children.reduce((sum, child) => sum + left(child), selfSize)
  // What was not swept yet, 32 MB at most, counts, too.
  expect(left(profile.head)).toBeLessThan((ASKED * ROWS * 1000) / 2)
})
