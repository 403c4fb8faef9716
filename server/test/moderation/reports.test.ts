import { reportStatuses, transitions } from '@kindred/contract'
import { expect, test } from 'vitest'
import { sentenceOf } from '../../src/features/moderation/refusals.ts'
import { write } from '../../src/infra/language/write.ts'
import type { Person } from '../people.ts'
import { proof } from '../proofs.ts'
import { shared, startWorld, until, type World } from '../world.ts'
import { sendReport } from '../reports-steps.ts'

const anyWorld = shared(startWorld)

const PREFIX = '/api/v1/reports'

const put = (world: World, { token }: Person, path: string, body: object, ifMatch?: number) =>
  world.request(PREFIX + path, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
    },
    body: JSON.stringify(body),
  })

test('a member reports, an administrator answers, and both see the status', async () => {
  const world = await anyWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const report = await sendReport(ada, { userId: ben.user._id, priority: 'other', status: 'closed' })
  expect(report).toMatchObject({
    status: 'pending',
    priority: 'high',
    problem_type: 'Harassment',
    user: { name: 'Ada Marlowe', email: ada.email },
    about: { name: 'Ben' },
    replies: [],
  })
  expect(report).not.toHaveProperty('priorityParts')
  const params = { id: report._id }
  const noted = await ines.client.replyToReport({ params, body: { message: 'Known to us.', isInternal: true } })
  expect(noted.data.report.status).toBe('pending')
  const answered = (await ines.client.replyToReport({ params, body: { message: 'Thank you, we look into it.' } })).data
    .report
  expect(answered.status).toBe('in_progress')
  expect(answered.replies.map(({ isInternal }) => isInternal)).toEqual([true, false])
  await ines.client.setReportStatus({ params, body: { status: 'resolved' } })
  const seen = (await ada.client.getReport({ params })).data.report
  expect(seen).toMatchObject({
    status: 'resolved',
    replies: [{ message: 'Thank you, we look into it.', repliedBy: { name: 'Kindred support' } }],
  })
  await ada.client.replyToReport({ params, body: { message: 'Thanks.' } })
  const { conversation } = (await ada.client.getReportConversation({ params })).data
  expect(conversation.map(({ message }) => message)).toEqual([
    'Writes to me again and again.',
    'Thank you, we look into it.',
    'Thanks.',
  ])
  expect((await ada.client.listNotifications()).data.notifications[0]).toMatchObject({
    kind: 'report',
    link: `/support?report=${report._id}`,
  })
  expect((await ines.client.getReportHistory({ params })).data.history.map(({ what }) => what)).toEqual([
    'reported',
    'note',
    'status',
    'reply',
    'status',
    'reply',
  ])
})

test("no call shows a member internal notes or other members' reports", async () => {
  const world = await anyWorld()
  const [ada, eve, ines] = [await world.dater(), await world.dater({ firstName: 'Eve' }), await world.administrator()]
  const report = await sendReport(ada)
  const params = { id: report._id }
  await ines.client.replyToReport({ params, body: { message: 'CANARY-INTERNAL', isInternal: true } })
  const all = JSON.stringify([
    await ada.client.getReport({ params }),
    await ada.client.listMyReports(),
    await ada.client.getReportConversation({ params }),
    await ada.client.getReportReplies({ params }),
    await ada.client.replyToReport({ params, body: { message: 'Hello?' } }),
    await ada.client.listNotifications(),
  ])
  expect(all).not.toMatch(/CANARY|Ines/)
  for (const act of [
    () => eve.client.getReport({ params }),
    () => eve.client.getReportConversation({ params }),
    () => eve.client.getReportReplies({ params }),
    () => eve.client.replyToReport({ params, body: { message: 'Me too.' } }),
  ])
    await expect(act()).rejects.toMatchObject({ status: 404 })
  expect((await eve.client.listMyReports()).data.reports).toEqual([])
  await expect(ada.client.replyToReport({ params, body: { message: 'x', isInternal: true } })).rejects.toMatchObject({
    status: 403,
  })
})

