import { expect, test } from 'vitest'
import { forgetSetAside } from '../../src/features/matching/index.ts'
import type { Person } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { startWorld, type World } from '../world.ts'

// A card can be set aside for a week, which isn't a swipe.

const setAside = ({ client }: Person, other: Person) =>
  client.choose({ body: { userId: other.user._id, action: 'later' } })

const deckOf = async ({ client }: Person) => (await client.discover()).data.people.map(({ user }) => user._id)
const listOf = async ({ client }: Person) => (await client.listSetAside()).data.people.map(({ user }) => user._id)

const age = (world: World, days: number) => world.query(`update set_aside set at = now() - interval '${days} days'`)

test('people who were set aside leave deck, search and counts, and come back after a week', async () => {
  const world = await startWorld()
  const [ada, ben, cleo] = [await world.dater(), await world.dater(), await world.dater()]
  const { match, allowance } = (await setAside(ada, ben)).data
  expect([match, allowance.likes, allowance.undos]).toEqual([null, 50, 1])
  expect(await deckOf(ada)).toEqual([cleo.user._id])
  expect((await ada.client.getFilterCosts()).data.fitting).toBe(1)
  expect((await ada.client.searchPeople({})).data.pagination.total).toBe(1)
  const [listed] = (await ada.client.listSetAside()).data.people
  expect(listed).toMatchObject({ user: { _id: ben.user._id } })
  expect(Date.parse(listed!.until) - present().getTime()).toBeGreaterThan(6.9 * 86_400_000)
  await age(world, 6)
  expect(await listOf(ada)).toEqual([ben.user._id])
  await age(world, 7)
  expect(await listOf(ada)).toEqual([])
  expect((await deckOf(ada)).toSorted()).toEqual([ben.user._id, cleo.user._id].toSorted())
  await forgetSetAside(world.deps)
  expect((await world.query('select from set_aside')).rows).toEqual([])
})

test('it is no swipe: nothing is counted, the other person sees no change, and a like of theirs waits', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await world.query(`update accounts set premium_until = now() + interval '30 days' where id = '${ada.user._id}'`)
  await ben.client.choose({ body: { userId: ada.user._id, action: 'superlike' } })
  await world.query('delete from uncounted_choices')
  await setAside(ada, ben)
  expect((await world.query(`select from choices where chooser_id = '${ada.user._id}'`)).rows).toEqual([])
  expect((await world.query('select from uncounted_choices')).rows).toEqual([])
  // Not even the likes at the top of a deck bring the person back early.
  expect(await deckOf(ada)).toEqual([])
  expect((await ada.client.listLikes()).data.people).toMatchObject([{ user: { _id: ben.user._id } }])
  const liked = await ada.client.choose({ body: { userId: ben.user._id, action: 'like' } })
  expect(liked.data.match).not.toBeNull()
  expect(await listOf(ada)).toEqual([])
  // A match isn't set aside.
  await setAside(ada, ben)
  expect((await ada.client.undoChoice().catch((error: unknown) => error)) as unknown).toMatchObject({ status: 409 })
})

test('an undo, or the list, brings someone back without costing an undo', async () => {
  const world = await startWorld()
  const [ada, ben, cleo] = [await world.dater(), await world.dater(), await world.dater()]
  await ada.client.choose({ body: { userId: cleo.user._id, action: 'pass' } })
  await setAside(ada, ben)
  const { undone, allowance } = (await ada.client.undoChoice()).data
  expect([undone, allowance.undos]).toEqual([{ userId: ben.user._id, action: 'later' }, 1])
  expect(await deckOf(ada)).toEqual([ben.user._id])
  await setAside(ada, ben)
  await ada.client.bringBack({ params: { userId: ben.user._id } })
  expect(await deckOf(ada)).toEqual([ben.user._id])
  expect((await ada.client.undoChoice()).data.undone).toEqual({ userId: cleo.user._id, action: 'pass' })
})

test('only people who can be seen can be set aside, and the list leaves out those who can’t any longer', async () => {
  const world = await startWorld()
  const [ada, ben, cleo, dan] = [await world.dater(), await world.dater(), await world.dater(), await world.dater()]
  await ben.client.setPrivacy({ body: { incognito: true } })
  await expect(setAside(ada, ben)).rejects.toMatchObject({ status: 404 })
  await expect(setAside(ada, ada)).rejects.toMatchObject({ status: 409 })
  await setAside(ada, cleo)
  await setAside(ada, dan)
  expect(await listOf(ada)).toEqual([dan.user._id, cleo.user._id])
  await cleo.client.setPrivacy({ body: { incognito: true } })
  await dan.client.block({ body: { userId: ada.user._id } })
  expect(await listOf(ada)).toEqual([])
})
