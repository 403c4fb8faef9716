import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { poolSize } from '../../src/features/discovery/deck/candidates.sql.ts'
import { fadeAll } from '../../src/features/discovery/deck/exposure.sql.ts'
import { activityOf, parameters, baseRank, poolFor, shrunk } from '../../src/features/discovery/deck/rules.ts'
import { startWorld } from '../world.ts'

// deck/rules.ts defines the order of a deck, and the database computes the same.

const standing = { gaveLikes: 7, gave: 31, gotLikes: 4, got: 90, shown: 23 }
const DAY = 86_400_000

test('the database shrinks like rates and orders by them with the parameters of the rules', async () => {
  const { deps } = await startWorld()
  const { gaveLikes, gave, gotLikes, got, shown } = standing
  const { rows } = await sql<{ likelihood: number; base_rank: number }>`
    select likelihood(${gaveLikes}, ${gave}) as likelihood,
      base_rank(${gaveLikes}, ${gave}, ${gotLikes}, ${got}, ${shown}, 10, 0.8) as base_rank`.execute(deps.db)
  expect(rows[0]!.likelihood).toBeCloseTo(shrunk(gaveLikes, gave), 6)
  expect(rows[0]!.base_rank).toBeCloseTo(baseRank(standing, 10, 0.8), 6)
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
  const cases = [
    [0, true],
    [3, true],
    [20, true],
    [90, true],
    [0, false],
  ] as const
  for (const [days, shows] of cases) {
    await world.query(`update accounts set last_active_at = now() - interval '${days} days', show_last_active = ${shows}
      where id = ${id}`)
    await world.query(`update standings set gave_likes = 7, gave = 31, got_likes = 4, got = 90, shown = 23
      where account_id = ${id}`)
    await fadeAll(world.deps.db, 10)
    const { rows } = await world.query(`select shown, base_rank from standings where account_id = ${id}`)
    const now = (rows as { shown: number; base_rank: number }[])[0]!
    expect(now.shown).toBeCloseTo(standing.shown * parameters.fades, 3)
    const activity = activityOf(new Date(Date.now() - days * DAY), shows, new Date())
    expect(now.base_rank).toBeCloseTo(
      baseRank({ ...standing, shown: standing.shown * parameters.fades }, 10, activity),
      6,
    )
  }
})

test('neither SQL nor the simulation repeats a ranking parameter', () => {
  const files = [
    'server/src/features/discovery/deck/candidates.sql.ts',
    'server/src/features/discovery/deck/exposure.sql.ts',
    'bench/simulation.ts',
    'bench/population/2-listings.sql',
  ]
  for (const file of files)
    expect([file, /0\.93|\b0\.25\b|POOL = /.exec(readFileSync(file, 'utf8'))?.[0]]).toEqual([file, undefined])
})
