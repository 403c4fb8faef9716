import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forgetPasses } from '../../src/features/matching/index.ts'
import { inFuture } from '../../../scripts/present.ts'
import { startWorld, until } from '../world.ts'

test('people may meet again a year after a pass, and likes stay', async () => {
  const world = await startWorld()
  const [ada, ben, cleo, dan] = [await world.dater(), await world.dater(), await world.dater(), await world.dater()]
  const choose = (userId: string, action: 'like' | 'pass') => ada.client.choose({ body: { userId, action } })
  await choose(ben.user._id, 'pass')
  await choose(cleo.user._id, 'pass')
  await choose(dan.user._id, 'like')
  const age = (id: string, days: number) =>
    world.query(`update choices set at = '${inFuture(-days * 86_400_000).toISOString()}'
      where chosen_id = '${id}'`)
  await age(ben.user._id, 366)
  await age(cleo.user._id, 364)
  await age(dan.user._id, 366)
  const inDeck = async () => (await ada.client.discover()).data.people.map(({ user }) => user._id)
  expect(await inDeck()).toEqual([])
  await forgetPasses(world.deps)
  expect(await inDeck()).toEqual([ben.user._id])
  // A second run deletes nothing else.
  await forgetPasses(world.deps)
  const { rows } = await world.query('select action from choices order by action')
  expect(rows).toEqual([{ action: 'like' }, { action: 'pass' }])
})

test('a like that replaces an old pass while passes are deleted stays', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const choose = (action: 'like' | 'pass') => ada.client.choose({ body: { userId: ben.user._id, action } })
  const waiting = async (count: number) =>
    (await world.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount === count
  await choose('pass')
  await world.query(`update choices set at = now() - interval '366 days'`)
  const both: Promise<unknown>[] = []
  await world.deps.db.transaction().execute(async (tx) => {
    await sql`select from choices for update`.execute(tx)
    const liked = choose('like')
    await until(() => waiting(1))
    const forgotten = forgetPasses(world.deps)
    await until(() => waiting(2))
    both.push(liked, forgotten)
  })
  await Promise.all(both)
  expect((await world.query('select action from choices')).rows).toEqual([{ action: 'like' }])
})
