import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

const report = ({ client }: Person, about: object) =>
  client.createReport({ body: { problem_type: 'Harassment', description: 'Writes to me again and again.', ...about } })

test('people are reported by those who can see them or could, even while hidden, and so are pictures', async () => {
  const world = await startWorld()
  const [ada, ben, eve] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.dater()]
  const hidden = await world.picture(eve, 1)
  await eve.client.setPrivacy({ body: { incognito: true } })
  for (const stranger of [eve, await world.administrator(), await world.newcomer()])
    await expect(report(ada, { userId: stranger.user._id })).rejects.toMatchObject({ status: 404 })
  await expect(report(ada, { publicId: hidden.public_id })).rejects.toMatchObject({ status: 404 })
  await eve.client.choose({ body: { userId: ada.user._id, action: 'superlike' } })
  await report(ada, { userId: eve.user._id })
  const [shown, held] = [await world.picture(ben, 1), await world.picture(ben, 2)]
  await world.changePictures(ben, `update pictures set review = 'held' where public_id = '${held.public_id}'`)
  await report(ada, { publicId: shown.public_id })
  await expect(report(ada, { publicId: held.public_id })).rejects.toMatchObject({ status: 404 })
  await world.matched(ada, ben)
  await ben.client.block({ body: { userId: ada.user._id } })
  expect((await report(ada, { userId: ben.user._id })).data.report.about).toMatchObject({ name: 'Ben' })
  await report(ada, { publicId: shown.public_id })
})

test('no one can report themselves, or one person for the message of another', async () => {
  const world = await startWorld()
  const [ada, ben, cai] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.dater()]
  const params = { id: await world.matched(ada, ben) }
  const { message } = (await ben.client.sendMessage({ params, body: { clientId: randomUUID(), text: 'Hi' } })).data
  const own = await world.picture(ada, 1)
  const wrong = [
    { userId: ada.user._id },
    { publicId: own.public_id },
    { messageId: message._id, userId: cai.user._id },
    { messageId: message._id, userId: ada.user._id },
    { publicId: (await world.picture(ben, 1)).public_id, userId: cai.user._id },
  ]
  for (const about of wrong)
    await expect(report(ada, about)).rejects.toMatchObject({ status: 400, details: { errors: [{ path: 'userId' }] } })
  expect((await ada.client.listMyReports()).data.reports).toEqual([])
  await report(ada, { messageId: message._id, userId: ben.user._id })
})
