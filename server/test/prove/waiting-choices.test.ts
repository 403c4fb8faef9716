import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  counting,
  countSwipeBatch,
  uncounted,
  withoutScans,
} from '../../src/features/discovery/deck/exposure-queries.ts'
import { isOnCitus } from '../citus.ts'
import { runsWhere } from '../where.ts'
import { startWorld } from '../world.ts'

type Node = { 'Rows Removed by Join Filter'?: number; 'Actual Loops': number; Plans?: Node[] }

/** The number of row pairs that a plan compared and discarded. */
const compared = (node: Node): number =>
  (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, inner) => sum + compared(inner), 0)

/** A world with 3000 waiting swipes, as between two busy minutes: the planner considers their table empty. */
async function waiting() {
  const world = await startWorld()
  await world.deps.jobs.stop()
  const choose = (times: number) =>
    world.query(`insert into uncounted_choices (chooser_id, chosen_id, likes, choices)
      select gen_random_uuid(), gen_random_uuid(), 1, 1 from generate_series(1, ${times})`)
  await choose(20_000)
  await world.query('delete from uncounted_choices')
  await world.query('vacuum analyze uncounted_choices')
  await choose(3000)
  return world
}

// Citus can't explain a statement in a transaction that has read a shard.
test.for(runsWhere(!isOnCitus, 'PostgreSQL without Citus'))(
  'counting some choices takes as long however many wait',
  async () => {
    const { db } = (await waiting()).deps
    const explained = await db.transaction().execute(async (tx) => {
      await withoutScans(tx)
      const statement = counting(await uncounted(tx, 250))
      return sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`explain (analyze, format json) ${statement}`.execute(tx)
    })
    expect(compared(explained.rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(1000)
  },
)

test('choices are counted in batches until none waits', async () => {
  const { deps, query } = await waiting()
  let batches = 0
  while (await countSwipeBatch(deps.db)) batches++
  expect(batches).toBe(12)
  expect((await query('select from uncounted_choices')).rowCount).toBe(0)
})
