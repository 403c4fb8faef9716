import { expect, test } from 'vitest'
import { findShownTexts } from '../../src/features/moderation/monitoring/queries.ts'
import type { Person } from '../people.ts'
import { inFuture } from '../../../scripts/present.ts'
import { startWorld, type World } from '../world.ts'

// A note can follow a like, once, until the like was seen.

const like = ({ client }: Person, { user }: Person, action: 'like' | 'superlike' = 'like') =>
  client.choose({ body: { userId: user._id, action } })
const addNote = ({ client }: Person, { user }: Person, note = 'Do you row, too?') =>
  client.addNote({ params: { userId: user._id }, body: { note } })
const premium = (world: World, { user }: Person) =>
  world.query(`update accounts set premium_until = now() + interval '30 days' where id = '${user._id}'`)

test('a note that follows a like is shown with it, in both lists and at the match', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await premium(world, ben)
  await like(ada, ben)
  await addNote(ada, ben)
  expect((await ada.client.listGivenLikes()).data.likes).toMatchObject([{ note: 'Do you row, too?' }])
  expect((await ben.client.listLikes()).data.people).toMatchObject([{ note: 'Do you row, too?' }])
  const { match } = (await like(ben, ada)).data
  expect(match!.theirLike).toMatchObject({ note: 'Do you row, too?' })
  await expect(addNote(ada, ben)).rejects.toMatchObject({ status: 409 })
})

test('a second note is refused, and so is one on a like that was seen, whoever could see it', async () => {
  const world = await startWorld()
  const [ada, ben, cleo] = [await world.dater(), await world.dater(), await world.dater()]
  await like(ada, ben)
  await addNote(ada, ben)
  await expect(addNote(ada, ben, 'And sail?')).rejects.toMatchObject({ status: 409 })
  expect((await ada.client.listGivenLikes()).data.likes).toMatchObject([{ note: 'Do you row, too?' }])
  // Without Premium, only a super like is shown.
  await like(ada, cleo)
  await like(ben, cleo, 'superlike')
  await cleo.client.listLikes()
  await expect(addNote(ben, cleo)).rejects.toMatchObject({ status: 409 })
  await addNote(ada, cleo)
  // A new like, such as a super like, is unseen again.
  await like(ada, cleo, 'superlike')
  await addNote(ada, cleo, 'Hello again')
  const { superlikes } = (await cleo.client.listLikes()).data
  expect(new Set(superlikes.map(({ note }) => note))).toEqual(new Set(['Hello again', null]))
})

test('there is no like to add a note to where there is none, after a pass or a block, and for an empty note', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater()]
  await expect(addNote(ada, ben)).rejects.toMatchObject({ status: 404 })
  await like(ada, ben)
  for (const note of ['', 'x'.repeat(141)]) await expect(addNote(ada, ben, note)).rejects.toMatchObject({ status: 400 })
  await ada.client.choose({ body: { userId: ben.user._id, action: 'pass' } })
  await expect(addNote(ada, ben)).rejects.toMatchObject({ status: 404 })
  await like(ada, ben)
  await ben.client.block({ body: { userId: ada.user._id } })
  await expect(addNote(ada, ben)).rejects.toMatchObject({ status: 404 })
})

test('the monitoring rules read a late note as a new one, and an undo still takes back the last swipe', async () => {
  const world = await startWorld()
  const [ada, ben, cleo] = [await world.dater(), await world.dater(), await world.dater()]
  await like(ada, ben)
  await world.query(`update choices set at = now() - interval '40 days'`)
  await ada.client.choose({ body: { userId: cleo.user._id, action: 'pass' } })
  await addNote(ada, ben, 'Write to me elsewhere')
  const from = inFuture(-3_600_000)
  const found = await findShownTexts(world.deps.db, { since: new Date(0), from, most: 100 })
  const toBen = found.filter(({ lines }) => lines[0]?.reader === ben.user._id)
  expect(toBen).toMatchObject([{ sender_id: ada.user._id, lines: [{ text: 'Write to me elsewhere' }] }])
  expect((await ada.client.undoChoice()).data.undone).toEqual({ userId: cleo.user._id, action: 'pass' })
})
