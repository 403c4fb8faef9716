import { expect, test } from 'vitest'
import { sendDueDigests } from '../../src/features/delivery/notifications/notifications.ts'
import type { Person } from '../people.ts'
import { startWorld, until, type World } from '../world.ts'

const sendReport = async ({ client }: Person, more: object = {}) =>
  (
    await client.createReport({
      body: { problem_type: 'Harassment', description: 'Writes to me again and again.', ...more },
    })
  ).data.report

test('the reporter is emailed about an answer with a link and without its text; notes don’t notify anyone', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const params = { id: (await sendReport(ada))._id }
  await ada.client.setNotificationSettings({ body: { kinds: { report: { mail: 'now', push: false } } } })
  await ines.client.replyToReport({ params, body: { message: 'Known to us.', isInternal: true } })
  await ines.client.replyToReport({ params, body: { message: 'We look into the lantern.' } })
  await ines.client.setReportStatus({ params, body: { status: 'resolved' } })
  for (let each = 0; each < 2; each++) {
    await sendDueDigests(world.deps)
    world.turnClock(31_000)
  }
  const mail = (await world.mailsTo(ada.email, 2)).at(-1)!
  expect(mail.text).toContain(`/support?report=${params.id}`)
  expect(mail.text).not.toMatch(/lantern|Known to us/)
})

const hour = 3_600_000
/** Moves notifications into the past and keeps everyone signed in. */
const pass = (world: World, hours: number) =>
  world.query(
    `update reports set ${[
      'created_at',
      'first_answer_at',
      'clocks_from',
      'first_due_at',
      'next_due_at',
      'resolve_due_at',
      'lease_until',
    ]
      .map((column) => `${column} = ${column} - interval '${hours} hours'`)
      .join(', ')}`,
  )
const left = (world: World, iso: string | null | undefined) =>
  iso ? Math.round((Date.parse(iso) - world.deps.clock.now().getTime()) / hour) : null

test('three deadlines run: first answer, next answer and resolution; the nearest comes first, whatever its label', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const slow = await sendReport(ada, { problem_type: 'Other', description: 'Just a thought about colours.' })
  expect(slow).not.toHaveProperty('clocks')
  const params = { id: slow._id }
  const clocks = async () => {
    const clocks = (await ines.client.getReport({ params })).data.report.clocks!
    return {
      due: left(world, clocks.dueAt),
      first: clocks.firstAnswer.metAt ? 'met' : left(world, clocks.firstAnswer.dueAt),
      next: left(world, clocks.nextAnswer?.dueAt),
      end: clocks.resolution.metAt ? 'met' : left(world, clocks.resolution.dueAt),
    }
  }
  expect(await clocks()).toEqual({ due: 48, first: 48, next: null, end: 240 })
  await pass(world, 47)
  const quick = await sendReport(ada, { problem_type: 'Harassment' })
  const order = async (query: object) => (await ines.client.listReports({ query })).data.reports.map(({ _id }) => _id)
  expect(await order({ sortBy: 'due', sortOrder: 'asc' })).toEqual([slow._id, quick._id])
  expect((await ines.client.claimNextReport()).data.report!._id).toBe(slow._id)
  await pass(world, 2)
  expect(await order({ overdue: 'true' })).toEqual([slow._id])
  expect((await ines.client.getReportStatistics()).data.overdue).toBe(1)
  await ines.client.replyToReport({ params, body: { message: 'A note.', isInternal: true } })
  expect(await clocks()).toMatchObject({ first: -1 })
  await ines.client.replyToReport({ params, body: { message: 'Which colours?' } })
  expect(await clocks()).toEqual({ due: 191, first: 'met', next: null, end: 191 })
  await ada.client.replyToReport({ params, body: { message: 'The green ones.' } })
  expect(await clocks()).toEqual({ due: 72, first: 'met', next: 72, end: 191 })
  await pass(world, 1)
  await ada.client.replyToReport({ params, body: { message: 'And the blue ones.' } })
  expect(await clocks()).toMatchObject({ next: 71 })
  await ines.client.setReportPriority({ params, body: { priority: 'critical' } })
  expect(await clocks()).toMatchObject({ end: -26, due: -26 })
  await ines.client.setReportStatus({ params, body: { status: 'resolved' } })
  expect(await clocks()).toMatchObject({ due: null, end: 'met', next: null })
  await ines.client.setReportStatus({ params, body: { status: 'in_progress', reason: 'More came.' } })
  expect(await clocks()).toMatchObject({ due: 24, end: 24 })
})

test('staff who have a report open are visible to each other while they read it', async () => {
  const world = await startWorld()
  const [ada, ines, kai] = [await world.dater(), await world.administrator(), await world.administrator()]
  const params = { id: (await sendReport(ada))._id }
  const watch = async ({ client }: Person) => (await client.watchReport({ params })).data.others
  expect(await watch(ines)).toEqual([])
  const { received } = await world.listen(ines.token)
  expect(await watch(kai)).toEqual([{ _id: ines.user._id, name: 'Ines Marlowe' }])
  await until(() => received.some((event) => event.type === 'report.watched' && event.reportId === params.id))
  expect(await watch(ines)).toHaveLength(1)
  world.turnClock(41_000)
  expect(await watch(ines)).toEqual([])
  await expect(ada.client.watchReport({ params })).rejects.toMatchObject({ status: 403 })
})

test('a bulk move of reports is previewed, follows the transition table, and can be undone for each', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const reported = [
    await sendReport(ada),
    await sendReport(ada, { problem_type: 'Other' }),
    await sendReport(ada, { problem_type: 'Bug Report' }),
  ]
  const [one, two, three] = reported.map(({ _id }) => _id) as [string, string, string]
  const set = (id: string, status: 'closed' | 'in_progress') =>
    ines.client.setReportStatus({ params: { id }, body: { status } })
  await set(two, 'in_progress')
  await set(three, 'closed')
  const statuses = async () =>
    Promise.all(
      [one, two, three].map(async (id) => (await ines.client.getReport({ params: { id } })).data.report.status),
    )
  const finished = async (id: string) => {
    await until(async () => (await ines.client.getBatch({ params: { id } })).data.batch.finishedAt)
    return (await ines.client.getBatch({ params: { id } })).data.batch
  }
  const body = { about: 'reports', action: 'resolved', filters: {}, reason: 'All one lamp.' } as const
  const refused = [{ why: 'A report that’s closed can’t become resolved.', count: 1 }]
  expect((await ines.client.previewBatch({ body })).data).toEqual({ will: 2, refused, needs: 'none' })
  const { batch } = (await ines.client.startBatch({ body })).data
  expect(await finished(batch._id)).toMatchObject({ total: 2, done: 2, refused })
  expect(await statuses()).toEqual(['resolved', 'resolved', 'closed'])
  const { history } = (await ines.client.getReportHistory({ params: { id: one } })).data
  expect(history.at(-1)).toMatchObject({ before: 'pending', after: 'resolved', reason: 'All one lamp.' })
  const back = (await ines.client.undoBatch({ params: { id: batch._id } })).data.batch
  await finished(back._id)
  // A resolved report can't go back to pending, so it becomes open, the closest status.
  expect(await statuses()).toEqual(['in_progress', 'in_progress', 'closed'])
})
