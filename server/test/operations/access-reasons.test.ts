import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { shared, startWorld } from '../world.ts'

// Staff need a reason to see private data, and the log records it.

const anyWorld = shared(startWorld)

const REASON = 'A complaint about them.'

const logged = async ({ client, user }: Person, action: string) =>
  (await client.listAudit({ query: { action, actor: user._id } })).data.entries

const refusal = { status: 403, code: 'reason_required' }

test('opening a full user page requires a reason and is logged', async () => {
  const world = await anyWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const open = (person: Person, reason?: string) =>
    ines.client.getDossier({ params: { id: person.user._id }, ...(reason === undefined ? {} : { reason }) })
  await expect(open(ada)).rejects.toMatchObject(refusal)
  for (const nothing of [' a ', '........', '- - - -', '1234567', 'aaaaaaaa', '…?!…?!', '\u2800\u2800\u2800\u2800'])
    await expect(open(ada, nothing)).rejects.toMatchObject(refusal)
  expect(await logged(ines, 'account.opened')).toEqual([])
  expect((await open(ada, 'Größere Prüfung')).data.user._id).toBe(ada.user._id)
  await open(ada)
  const rows = await logged(ines, 'account.opened')
  const row = { actor: { _id: ines.user._id }, subject: { _id: ada.user._id }, reason: 'Größere Prüfung' }
  expect(rows).toMatchObject([row, row])
  // Opening another user needs a new reason, as does another session, or the same session after half an hour.
  await expect(open(ben)).rejects.toMatchObject(refusal)
  const { client: again } = await world.signedInAgain(ines)
  await expect(again.getDossier({ params: { id: ada.user._id } })).rejects.toMatchObject(refusal)
  await world.query(`update access_reasons set given_at = given_at - interval '31 minutes'`)
  await expect(open(ada)).rejects.toMatchObject(refusal)
})

test('a reason goes with the session in which it was given', async () => {
  const world = await anyWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const reasons = async () =>
    (await world.query(`select from access_reasons where account_id = '${ines.user._id}'`)).rowCount
  await ines.client.getDossier({ params: { id: ada.user._id }, reason: 'Checking a claim.' })
  expect(await reasons()).toBe(1)
  await world.query(`delete from sessions where account_id = '${ines.user._id}'`)
  expect(await reasons()).toBe(0)
})

test('staff need a reason to see evidence, and none to read a report', async () => {
  const world = await anyWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const id = await world.matched(ada, ben)
  const sent = await ben.client.sendMessage({ params: { id }, body: { clientId: 'client-1', text: 'Rude words' } })
  const { report } = (
    await ada.client.createReport({
      body: {
        problem_type: 'Harassment',
        description: 'Writes rude things.',
        userId: ben.user._id,
        messageId: sent.data.message._id,
      },
    })
  ).data
  expect(report.evidence).toMatchObject({ text: 'Rude words' })
  const params = { id: report._id }
  const answers = [
    await ines.client.getReport({ params }),
    await ines.client.listReports({ query: {} }),
    await ines.client.claimNextReport(),
    await ines.client.setReportStatus({ params, body: { status: 'in_progress' } }),
    await ines.client.replyToReport({ params, body: { message: 'We are looking into it.' } }),
    await ines.client.getReportConversation({ params }),
    await ines.client.getReportReplies({ params }),
    await ines.client.getReportHistory({ params }),
  ]
  expect(JSON.stringify(answers)).not.toContain('Rude words')
  expect((answers[0] as (typeof answers)[0] & { data: { report: object } }).data.report).toMatchObject({
    evidence: { text: null, withheld: true },
  })
  expect(await logged(ines, 'evidence.opened')).toEqual([])
  for (const reason of [REASON, undefined])
    expect((await ines.client.getReport({ params, ...(reason ? { reason } : {}) })).data.report.evidence).toMatchObject(
      { text: 'Rude words' },
    )
  const row = { subject: { _id: ben.user._id }, reason: REASON, details: { report: report._id } }
  expect(await logged(ines, 'evidence.opened')).toMatchObject([row, row])
  // The reporter can read their own report, which logs nothing.
  expect((await ada.client.getReport({ params, reason: REASON })).data.report.evidence).toMatchObject({
    text: 'Rude words',
  })
  expect(await logged(ines, 'evidence.opened')).toHaveLength(2)
})

test('exporting the list of users with addresses requires a reason, with or without a ticket', async () => {
  const world = await anyWorld()
  const ines = await world.administrator()
  const { client, token } = ines
  const csv = (query = '', headers: Record<string, string> = {}) =>
    world.request(`/api/v1/admin/users/export.csv${query}`, { headers })
  const bearer = { authorization: `Bearer ${token}` }
  expect(await (await csv('', bearer)).json()).toMatchObject({ code: 'reason_required' })
  await expect(client.issueExportTicket()).rejects.toMatchObject(refusal)
  expect((await csv('', { ...bearer, 'x-reason': encodeURIComponent(REASON) })).status).toBe(200)
  const { ticket } = (await client.issueExportTicket()).data
  expect((await csv(`?ticket=${ticket}&status=active`)).status).toBe(200)
  expect(await logged(ines, 'users.exported')).toMatchObject([
    { reason: REASON, details: { status: 'active' } },
    { reason: REASON, fields: [] },
  ])
})

test('lists, profiles, the short view of a user and the figures beside a report require no reason', async () => {
  const world = await anyWorld()
  const [ada, { client }] = [await world.dater(), await world.administrator()]
  const params = { id: ada.user._id }
  await client.listPeople()
  await client.searchPeople()
  await client.getPerson({ params })
  await client.getUser({ params })
  await client.listUsers()
  expect((await client.getUserFigures({ params })).data).toEqual({
    matches: 0,
    blockedBy: 0,
    reportsAbout: 0,
    reportsBy: 0,
  })
  await client.listReports()
})
