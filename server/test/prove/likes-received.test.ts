import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { forgetPasses } from '../../src/features/matching/index.ts'
import type { Person } from '../people.ts'
import { rounds } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'

// `likes_received` always mirrors the likes in `choices`: every write to one writes the other.

const columns = 'chooser_id, chosen_id, action, note, note_on, note_on_photo, at'

/** The number of likes, and of differences between the likes and their mirror. */
async function compared(world: World): Promise<{ likes: number; different: number }> {
  const { rows } = await world.query(`
    with made as materialized (select ${columns} from choices where action <> 'pass'),
    received as materialized (select ${columns} from likes_received)
    select (select count(*)::int from made) as likes, count(*)::int as different
    from (select * from made except select * from received
      union all (select * from received except select * from made)) d`)
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

test('both sides agree after whatever members and jobs do, and an account that SQL removes leaves no trace', async () => {
  const world = await startWorld({ eavesdrop: false, env: { RATE_LIMIT: 'off' } })
  const people = await Promise.all(Array.from({ length: 4 }, () => world.dater()))
  const person = fc.nat(people.length - 1)
  const action = fc.constantFrom('like', 'pass', 'superlike')
  const choosing = fc.record({ a: person, b: person, action }).map(({ a, b, action }) => async () => {
    if (a !== b) await choose(people[a]!, people[b]!, action, action === 'pass' ? undefined : 'Hello')
  })
  const undoing = person.map((a) => () => people[a]!.client.undoChoice())
  const ending = person.map((a) => async () => {
    const [match] = (await people[a]!.client.listMatches()).data.matches
    if (match) await people[a]!.client.unmatch({ params: { id: match._id }, body: {} })
  })
  const forgetting = fc.constant(async () => {
    await world.query(`update choices set at = current_date - 400 where get_byte(uuid_send(chosen_id), 15) < 128`)
    await forgetPasses(world.deps)
    await world.query(`
      with made as materialized (select chooser_id, chosen_id, at from choices)
      update likes_received l set at = c.at from made c
      where c.chooser_id = l.chooser_id and c.chosen_id = l.chosen_id`)
  })
  const step = fc.oneof({ weight: 6, arbitrary: choosing }, undoing, ending, forgetting)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 8 }), async (turns) => {
      // The actions of a turn run concurrently. A refused one must change nothing.
      for (const each of turns) await Promise.allSettled(each.map((act) => act()))
      expect(await compared(world)).toMatchObject({ different: 0 })
    }),
    { numRuns: rounds(20, 200) },
  )
  await Promise.allSettled(people.flatMap((one) => people.map((other) => choose(one, other, 'like'))))
  const [{ user }] = people as [Person]
  await world.query(`delete from accounts where id = '${user._id}'`)
  expect(await compared(world)).toMatchObject({ different: 0 })
  const left = await world.query(`select 1 from choices where '${user._id}' in (chooser_id, chosen_id)
    union all select 1 from likes_received where '${user._id}' in (chooser_id, chosen_id)`)
  expect(left.rowCount).toBe(0)
})
