import { expect, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

// A like reaches only members who look for its sender or like them, and its sender can't notice the difference.

const anyWorld = shared(startWorld)
const like = async (
  { client }: Person,
  { user }: Person,
  action: 'like' | 'superlike' | 'pass' = 'like',
  note?: string,
) => (await client.choose({ body: { userId: user._id, action, ...(note ? { note } : {}) } })).data

async function people(world: World) {
  const ada = await world.dater({ firstName: 'Ada' }, { gender: 'woman', interestedIn: ['woman'] })
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'man', interestedIn: ['woman'] })
  await world.query(`update accounts set premium_until = now() + interval '9 days' where id = '${ada.user._id}'`)
  const seen = async () => {
    const { count, people: likers, superlikes } = (await ada.client.listLikes()).data
    const { notifications } = (await ada.client.listNotifications()).data
    return [count, likers!.map(({ user }) => user.firstName), superlikes.length, notifications.map(({ kind }) => kind)]
  }
  return { ada, ben, seen }
}

test('a like to someone who doesn’t look for its sender doesn’t reach them, and is as any other to its sender', async () => {
  const world = await anyWorld()
  const { ada, ben, seen } = await people(world)
  const eve = await world.dater({}, { gender: 'woman', interestedIn: ['man'] })
  const mia = await world.dater({ firstName: 'Mia' }, { gender: 'Trans woman', shownTo: ['woman'] })
  const nia = await world.dater({ firstName: 'Nia' }, { gender: 'Trans woman', shownTo: ['non-binary'] })
  // Likes to Eve, who looks for men, and to Ada, who doesn't, have the same responses and costs, and both are listed.
  const ned = await world.dater({ firstName: 'Ned' }, { gender: 'man', interestedIn: ['woman'] })
  const all = async (sender: Person, to: Person) => {
    const answers = [await like(sender, to), await like(sender, to), await like(sender, to, 'superlike')]
    const given = (await sender.client.listGivenLikes()).data.likes.map(({ action }) => action)
    const costs = answers.map(({ match, allowance }) => [match, { ...allowance, resetsAt: '' }])
    return [costs, given, (await sender.client.undoChoice()).data.undone.action]
  }
  expect(await all(ben, ada)).toEqual(await all(ned, eve))
  await like(nia, ada)
  expect(await seen()).toEqual([0, [], 0, []])
  await like(mia, ada)
  expect(await seen()).toEqual([1, ['Mia'], 0, ['like']])
})

test('a like that didn’t reach them is a match, with its note, once they like its sender', async () => {
  const world = await anyWorld()
  const { ada, ben, seen } = await people(world)
  await like(ben, ada, 'like', 'I bake, too.')
  await ada.client.editProfile({ body: { interestedIn: ['woman', 'man'] } })
  // A change of the preferred gender doesn't reveal a like.
  expect((await like(ben, ada)).match).toBeNull()
  expect(await seen()).toEqual([0, [], 0, []])
  expect((await like(ada, ben)).match).toMatchObject({
    user: { firstName: 'Ben' },
    theirLike: { note: 'I bake, too.' },
  })
})

test('a like from before a change of wishes stays, and can be answered by someone who isn’t looked for any more', async () => {
  const world = await anyWorld()
  const { ada, ben, seen } = await people(world)
  await ada.client.editProfile({ body: { interestedIn: ['woman', 'man'] } })
  await like(ben, ada)
  await ada.client.editProfile({ body: { interestedIn: ['woman'] } })
  await like(ben, ada, 'superlike')
  expect(await seen()).toEqual([1, ['Ben'], 1, ['superlike', 'like']])
  const max = await world.dater({ firstName: 'Max' }, { gender: 'man', interestedIn: ['woman'] })
  await ada.client.editProfile({ body: { interestedIn: ['man'] } })
  await like(ada, max)
  await ada.client.editProfile({ body: { interestedIn: ['woman'] } })
  expect((await like(max, ada)).match).toMatchObject({ user: { firstName: 'Ada' } })
})

test('no one is warned about a note that didn’t reach them, and the note is deleted when they are erased', async () => {
  const world = await startWorld({ eavesdrop: false })
  const ines = await world.administrator()
  const { ada, ben } = await people(world)
  const eve = await world.dater({}, { gender: 'woman', interestedIn: ['man'] })
  await like(ben, ada, 'like', 'Buy me a gift card?')
  await like(ben, eve, 'like', 'Buy me a gift card?')
  const params = { id: ben.user._id }
  const { received, readers } = (await ines.client.previewFraudWarning({ params, reason: 'I check it.' })).data
  expect([received, readers.map(({ _id }) => _id)]).toEqual([1, [eve.user._id]])
  await ada.client.deleteAccount({ body: { password: ada.password } })
  world.turnClock(31 * 86_400_000)
  await eraseDue(world.deps)
  const { rows } = await world.query(`select 1 from choices where chosen_id = '${ada.user._id}'
    union all select 1 from likes_received where not reached and chosen_id = '${ada.user._id}'`)
  expect(rows).toEqual([])
})
