import { typeOfDetail, urgentClocks } from '@kindred/contract'
import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { startWorld } from '../world.ts'

// Staff's notes and decisions about a report change no byte of the responses to its reporter.

test('notes, claims and another priority change nothing that the reporter gets, and staff keep their versions', async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const file = async (description: string) =>
    (await ada.client.createReport({ body: { problem_type: 'Harassment', description, userId: ben.user._id } })).data
      .report._id
  const id = await file('They keep asking me for money.')
  const problem = { problem_type: 'Bug Report', description: 'The app shows my photos twice.' } as const
  const { _id: other } = (await ada.client.createReport({ body: problem })).data.report
  const params = { id }
  const seen = async () => {
    const lists = []
    for (const sortBy of ['createdAt', 'updatedAt', 'priority', 'due', 'status'] as const)
      lists.push(await ada.client.listMyReports({ query: { sortBy } }))
    return JSON.stringify([await ada.client.getReport({ params }), lists])
  }
  const before = await seen()
  const version = async ({ client }: Person) => (await client.getReport({ params })).data.report.version
  const own = await version(ada)
  const staffs = await version(ines)
  await ines.client.claimNextReport()
  await ines.client.replyToReport({ params, body: { message: 'Known for this. Ban next time.', isInternal: true } })
  await ines.client.setReportPriority({
    params: { id: other },
    body: { priority: 'critical', reason: 'Many have it.' },
  })
  await ines.client.setReportPriority({ params, body: { priority: 'critical', reason: 'A pattern.' } })
  expect(await seen()).toBe(before)
  // Staff notice each other's changes, and invisible changes don't keep the reporter from replying.
  expect(await version(ines)).toBe(staffs + 2)
  const stale = ines.client.setReportPriority({ params, body: { priority: 'other' }, ifMatch: staffs })
  await expect(stale).rejects.toMatchObject({ status: 409 })
  const { report } = (await ada.client.replyToReport({ params, body: { message: 'Again today.' }, ifMatch: own })).data
  expect(report.version).toBe(own + 1)
  const late = ada.client.replyToReport({ params, body: { message: 'And again.' }, ifMatch: own })
  await expect(late).rejects.toMatchObject({
    status: 409,
    message: 'Someone changed this report in the meantime. Please check it and try again.',
  })
  // A change that the reporter can see does change the version.
  await ines.client.setReportStatus({ params, body: { status: 'in_progress' } })
  expect((await ada.client.getReport({ params })).data.report).toMatchObject({
    version: own + 2,
    status: 'in_progress',
    priority: report.priority,
  })
})

test('a reporter learns when a decision is due, as long as the report is open', async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const description = 'They look far younger than eighteen.'
  const body = { problem_type: typeOfDetail.underage, detail: 'underage', description, userId: ben.user._id } as const
  const { report } = (await ada.client.createReport({ body })).data
  const params = { id: report._id }
  const hoursFrom = (from: string, until = '') => (Date.parse(until) - Date.parse(from)) / 3_600_000
  expect(hoursFrom(report.createdAt, report.decideBy)).toBe(urgentClocks.underage!.resolve)
  const own = async () => (await ada.client.getReport({ params })).data.report
  expect((await ada.client.listMyReports({ query: {} })).data.reports[0]!.decideBy).toBe(report.decideBy)
  expect((await ines.client.getReport({ params })).data.report.decideBy).toBeUndefined()
  await ines.client.setReportStatus({ params, body: { status: 'rejected' } })
  expect((await own()).decideBy).toBeUndefined()
  const before = present().toISOString()
  await ines.client.setReportStatus({ params, body: { status: 'in_progress', reason: 'New facts.' } })
  expect(hoursFrom(before, (await own()).decideBy)).toBeCloseTo(urgentClocks.underage!.resolve, 1)
})

test('a report tells its reporter nothing about earlier reports of the same person', async () => {
  const world = await startWorld()
  const [ada, eve] = [await world.dater(), await world.dater({ firstName: 'Eve' })]
  const [ben, cem] = [await world.dater({ firstName: 'Ben' }), await world.dater({ firstName: 'Cem' })]
  const report = async ({ client }: Person, { user }: Person, problem_type: 'Harassment' | 'Other') => {
    const body = { problem_type, description: 'Was rude to me in a message.', userId: user._id }
    const { priority, createdAt, decideBy } = (await client.createReport({ body })).data.report
    return { priority, hours: (Date.parse(decideBy!) - Date.parse(createdAt)) / 3_600_000 }
  }
  await report(ada, ben, 'Harassment')
  expect(await report(eve, ben, 'Other')).toEqual(await report(eve, cem, 'Other'))
})