test('the API allows only the report transitions in the table', async () => {
  const world = await anyWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const { _id: id } = await sendReport(ada)
  let attempts = 0
  for (const from of reportStatuses)
    for (const to of reportStatuses) {
      await world.query(`update reports set status = '${from}' where id = '${id}'`)
      const act = ines.client.setReportStatus({ params: { id }, body: { status: to } }).then(
        ({ data }) => data.report.status as string,
        (error: { status: number; message: string }) => `${error.status} ${error.message}`,
      )
      expect([from, to, await act]).toEqual([
        from,
        to,
        transitions[from].includes(to) ? to : `409 ${write('en', sentenceOf(`transition:${from}:${to}`))}`,
      ])
      attempts++
    }
  proof(`${attempts} report transitions: allowed as in the table`)
})

test('when two administrators decide at once, one wins and the other learns who did', async () => {
  const world = await anyWorld()
  const [ada, ines, other] = [await world.dater(), await world.administrator(), await world.administrator()]
  const report = await sendReport(ada)
  const path = `/report/${report._id}/status`
  const answers = await Promise.all([
    put(world, ines, path, { status: 'resolved' }, report.version),
    put(world, other, path, { status: 'rejected' }, report.version),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = (await answers.find(({ status }) => status === 409)!.json()) as { message: string }
  expect(refused.message).toBe('Ines Marlowe changed this report in the meantime. Please check it and try again.')
})

test('a repeated report joins the open one, and a message is kept as it was', async () => {
  const world = await anyWorld()
  const { ada, ben, id } = await world.talking()
  const { message } = (
    await ben.client.sendMessage({ params: { id }, body: { clientId: 'client-1', text: 'Rude words' } })
  ).data
  const first = await sendReport(ada, { messageId: message._id })
  expect(first).toMatchObject({ about: { _id: ben.user._id }, evidence: { text: 'Rude words' } })
  await ben.client.deleteMessage({ params: { id, messageId: message._id } })
  const again = await sendReport(ada, { messageId: message._id, description: 'And once more, today.' })
  expect(again).toMatchObject({ _id: first._id, replyCount: 1, evidence: { text: 'Rude words' } })
  const eve = await world.dater({ firstName: 'Eve' })
  await expect(sendReport(eve, { messageId: message._id })).rejects.toMatchObject({ status: 404 })
  expect((await ada.client.listContacts()).data.contacts).toEqual([{ _id: ben.user._id, name: 'Ben' }])
  await ada.client.block({ body: { userId: ben.user._id } })
  expect((await ada.client.listContacts()).data.contacts).toHaveLength(1)
})

test('a reported message that its author deleted stays visible to staff, and hidden from the reporter', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const ines = await world.administrator()
  const id = await world.matched(ada, ben)
  const { message } = (
    await ben.client.sendMessage({ params: { id }, body: { clientId: 'client-1', text: 'Words thought better of' } })
  ).data
  await ben.client.deleteMessage({ params: { id, messageId: message._id } })
  const report = await sendReport(ada, { messageId: message._id })
  const params = { id: report._id }
  const read = [
    report,
    await ada.client.getReport({ params }),
    await ada.client.getReportConversation({ params }),
    await ada.client.getReportReplies({ params }),
    await ada.client.replyToReport({ params, body: { message: 'Please look at it.' } }),
    await ada.client.listMyReports({ query: {} }),
    await sendReport(ada, { messageId: message._id, description: 'And once more, today.' }),
    await ada.client.listMessages({ params: { id: id }, query: {} }),
  ]
  expect(JSON.stringify(read)).not.toContain('thought better of')
  expect(report.evidence).toMatchObject({ text: null, pictureUrl: null })
  const seen = (await ines.client.getReport({ params, reason: 'It was reported.' })).data.report
  expect(seen.evidence).toMatchObject({ text: 'Words thought better of' })
})

test('administrators can find, filter, sort and count reports', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  for (const [problem_type, description] of [
    ['Bug Report', 'The button does nothing at all.'],
    ['Harassment', 'They threatened to kill me.'],
    ['Other', 'Just a thought about colours.'],
  ] as const)
    await sendReport(ada, { problem_type, description })
  const found = async (query: object = {}) =>
    (await ines.client.listReports({ query })).data.reports.map(({ problem_type }) => problem_type)
  expect(await found()).toEqual(['Other', 'Harassment', 'Bug Report'])
  expect(await found({ sortOrder: 'asc' })).toEqual(['Bug Report', 'Harassment', 'Other'])
  expect(await found({ sortBy: 'priority', sortOrder: 'asc' })).toEqual(['Harassment', 'Bug Report', 'Other'])
  expect(await found({ priority: 'critical' })).toEqual(['Harassment'])
  expect(await found({ problem_type: 'Other' })).toEqual(['Other'])
  expect(await found({ search: 'BUTTON' })).toEqual(['Bug Report'])
  expect(await found({ search: ada.email })).toHaveLength(3)
  for (const search of ['%', '_', "'", 'x\u0000']) expect([search, await found({ search })]).toEqual([search, []])
  expect(await found({ status: 'resolved' })).toEqual([])
  expect(await found({ from: '2999-01-01' })).toEqual([])
  await expect(ines.client.listReports({ query: { from: 'yesterday' } })).rejects.toMatchObject({ status: 400 })
  expect((await ines.client.listReports({ query: { limit: '2', page: '2' } })).data.pagination).toEqual({
    page: 2,
    limit: 2,
    total: 3,
    pages: 2,
  })
  expect((await ines.client.getReportStatistics()).data).toMatchObject({
    total: 3,
    pending: 3,
    highPriority: 1,
    avgResponseTime: null,
    byType: { 'Bug Report': 1, Harassment: 1, Other: 1 },
  })
  // An analyst gets no number that could identify a person.
  await world.query(`update accounts set staff_role = 'analyst' where id = '${ada.user._id}'`)
  const small = (await ada.client.getReportStatistics()).data
  expect(small).toMatchObject({ total: 0, pending: 0, highPriority: 0, overdue: 0, byType: {}, byMonth: {} })
  const { _id: id } = (await ines.client.listReports()).data.reports[0]!
  world.turnClock(60_000)
  await ines.client.replyToReport({ params: { id }, body: { message: 'Thank you.' } })
  const { avgResponseTime, medianResponseTime, p90ResponseTime } = (await ines.client.getReportStatistics()).data
  for (const time of [avgResponseTime, medianResponseTime, p90ResponseTime]) expect(time).toBeGreaterThan(59)
})

