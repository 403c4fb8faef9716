import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erase-due.ts'
import type { Person } from '../people.ts'
import { rounds } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'

// `blocked_by` always has the same rows as `blocks`, no matter what writes to that table (privacy/blocks.sql).

const columns = 'blocker_id, blocked_id, at'

/** How many blocks there are, and how many of them differ from the mirror, or are in one of the two only. */
async function compared(world: World): Promise<{ blocks: number; different: number }> {
  const { rows } = await world.query(`
    select (select count(*)::int from blocks) as blocks, count(*)::int as different
    from ((select ${columns} from blocks except select ${columns} from blocked_by)
      union all (select ${columns} from blocked_by except select ${columns} from blocks)) d`)
  return rows[0] as { blocks: number; different: number }
}

const block = ({ client }: Person, { user }: Person) => client.block({ body: { userId: user._id } })

test('a block is mirrored until it is lifted, or either of the two is erased', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, ben, cleo] = [await world.dater(), await world.dater(), await world.dater()]
  // They have seen each other: nobody blocks a person whom they don't know and who has blocked them.
  for (const { client } of [ada, ben, cleo]) await client.discover({ query: {} })
  const after = async (step: Promise<unknown>) => {
    await step
    return compared(world)
  }
  expect(await after(block(ada, ben))).toEqual({ blocks: 1, different: 0 })
  expect(await after(block(ada, ben))).toEqual({ blocks: 1, different: 0 })
  expect(await after(ada.client.unblock({ params: { userId: ben.user._id } }))).toEqual({ blocks: 0, different: 0 })
  for (let n = 0; n < 5; n++) {
    expect(await after(Promise.all([block(ada, ben), block(ben, ada)]))).toEqual({ blocks: 2, different: 0 })
    const lifted = [ada.client.unblock({ params: { userId: ben.user._id } }), block(ben, cleo)]
    expect(await after(Promise.all(lifted))).toMatchObject({ different: 0 })
    await world.query('delete from blocks')
  }
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
    [ben, cleo],
    [cleo, ben],
    [ada, cleo],
  ] as const)
    await block(one, other)
  expect(await compared(world)).toEqual({ blocks: 5, different: 0 })
  await ben.client.deleteAccount({ body: { password: ben.password } })
  world.turnClock(31 * 86_400_000)
  expect(await after(eraseDue(world.deps))).toEqual({ blocks: 1, different: 0 })
})

test('the mirror of blocks follows every statement, the removal of accounts, and what was there before', async () => {
  const world = await startWorld({ eavesdrop: false })
  const people = await Promise.all(Array.from({ length: 5 }, () => world.member()))
  const ids = people.map(({ user }) => user._id)
  const pair = fc.record({ a: fc.constantFrom(...ids), b: fc.constantFrom(...ids) }).filter(({ a, b }) => a !== b)
  const rowsOf = (pairs: { a: string; b: string }[]) =>
    pairs.map(({ a, b }) => `('${a}'::uuid, '${b}'::uuid, now())`).join()
  const some = fc.array(pair, { minLength: 1, maxLength: 6 })
  const step = fc.oneof(
    { weight: 4, arbitrary: some.map((them) => `insert into blocks values ${rowsOf(them)} on conflict do nothing`) },
    some.map(
      (them) =>
        `delete from blocks where (blocker_id, blocked_id) in (select a, b from (values ${rowsOf(them)}) v (a, b))`,
    ),
    pair.map(({ a }) => `update blocks set at = now() - interval '1 day', named_at = now() where blocked_id = '${a}'`),
    pair.map(
      ({ a, b }) => `update blocks set blocked_id = '${ids[4]}' where blocker_id = '${a}' and blocked_id = '${b}'
      and blocker_id <> '${ids[4]}' and not exists (select from blocks where blocker_id = '${a}' and blocked_id = '${ids[4]}')`,
    ),
    fc.constant('truncate blocks'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      for (const each of steps) await world.query(each)
      expect(await compared(world)).toMatchObject({ different: 0 })
    }),
    { numRuns: rounds(20, 300) },
  )
  await world.query(`insert into blocks select a.id, b.id, now() from accounts a, accounts b where a.id <> b.id
    on conflict do nothing`)
  await world.query(`delete from accounts where id = '${ids[0]}'`)
  expect(await compared(world)).toEqual({ blocks: 12, different: 0 })
})
