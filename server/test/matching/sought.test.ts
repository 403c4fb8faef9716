import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

const like = ({ client }: Person, { user }: Person, action: 'like' | 'superlike' | 'pass' = 'like') =>
  client.choose({ body: { userId: user._id, action } })

test('nobody gets a like from people whom they don’t look for, or who don’t look for them', async () => {
  const world = await startWorld()
  const ada = await world.dater({ firstName: 'Ada' }, { gender: 'woman', interestedIn: ['woman'] })
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'man', interestedIn: ['woman'] })
  const eve = await world.dater(
    { firstName: 'Eve' },
    { gender: 'Trans woman', shownTo: ['woman'], interestedIn: ['woman'] },
  )
  const nobody = { status: 404, message: 'We couldn’t find this person.' }
  await expect(like(ben, ada)).rejects.toMatchObject(nobody)
  await expect(like(ben, ada, 'superlike')).rejects.toMatchObject(nobody)
  await expect(like(ada, ben)).rejects.toMatchObject(nobody)
  // She is a woman to those who look for women, and to nobody else.
  await expect(like(ada, eve)).resolves.toBeTruthy()
  await expect(like(ben, eve)).rejects.toMatchObject(nobody)
  await expect(like(ben, ada, 'pass')).resolves.toBeTruthy()
  // Refused likes cost nothing, and leave nothing.
  expect((await ben.client.getAllowance()).data).toEqual((await (await world.dater()).client.getAllowance()).data)
  const { rows } = await world.query(`select from likes_received where chosen_id = '${ada.user._id}'`)
  expect([rows.length, (await ada.client.listNotifications()).data.notifications]).toEqual([0, []])
})

test('a like can be answered although its sender has changed since', async () => {
  const world = await startWorld()
  const ada = await world.dater({ firstName: 'Ada' }, { gender: 'woman', interestedIn: ['woman'] })
  const eve = await world.dater({ firstName: 'Eve' }, { gender: 'woman', interestedIn: ['woman'] })
  await like(ada, eve)
  await ada.client.editProfile({ body: { interestedIn: ['man'] } })
  expect((await like(eve, ada)).data.match).toMatchObject({ user: { firstName: 'Ada' } })
})
