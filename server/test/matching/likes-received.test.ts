import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erase-due.ts'
import { forgetPasses } from '../../src/features/matching/index.ts'
import type { Person } from '../people.ts'
import { rounds } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'

// `likes_received` always has the same likes as `choices`, no matter what writes to that table.

const columns = 'chooser_id, chosen_id, action, note, note_on, note_on_photo, at'

/** How many likes there are, and how many of them differ from the mirror, or are in one of the two only. */
async function compared(world: World): Promise<{ likes: number; different: number }> {
  const { rows } = await world.query(`
    select (select count(*)::int from choices where action <> 'pass') as likes, count(*)::int as different
    from (select ${columns} from choices where action <> 'pass' except select ${columns} from likes_received
      union all (select ${columns} from likes_received except select ${columns} from choices where action <> 'pass')) d`)
  return rows[0] as { likes: number; different: number }
}

const choose = ({ client }: Person, { user }: Person, action: 'like' | 'pass' | 'superlike', note?: string) =>
  client.choose({ body: { userId: user._id, action, ...(note ? { note } : {}) } })

test('a like is mirrored until it is undone, answered by an end of the match, or erased', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, ben, cleo] = [await world.dater(), await world.dater(), await world.dater()]
  const after = async (step: Promise<unknown>) => {
    await step
    return compared(world)
  }
  expect(await after(choose(ada, ben, 'pass'))).toEqual({ likes: 0, different: 0 })
  expect(await after(choose(ada, ben, 'like', 'Hello there'))).toEqual({ likes: 1, different: 0 })
  expect(await after(choose(ada, ben, 'superlike', 'Hello again'))).toEqual({ likes: 1, different: 0 })
  expect(await after(choose(ada, ben, 'pass'))).toEqual({ likes: 0, different: 0 })
  expect(await after(choose(ada, cleo, 'like'))).toEqual({ likes: 1, different: 0 })
  expect(await after(ada.client.undoChoice())).toEqual({ likes: 0, different: 0 })
  expect(await after(choose(ada, cleo, 'like'))).toEqual({ likes: 1, different: 0 })
  const { match } = (await choose(cleo, ada, 'like')).data
  expect(await compared(world)).toEqual({ likes: 2, different: 0 })
  expect(await after(ada.client.unmatch({ params: { id: match!._id }, body: {} }))).toEqual({ likes: 0, different: 0 })
  await choose(ben, ada, 'like')
  await choose(ben, cleo, 'like')
  expect(await after(choose(cleo, ben, 'like'))).toEqual({ likes: 3, different: 0 })
  await ben.client.deleteAccount({ body: { password: ben.password } })
  world.turnClock(31 * 86_400_000)
  expect(await after(eraseDue(world.deps))).toEqual({ likes: 0, different: 0 })
})

test('the mirror follows every statement, of the product and by SQL, and the removal of accounts', async () => {
  const world = await startWorld({ eavesdrop: false })
  const people = await Promise.all(Array.from({ length: 5 }, () => world.dater()))
  const ids = people.map(({ user }) => user._id)
  const person = fc.constantFrom(...ids.slice(0, 4))
  const one = fc.record({ a: person, b: person, action: fc.constantFrom('like', 'pass', 'superlike') })
  const some = fc.array(one, { minLength: 1, maxLength: 6 })
  const rowsOf = (them: { a: string; b: string; action: string }[]) =>
    [...new Map(them.map((each) => [each.a + each.b, each])).values()]
      .filter(({ a, b }) => a !== b)
      .map(({ a, b, action }) => `('${a}'::uuid, '${b}'::uuid, '${action}', now() - random() * interval '500 days')`)
  const upsert = some.map((them) =>
    rowsOf(them).length === 0
      ? 'select'
      : `insert into choices (chooser_id, chosen_id, action, at) values ${rowsOf(them).join()}
        on conflict (chooser_id, chosen_id) do update set action = excluded.action, note = 'Again', at = excluded.at`,
  )
  const step = fc.oneof(
    { weight: 4, arbitrary: upsert },
    some.map(
      (them) => `delete from choices where (chooser_id, chosen_id) in
      (select a, b from (values ${[...rowsOf(them), `('${ids[4]}'::uuid, '${ids[4]}'::uuid, '', now())`].join()}) v (a, b))`,
    ),
    one.map(({ a, action }) => `update choices set action = '${action}', note_on = 'Why?' where chosen_id = '${a}'`),
    one.map(
      ({ a, b }) => `update choices set chosen_id = '${ids[4]}' where chooser_id = '${a}' and chosen_id = '${b}'
      and not exists (select from choices where chooser_id = '${a}' and chosen_id = '${ids[4]}')`,
    ),
    one.map(
      ({ a, b }) =>
        `select matching_choose('${a}', '${b}', 'like', 'Hello', null, null, now(), 'likes', 9, now(), null)`,
    ),
    fc.constant('forget'),
    fc.constant('truncate choices'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      for (const each of steps) await (each === 'forget' ? forgetPasses(world.deps) : world.query(each))
      expect(await compared(world)).toMatchObject({ different: 0 })
    }),
    { numRuns: rounds(20, 300) },
  )
  await world.query(`insert into choices (chooser_id, chosen_id, action, at)
    select a.id, b.id, 'like', now() from accounts a, accounts b where a.id <> b.id on conflict do nothing`)
  await world.query(`delete from accounts where id = '${ids[0]}'`)
  expect(await compared(world)).toMatchObject({ different: 0 })
})
