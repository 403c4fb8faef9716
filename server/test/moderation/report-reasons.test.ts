import { type Report, reportDetails, typeOfDetail, type ReportDetail } from '@kindred/contract'
import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

const HOUR = 3_600_000

const because = async ({ client }: Person, detail: ReportDetail, userId: string) =>
  (
    await client.createReport({
      body: { problem_type: typeOfDetail[detail], detail, description: 'Please have a look at this.', userId },
    })
  ).data.report

test('each reason goes with its type alone, and both people who read the report see it', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  for (const detail of reportDetails) {
    const about = await world.dater({ firstName: 'Ben' })
    const { _id: id } = await because(ada, detail, about.user._id)
    const params = { id }
    expect((await ada.client.getReport({ params })).data.report).toMatchObject({ detail })
    const { report } = (await ines.client.getReport({ params })).data
    expect(report.priorityParts).toContainEqual(expect.objectContaining({ name: expect.stringMatching(/^Reason: /) }))
    const listed = (await ines.client.listReports({ query: { detail } })).data.reports
    expect(listed.map((each) => [each._id, each.detail])).toEqual([[id, detail]])
  }
  const body = { problem_type: 'Harassment', detail: 'scam', description: 'Please have a look at this.' } as const
  await expect(ada.client.createReport({ body })).rejects.toMatchObject({
    status: 400,
    message: 'This reason belongs to another type of problem.',
  })
})

test('minors and intimate photos are claimed first, and each has its own deadline', async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  // A threat is critical as well, and due sooner.
  await ada.client.createReport({
    body: { problem_type: 'Harassment', description: 'They said they would kill me.', userId: ben.user._id },
  })
  world.turnClock(HOUR / 12)
  const image = await because(ada, 'intimate_image', ben.user._id)
  world.turnClock(HOUR / 60)
  const minor = await because(ada, 'underage', ben.user._id)
  const claimed: Report[] = []
  for (let count = 0; count < 3; count++) claimed.push((await ines.client.claimNextReport()).data.report!)
  expect(claimed.map(({ detail }) => detail)).toEqual(['intimate_image', 'underage', null])
  const hoursOf = ({ createdAt, clocks }: Report) =>
    (Date.parse(clocks!.resolution.dueAt) - Date.parse(createdAt)) / HOUR
  expect(claimed.map(hoursOf)).toEqual([48, 24, 24])
  expect(claimed[0]!.priorityParts).toContainEqual({
    name: 'Reason: Intimate photo shared without consent, to be resolved within 48 hours',
    points: 100,
  })
  const list = (await ines.client.listReports({ query: { sortBy: 'priority', sortOrder: 'asc' } })).data.reports
  expect(new Set(list.slice(0, 2).map(({ _id }) => _id))).toEqual(new Set([image._id, minor._id]))
})

test('a graver reason is a report of its own, and staff who lower it take it from the front', async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const first = await because(ada, 'sexual', ben.user._id)
  const second = await because(ada, 'intimate_image', ben.user._id)
  expect(second._id).not.toBe(first._id)
  expect((await because(ada, 'intimate_image', ben.user._id))._id).toBe(second._id)
  await ines.client.setReportPriority({ params: { id: second._id }, body: { priority: 'other' } })
  const { report } = (await ines.client.claimNextReport()).data
  expect(report?._id).toBe(first._id)
})