test('staff who report someone see of their report what any reporter sees', async () => {
  const world = await startWorld()
  const [ben, ines] = [await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const mara = await world.staff('moderator')
  const params = { id: (await sendReport(mara, { userId: ben.user._id }))._id }
  await ines.client.claimReport({ params })
  await ines.client.replyToReport({ params, body: { message: 'Why does she report him?', isInternal: true } })
  await ines.client.replyToReport({ params, body: { message: 'Thank you, we look into it.' } })
  const own = (await mara.client.getReport({ params })).data.report
  const [listed] = (await mara.client.listMyReports()).data.reports
  const { conversation } = (await mara.client.getReportConversation({ params })).data
  const { replies } = (await mara.client.getReportReplies({ params })).data
  for (const texts of [own.replies, listed!.replies, conversation, replies].map((all) =>
    all.map(({ message }) => message),
  ))
    expect(texts.filter((text) => text.includes('Why'))).toEqual([])
  expect(own.replies.map(({ repliedBy }) => repliedBy.name)).toEqual(['Kindred support'])
  for (const report of [own, listed!])
    for (const hidden of ['assignee', 'labels', 'leaseUntil', 'clocks', 'priorityParts', 'hasFrozen'])
      expect([hidden, hidden in report]).toEqual([hidden, false])
})

test('a deleted report leaves a record of what it was and who deleted it', async () => {
  const world = await startWorld()
  const [ada, ines, analyst] = [await world.dater(), await world.administrator(), await world.staff('analyst')]
  const [{ received }, unseen] = [await world.listen(ines.token), await world.listen(analyst.token)]
  const { _id: id } = await sendReport(ada)
  await until(() => received.find(({ type }) => type === 'reports.changed'))
  await expect(ada.client.deleteReport({ params: { id } })).rejects.toMatchObject({ status: 403 })
  await ines.client.deleteReport({ params: { id } })
  // Analysts may not read reports, so they aren't told of new ones either.
  expect(unseen.received.filter(({ type }) => type === 'reports.changed')).toEqual([])
  await expect(ada.client.getReport({ params: { id } })).rejects.toMatchObject({ status: 404 })
  const { rows } = await world.query(
    `select l.actor_id, details from audit_log l join audit_contents on audit_id = id where action = 'report.deleted'`,
  )
  expect(rows).toMatchObject([
    { actor_id: ines.user._id, details: { problem_type: 'Harassment', reporter: ada.user._id } },
  ])
})

test('a deactivated member can still contact support', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  await world.setState(ada, 'deactivated')
  await expect(
    sendReport(ada, { problem_type: 'Account Issue', description: 'Why am I out of here?' }),
  ).resolves.toMatchObject({ status: 'pending' })
})

