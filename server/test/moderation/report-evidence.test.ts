import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

const report = ({ client }: Person, about: object) =>
  client.createReport({ body: { problem_type: 'Harassment', description: 'Writes to me again and again.', ...about } })

test('anyone can be reported, even while hidden; a picture only by someone who could see it', async () => {
  const world = await startWorld()
  const [ada, ben, eve] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.dater()]
  const hidden = await world.picture(eve, 1)
  await eve.client.setPrivacy({ body: { incognito: true } })
  await report(ada, { userId: eve.user._id })
  await expect(report(ada, { publicId: hidden.public_id })).rejects.toMatchObject({ status: 404 })
  const [shown, held] = [await world.picture(ben, 1), await world.picture(ben, 2)]
  await world.query(`update pictures set review = 'held' where public_id = '${held.public_id}'`)
  await report(ada, { publicId: shown.public_id })
  await expect(report(ada, { publicId: held.public_id })).rejects.toMatchObject({ status: 404 })
  await world.matched(ada, ben)
  await ben.client.block({ body: { userId: ada.user._id } })
  expect((await report(ada, { userId: ben.user._id })).data.report.about).toMatchObject({ name: 'Ben' })
  await report(ada, { publicId: shown.public_id })
})
