import { expect, test } from 'vitest'
import { forgetPasses } from '../../src/features/matching/index.ts'
import { startWorld } from '../world.ts'

test('people may meet again a year after a pass, and likes stay', async () => {
  const world = await startWorld()
  const [ada, ben, cleo, dan] = [await world.dater(), await world.dater(), await world.dater(), await world.dater()]
  const choose = (userId: string, action: 'like' | 'pass') => ada.client.choose({ body: { userId, action } })
  await choose(ben.user._id, 'pass')
  await choose(cleo.user._id, 'pass')
  await choose(dan.user._id, 'like')
  const age = (id: string, days: number) =>
    world.query(`update choices set at = '${new Date(Date.now() - days * 86_400_000).toISOString()}'
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
