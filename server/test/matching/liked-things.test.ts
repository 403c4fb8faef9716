import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

const nothing = { note: null, noteOn: null, noteOnPhoto: null }

test('a like says which answer or photo it is about, in the list, at the match and in it', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const prompts = [{ question: 'A perfect Sunday', answer: 'Bread, then the river.' }]
  await ada.client.editProfile({ body: { prompts } })
  const photoOf = async ({ user }: Person) =>
    (await world.query(`select public_id from pictures where account_id = '${user._id}'`)).rows[0].public_id as string
  const [adasPhoto, bensPhoto] = [await photoOf(ada), await photoOf(ben)]
  const like = (from: Person, to: Person, more: object) =>
    from.client.choose({ body: { userId: to.user._id, action: 'superlike', ...more } })
  await like(ben, ada, { noteOn: 'A perfect Sunday', note: 'Which river?' })
  const theirLike = { ...nothing, noteOn: 'A perfect Sunday', note: 'Which river?' }
  expect((await ada.client.listLikes()).data.superlikes).toMatchObject([theirLike])
  const { match } = (await like(ada, ben, { noteOnPhoto: bensPhoto })).data
  expect(match!.theirLike).toEqual(theirLike)
  const yourLike = { ...nothing, noteOnPhoto: bensPhoto }
  const params = { id: match!._id }
  expect((await ada.client.getMatch({ params })).data.match).toMatchObject({ theirLike, yourLike })
  expect((await ben.client.listMatches()).data.matches).toMatchObject([{ theirLike: yourLike, yourLike: theirLike }])

  // A plain like reveals nothing else. Words or photos that aren't on the liked profile are not passed on.
  const cem = await world.dater({ firstName: 'Cem' })
  await like(cem, ada, { noteOn: 'Write to me at +351 900', noteOnPhoto: bensPhoto })
  expect((await cem.client.listGivenLikes()).data.likes).toMatchObject([nothing])
  const made = (await ada.client.choose({ body: { userId: cem.user._id, action: 'like', noteOnPhoto: adasPhoto } }))
    .data
  expect(made.match!.theirLike).toBeNull()
  const { yourLike: mine } = (await ada.client.getMatch({ params: { id: made.match!._id } })).data.match
  expect(mine).toBeNull()
})