test('without a confirmed email, a report is about the service and not about a person', async () => {
  const world = await anyWorld()
  const [ada, newcomer] = [await world.dater(), await world.newcomer()]
  const report = { problem_type: 'Harassment', description: 'I was never here before.' } as const
  await expect(sendReport(newcomer, { ...report, userId: ada.user._id })).rejects.toMatchObject({
    status: 403,
    code: 'verification_required',
  })
  await expect(sendReport(newcomer, report)).resolves.toMatchObject({ status: 'pending' })
})

test('staff filter reports by assignee, and by reports that no one has', async () => {
  const world = await startWorld()
  const [ada, ines, mara] = [await world.dater(), await world.administrator(), await world.staff('moderator')]
  const [first, second] = [await sendReport(ada), await sendReport(ada, { problem_type: 'Other' })]
  const claimed = (await mara.client.claimNextReport()).data.report!
  const rest = [first, second].find(({ _id }) => _id !== claimed._id)!
  const found = async (assignee: string) =>
    (await ines.client.listReports({ query: { assignee } })).data.reports.map(({ _id, assignee: by }) => [_id, by])
  expect(await found(mara.user._id)).toEqual([[claimed._id, { _id: mara.user._id, name: 'Mara Marlowe' }]])
  expect(await found('none')).toEqual([[rest._id, null]])
  expect(await found(ines.user._id)).toEqual([])
  await expect(found('anyone')).rejects.toMatchObject({ status: 400 })
})

test('staff see which colleagues can read reports, and others see none', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const [mara, analyst] = [await world.staff('moderator'), await world.staff('analyst')]
  const { colleagues } = (await mara.client.listColleagues()).data
  expect(colleagues.map(({ _id }) => _id)).toEqual([ines.user._id, mara.user._id])
  for (const { client } of [ada, analyst]) await expect(client.listColleagues()).rejects.toMatchObject({ status: 403 })
})

test('a private note mentions colleagues by their ids, and each is notified once, with the report', async () => {
  const world = await startWorld()
  const [ada, ines, mara] = [await world.dater(), await world.administrator(), await world.staff('moderator')]
  const analyst = await world.staff('analyst')
  const { _id: id } = await sendReport(ada)
  const note = (person: Person, mentions: string[], isInternal = true) =>
    person.client.replyToReport({ params: { id }, body: { message: 'Yours, @Mara?', isInternal, mentions } })
  const newsOf = async ({ client }: Person) => (await client.listNotifications()).data.notifications
  await note(ines, [mara.user._id, mara.user._id, ines.user._id])
  expect(await newsOf(mara)).toMatchObject([
    { kind: 'report', text: 'Ines mentioned you in a note on a report', link: `/reports/${id}`, count: 1, read: false },
  ])
  expect(await newsOf(ines)).toEqual([])
  expect((await world.query('select account_id from report_mentions')).rows).toEqual([{ account_id: mara.user._id }])
  await mara.client.getReport({ params: { id } })
  expect(await newsOf(mara)).toMatchObject([{ read: true }])
  // Only notes mention anyone, and only colleagues who can open the report.
  await note(ines, [mara.user._id], false)
  expect(await newsOf(mara)).toHaveLength(1)
  for (const other of [analyst, ada]) await expect(note(ines, [other.user._id])).rejects.toMatchObject({ status: 409 })
  const about = await sendReport(ada, { problem_type: 'Other' })
  await world.query(`update reports set about_id = '${mara.user._id}' where id = '${about._id}'`)
  await expect(
    ines.client.replyToReport({
      params: { id: about._id },
      body: { message: 'About you.', isInternal: true, mentions: [mara.user._id] },
    }),
  ).rejects.toMatchObject({ status: 409 })
})
