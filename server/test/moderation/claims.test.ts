import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

// Who works on a report, and for how long.

const sendReport = async ({ client }: Person, more: object = {}) =>
  (
    await client.createReport({
      body: { problem_type: 'Harassment', description: 'Writes to me again and again.', ...more },
    })
  ).data.report
test('a claim lasts while its owner has the report open, and no one else can take the report meanwhile', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  let [ines, otto] = [await world.administrator(), await world.administrator()]
  const params = { id: (await sendReport(ada))._id }
  const { report } = (await ines.client.claimReport({ params })).data
  expect(report).toMatchObject({ status: 'in_progress', assignee: { _id: ines.user._id } })
  const taken = { status: 409, message: `${report.assignee!.name} is working on this report.` }
  await expect(otto.client.claimReport({ params })).rejects.toMatchObject(taken)
  expect((await otto.client.claimNextReport()).data.report).toBeNull()
  const claim = async () => (await otto.client.watchReport({ params })).data.claim
  for (let minute = 0; minute < 6; minute++) {
    world.turnClock(60_000)
    await ines.client.watchReport({ params })
  }
  expect((await claim())?.by._id).toBe(ines.user._id)
  world.turnClock(5.5 * 60_000)
  // Their sessions have expired by now.
  ;[ines, otto] = [await world.signedInAgain(ines), await world.signedInAgain(otto)]
  expect(await claim()).toBeNull()
  expect((await otto.client.claimReport({ params })).data.report.assignee?._id).toBe(otto.user._id)
  // The claim that ended doesn't return when its owner looks again.
  await ines.client.watchReport({ params })
  expect((await claim())?.by._id).toBe(otto.user._id)
  await otto.client.setReportStatus({ params, body: { status: 'pending' } })
  expect((await otto.client.getReport({ params })).data.report).toMatchObject({ assignee: null, leaseUntil: null })
  await otto.client.setReportStatus({ params, body: { status: 'resolved' } })
  await expect(ines.client.claimReport({ params })).rejects.toMatchObject({ status: 409 })
  await ines.client.setReportStatus({ params, body: { status: 'in_progress' } })
  expect((await otto.client.getReport({ params })).data.report.assignee?._id).toBe(ines.user._id)
})

test('an administrator releases what a colleague holds, and others release only their own', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const [mara, noor] = [await world.staff('moderator'), await world.staff('moderator')]
  const params = { id: (await sendReport(ada))._id }
  await mara.client.claimReport({ params })
  await expect(noor.client.releaseReport({ params })).rejects.toMatchObject({ status: 409 })
  await ines.client.releaseReport({ params })
  expect((await noor.client.claimReport({ params })).data.report.assignee?._id).toBe(noor.user._id)
  await noor.client.releaseReport({ params })
  await expect(ines.client.releaseReport({ params })).rejects.toMatchObject({ status: 409 })
})

test('starting on a report or reopening it assigns it, and unassigning leaves it to everyone', async () => {
  const world = await startWorld()
  const [ada, ines, mara] = [await world.dater(), await world.administrator(), await world.staff('moderator')]
  const { _id: id } = await sendReport(ada)
  const move = async ({ client }: Person, status: 'pending' | 'in_progress' | 'resolved') =>
    (await client.setReportStatus({ params: { id }, body: { status } })).data.report.assignee?._id
  expect(await move(mara, 'in_progress')).toBe(mara.user._id)
  expect(await move(ines, 'resolved')).toBe(mara.user._id)
  expect(await move(ines, 'in_progress')).toBe(ines.user._id)
  expect(await move(ines, 'pending')).toBeUndefined()
  await ines.client.replyToReport({ params: { id }, body: { message: 'We have read it.' } })
  expect((await mara.client.getReport({ params: { id } })).data.report.assignee?._id).toBe(ines.user._id)
})
