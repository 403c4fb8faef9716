import { expect, test } from 'vitest'
import { beginDecay, decayBatch } from '../../src/features/discovery/deck/exposure-queries.ts'
import { countChoices, decayExposure } from '../../src/features/discovery/deck/jobs.ts'
import { nameOf, type Person } from '../people.ts'
import { isOnCitus } from '../citus.ts'
import { runsWhere } from '../where.ts'
import { startWorld, type World } from '../world.ts'

// Exposure decays in batches, and each batch is saved together with the job's progress.

type ExposureRow = { id: string; shown: number; version: string }

const ranking_stats = async (world: World) =>
  (await world.query('select account_id as id, shown, xmin::text as version from ranking_stats order by account_id'))
    .rows as ExposureRow[]

async function shownToAll(world: World, shown: number) {
  for (let n = 0; n < 5; n++) await world.dater()
  await world.query(`update ranking_stats set shown = ${shown}`)
}

test('exposure decays once for everyone, even if the job dies between two batches', async () => {
  const world = await startWorld()
  await shownToAll(world, 10)
  const { db } = world.deps
  await beginDecay(db)
  expect(await decayBatch(world.deps, 2)).toBe(true)
  expect((await ranking_stats(world)).map(({ shown }) => shown < 10)).toEqual([true, true, false, false, false])
  // The retried job continues from there.
  await decayExposure(world.deps)
  const all = await ranking_stats(world)
  expect(all.map(({ shown }) => shown)).toEqual(all.map(() => expect.closeTo(9.3, 4)))
  await decayExposure(world.deps)
  expect((await ranking_stats(world))[0]!.shown).toBeCloseTo(9.3 * 0.93, 4)
})

test('who has no exposure and the right rank is not written to', async () => {
  const world = await startWorld()
  await shownToAll(world, 0.05)
  await decayExposure(world.deps)
  const before = await ranking_stats(world)
  expect(before.map(({ shown }) => shown)).toEqual(before.map(() => 0))
  await decayExposure(world.deps)
  expect(await ranking_stats(world)).toEqual(before)
  await world.query(`update accounts set last_active_at = now() - interval '5 days' where id = '${before[0]!.id}'`)
  await decayExposure(world.deps)
  const after = await ranking_stats(world)
  expect(after[0]!.version).not.toBe(before[0]!.version)
  expect(after.slice(1)).toEqual(before.slice(1))
})

test('swipes made while exposure decays all count', async () => {
  const world = await startWorld()
  const people = await Promise.all(Array.from({ length: 6 }, () => world.dater()))
  await world.query('update ranking_stats set shown = 100')
  const pairs = people.flatMap((one) => people.filter((other) => other !== one).map((other) => ({ one, other })))
  let isChoosing = true
  const decaying = (async () => {
    let nights = 0
    for (; isChoosing; nights++) {
      await beginDecay(world.deps.db)
      while (await decayBatch(world.deps, 2)) await countChoices(world.deps)
    }
    return nights
  })()
  await Promise.all(
    pairs.map(({ one, other }) => one.client.choose({ body: { userId: other.user._id, action: 'pass' } })),
  )
  isChoosing = false
  expect(await decaying).toBeGreaterThan(0)
  await countChoices(world.deps)
  const { rows } = await world.query('select gave, got from ranking_stats')
  expect(rows).toEqual(people.map(() => ({ gave: 5, got: 5 })))
})

test('members who were judged often rank lower, and exposure decays daily', async () => {
  const world = await startWorld()
  const ben = await world.dater({ firstName: 'Ben' })
  const others = await Promise.all([0, 1, 2, 3].map((nth) => world.dater({ firstName: nameOf(nth) })))
  const stats = async () =>
    (
      await world.query(
        `select shown, base_rank * pending_factor as rank, pending_factor from ranking_stats where account_id = '${ben.user._id}'`,
      )
    ).rows[0] as { shown: number; rank: number; pending_factor: number }
  await world.query('update order_groups set mean_shown = 10')
  await world.query('update ranking_stats set got = 50, got_likes = 20')
  const pass = ({ client }: Person) => client.choose({ body: { userId: ben.user._id, action: 'pass' } })
  const before = await stats()
  await pass(others[0]!)
  await countChoices(world.deps)
  // One pass is too little: the base rank is only updated once it is off by a third.
  const once = await stats()
  expect(once.pending_factor).not.toBe(1)
  expect(once.rank / before.rank).toBeCloseTo((56 / 57) * (1 / 1.1) ** 2, 3)
  for (const other of others.slice(1)) await pass(other)
  await countChoices(world.deps)
  expect((await stats()).shown).toBe(4)
  expect((await stats()).rank / before.rank).toBeCloseTo((56 / 60) * (1 / 1.4) ** 2, 3)
  await world.query('update ranking_stats set shown = 1')
  await decayExposure(world.deps)
  expect((await stats()).shown).toBeCloseTo(0.93)
})

// Distributed tables of Citus have no triggers.
test.for(runsWhere(!isOnCitus, 'PostgreSQL without Citus'))('choices are counted in batches', async () => {
  const world = await startWorld()
  await world.deps.jobs.stop()
  const [one, other] = [await world.dater(), await world.dater()]
  await world.query(`
    create table batches_counted (transaction xid8 default pg_current_xact_id());
    create function note_batch() returns trigger language plpgsql security definer as $$
      begin insert into batches_counted default values; return null; end $$;
    create trigger note_batch after delete on uncounted_choices execute function note_batch();
    insert into uncounted_choices (chooser_id, chosen_id, likes, choices)
      select '${one.user._id}', '${other.user._id}', 0, 1 from generate_series(1, 1100)`)
  await countChoices(world.deps)
  const { rows } = await world.query('select count(distinct transaction)::int as batches from batches_counted')
  expect(rows[0].batches).toBeGreaterThan(4)
  expect((await world.query('select from uncounted_choices')).rowCount).toBe(0)
})
