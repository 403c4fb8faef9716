import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { poolSize, readOrder, toGroupOrder } from '../../src/features/discovery/deck/queries.ts'
import { beginDecay, decayBatch } from '../../src/features/discovery/deck/exposure-queries.ts'
import {
  activityOf,
  parameters,
  baseRank,
  poolFor,
  defaultGroupOrder,
} from '../../src/features/discovery/deck/rules.ts'
import { inFuture, present } from '../../../scripts/present.ts'
import { startWorld } from '../world.ts'

// The database computes the same ranking as deck/rules.ts.

const stats = { gaveLikes: 7, gave: 31, gotLikes: 4, got: 90, shown: 23 }
const DAY = 86_400_000

test('without fitted parameters, the database starts with those of the rules', async () => {
  const { deps } = await startWorld()
  const rows = await deps.db.selectFrom('order_groups').selectAll().orderBy('gender_group').execute()
  expect(rows.map(({ gender_group }) => gender_group)).toEqual(['man', 'non-binary', 'woman'])
  for (const row of rows) {
    const { gives, gets, usual, weights, meanShown } = toGroupOrder(row)
    for (const prior of [gives, gets]) expect(prior.likes / prior.of).toBeCloseTo(0.4, 5)
    expect([gives.of, usual, weights, meanShown]).toEqual([
      defaultGroupOrder.gives.of,
      expect.closeTo(defaultGroupOrder.usual, 5),
      defaultGroupOrder.weights,
      defaultGroupOrder.meanShown,
    ])
  }
})

test('the database orders by the parameters of a group as the rules do', async () => {
  const { deps } = await startWorld()
  await sql`update order_groups set gives_likes = 3, gives_of = 9, gets_likes = 1, gets_of = 5, mean_shown = 10
    where gender_group = 'man'`.execute(deps.db)
  const group = (await readOrder(deps.db))('man')
  for (const gaveLikes of [7, 27, 31]) {
    const { gave, gotLikes, got, shown } = stats
    const { rows } = await sql<{ rank: number }>`
      select order_rank(discovery_order_of(2::smallint), ${gaveLikes}, ${gave}, ${gotLikes}, ${got}, ${shown},
        0.8) as rank`.execute(deps.db)
    const one = { ...stats, gaveLikes, group }
    expect(rows[0]!.rank).toBeCloseTo(baseRank(one, 0.8), 6)
  }
})

test('the database reads as many candidates as the rules say', async () => {
  const { deps } = await startWorld()
  const { rows } = await sql<{ gave: number; size: number }>`
    select gave, ${poolSize} as size from (select unnest(array[0, 7, 25, 1000, 20000])::real as gave) s`.execute(
    deps.db,
  )
  expect(rows).toEqual(rows.map(({ gave }) => ({ gave, size: poolFor({ gave }) })))
})

test('exposure decays and activity counts by the parameters of the rules', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const id = `'${ada.user._id}'`
  await world.query('update order_groups set mean_shown = 10')
  const group = { ...defaultGroupOrder, meanShown: 10 }
  const cases = [
    [0, true],
    [2, true],
    [6, true],
    [12, true],
    [20, true],
    [90, true],
    [0, false],
    [20, false],
    [90, false],
  ] as const
  for (const [days, shows] of cases) {
    await world.query(`update accounts set last_active_at = now() - interval '${days} days', show_last_active = ${shows}
      where id = ${id}`)
    await world.query(`update ranking_stats set gave_likes = 7, gave = 31, got_likes = 4, got = 90, shown = 23
      where account_id = ${id}`)
    await beginDecay(world.deps.db)
    expect([await decayBatch(world.deps), await decayBatch(world.deps)]).toEqual([true, false])
    const { rows } = await world.query(`select shown, base_rank from ranking_stats where account_id = ${id}`)
    const now = (rows as { shown: number; base_rank: number }[])[0]!
    expect(now.shown).toBeCloseTo(stats.shown * parameters.decay, 3)
    const activity = activityOf(inFuture(-days * DAY), shows, present())
    expect(now.base_rank).toBeCloseTo(baseRank({ ...stats, group, shown: stats.shown * parameters.decay }, activity), 6)
  }
})
