import { StatementOfReasons, violations } from '@kindred/contract'
import { expect, test } from 'vitest'
import { decide, FACTS, inputOf, settle } from '../deciding.ts'
import type { Person } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { startWorld, type World } from '../world.ts'
import { monitor } from '../../src/features/moderation/index.ts'

// Transparency reports publish decisions as numbers and statements that identify no one.

const BASE = '/api/v1/admin/transparency'

const download = async (world: World, { client }: Person, file: string) => {
  const { ticket } = (await client.issueTransparencyTicket()).data
  return world.request(`${BASE}/${file}?${new URLSearchParams({ ticket })}`)
}

/** Inserts decisions of one kind, each about a different person. */
const decisions = (world: World, kind: string, category: string, count: number, more = '') =>
  world.query(`
    with people as (
      insert into accounts (first_name, last_name, email, email_key, created_at)
        select 'Somebody', 'Else', '${kind}${category}' || n, '${kind}${category}' || n, now()
        from generate_series(1, ${count}) n returning id)
    insert into decisions (subject_id, kind, state, source, category, facts, days, created_at, in_force_at)
      select id, '${kind}', 'in_force', 'report', '${category}', 'Wrote to Cleo in Lisbon.',
        case when '${kind}' in ('limit', 'suspend') then 7 end, now(), now() from people ${more}`)

test('numbers leave out groups of fewer than five, and what would reveal them', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await decisions(world, 'warn', 'spam', 12)
  await decisions(world, 'limit', 'other', 9)
  await decisions(world, 'ban', 'scam', 8)
  await decisions(world, 'suspend', 'hate', 2)
  await ada.client.createReport({ body: { problem_type: 'Bug Report', description: 'The button is gone.' } })
  const { transparency } = (await ines.client.getTransparency()).data
  expect(transparency.decisions).toMatchObject({
    made: 31,
    byKind: [
      { name: 'warn', count: 12 },
      { name: 'masked', count: null },
    ],
    byCategory: [
      { name: 'spam', count: 12 },
      { name: 'masked', count: null },
    ],
    byAutomation: [{ name: 'by a person', count: 31 }],
    bySource: [{ name: 'report', count: 31 }],
  })
  expect(transparency.reports).toMatchObject({ received: null, byType: [{ name: 'masked', count: null }] })
  await expect(ada.client.getTransparency()).rejects.toMatchObject({ status: 403 })
  const before = { to: '2020-01-01T00:00:00Z' }
  const none = (await ines.client.getTransparency({ query: before })).data.transparency
  expect([none.decisions.made, none.decisions.byKind, none.from.slice(0, 4)]).toEqual([
    null,
    [{ name: 'masked', count: null }],
    '2019',
  ])
  // A period within a month is extended to the whole month.
  const moment = present().toISOString()
  const [from, to] = [moment, moment.replace(/\d\dZ$/, '99Z')]
  const month = (await ines.client.getTransparency({ query: { from, to } })).data.transparency
  expect([month.from, month.to.slice(8), month.decisions.made]).toEqual([
    `${moment.slice(0, 7)}-01T00:00:00.000Z`,
    '01T00:00:00.000Z',
    31,
  ])
})

test('no difference of two periods that an analyst may choose shows a number that is left out', async () => {
  const world = await startWorld()
  const [ines, aya] = [await world.administrator(), await world.staff('analyst')]
  await decisions(world, 'ban', 'scam', 12)
  // Each month before this one gets a single decision, so its number is left out.
  await world.query(`
    update decisions d set in_force_at = now() - n * interval '1 month', created_at = now() - n * interval '1 month'
    from (select id, row_number() over () as n from decisions) o where o.id = d.id`)
  const now = present()
  const half = (date: Date) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() < 6 ? 0 : 6)
  const months = Array.from({ length: 30 }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - at)).toISOString(),
  )
  const read = async ({ client }: Person, from: string, to: string) =>
    (await client.getTransparency({ query: { from, to } })).data.transparency
  const seen = new Map<string, string>()
  for (const [at, from] of months.entries())
    for (const to of [months[0]!, months[Math.max(at - 1, 0)]!]) {
      const numbers = await read(aya, from, to)
      const [start, end] = [new Date(numbers.from), new Date(numbers.to)]
      expect([half(start), half(new Date(end.getTime() - 1))]).toEqual([start.getTime(), start.getTime()])
      expect(end <= now && end.getTime() === half(end)).toBe(true)
      seen.set(numbers.from, numbers.to)
    }
  // The periods that an analyst can read don't overlap.
  const periods = [...seen].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [at, [, to]] of periods.slice(0, -1).entries()) expect(to <= periods[at + 1]![0]).toBe(true)
  const numbers = await (await download(world, aya, 'numbers.csv')).text()
  expect(numbers).toContain(`"period","to","","${periods.at(-1)![1]}"`)
  // Administrators read single decisions anyway, so they can choose any period.
  expect((await read(ines, months[3]!, months[1]!)).from).toBe(months[3])
})

test('the statement of a removed message says that it was a message, and what it was made of', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const [ben, ada] = [await world.dater({ firstName: 'Ben' }), await world.dater()]
  const match = { id: await world.matched(ben, ada) }
  const ids = []
  for (const clientId of ['text-1234', 'picture-1', 'sound-1234', 'gone-1234'])
    ids.push((await ben.client.sendMessage({ params: match, body: { clientId, text: clientId } })).data.message._id)
  const [, picture, sound, gone] = ids
  await world.query(`update messages set text = null, kind = 'picture', public_id = 'chat/1' where id = '${picture}'`)
  await world.query(`update messages set text = null, kind = 'voice' where id = '${sound}'`)
  await world.query(`insert into voice_notes
    (match_id, message_id, account_id, file_id, duration_ms, size, peaks, created_at)
    values ('${match.id}', '${sound}', '${ben.user._id}', 'voice/1', 900, 900, '{1}', now())`)
  for (const message of ids) await decide(ines, ben, { kind: 'hide', hide: { message } })
  await world.query(`delete from messages where id = '${gone}'`)
  const { statements } = (await (await download(world, ines, 'statements.json')).json()) as { statements: unknown[] }
  const parsed = statements.map((each) => StatementOfReasons.parse(each))
  expect(parsed.map(({ content_type }) => content_type)).toEqual([
    ['CONTENT_TYPE_TEXT'],
    ['CONTENT_TYPE_IMAGE'],
    ['CONTENT_TYPE_AUDIO'],
    ['CONTENT_TYPE_OTHER'],
  ])
  expect(parsed[3]).toMatchObject({ content_type_other: 'Message' })
  for (const { decision_facts } of parsed) expect(decision_facts).toContain('A member’s message was removed')
})

test('there is one statement per restriction in the Commission’s field names, without personal data', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  for (const category of violations) await decisions(world, 'ban', category, 1)
  await decisions(world, 'limit', 'spam', 1)
  await decisions(world, 'warn', 'spam', 3)
  const [ben, dan] = [await world.dater({ firstName: 'Ben' }), await world.dater({ firstName: 'Dan' })]
  await ben.client.editProfile({ body: { bio: 'Send me money.' } })
  await decide(ines, ben, { kind: 'hide', hide: { bio: true } })
  await decide(ines, dan, { kind: 'suspend', days: 14, category: 'illegal' })
  await settle(world)
  const text = await (await download(world, ines, 'statements.json')).text()
  const { statements } = JSON.parse(text) as { statements: unknown[] }
  expect(statements).toHaveLength(violations.length + 3)
  const parsed = statements.map((each) => StatementOfReasons.parse(each))
  expect(new Set(parsed.map(({ puid }) => puid)).size).toBe(parsed.length)
  expect(parsed.find(({ decision_visibility }) => decision_visibility)).toMatchObject({
    content_type: ['CONTENT_TYPE_TEXT'],
    category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
    source_type: 'SOURCE_VOLUNTARY',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
  })
  expect(parsed.find(({ decision_account }) => decision_account === 'DECISION_ACCOUNT_SUSPENDED')).toMatchObject({
    decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
    application_date: expect.stringMatching(/^\d{4}-\d\d-01$/),
    end_date_account_restriction: expect.stringMatching(/^\d{4}-\d\d-15$/),
  })
  for (const { content_date, application_date } of parsed)
    expect([content_date, application_date]).toEqual([expect.stringMatching(/-01$/), content_date])
  for (const hidden of ['Cleo', FACTS, 'Ben', ben.user._id, ines.user._id, 'Marlowe'])
    expect(text).not.toContain(hidden)
  const csv = (await (await download(world, ines, 'statements.csv')).text()).trim().split('\r\n')
  expect(csv).toHaveLength(parsed.length + 1)
  expect(csv[0]).toContain('"decision_visibility","decision_provision"')
  expect(csv.some((line) => line.includes(parsed[0]!.puid))).toBe(true)
  const numbers = await (await download(world, ines, 'numbers.csv')).text()
  expect(numbers).toContain('"decisions","byKind","ban","12"')
  expect(numbers).toContain('"decisions","byKind","masked",""')
  expect(numbers).not.toContain('"decisions","byKind","suspend"')
})

test('what a rule found is said to be found automatically, and not to be reported', async () => {
  const world = await startWorld()
  const [ada, eve, ines] = [await world.dater(), await world.dater({ firstName: 'Eve' }), await world.administrator()]
  const id = await world.matched(ada, eve)
  const text = 'I am rarely on this app, my dear. Add me on Telegram, I will show you how I trade bitcoin.'
  await eve.client.sendMessage({ params: { id }, body: { clientId: 'client-eve', text } })
  await monitor(world.deps)
  const [report] = (await ines.client.listReports()).data.reports
  const input = inputOf({ kind: 'suspend', days: 7, reportId: report!._id })
  const params = { id: eve.user._id }
  const { notice } = (await ines.client.previewDecision({ params, body: input })).data
  expect(notice.text).toContain('Our automated checks flagged this.')
  expect(await decide(ines, eve, input)).toMatchObject({ source: 'own', detected: true, automated: false })
  await settle(world)
  const { client } = await world.signedInAgain(eve)
  const [own] = (await client.listMyDecisions()).data.decisions
  expect(own!.statement).toEqual(
    expect.arrayContaining(['Our automated checks flagged this.', 'A member of our team made this decision.']),
  )
  const { statements } = JSON.parse(await (await download(world, ines, 'statements.json')).text()) as {
    statements: unknown[]
  }
  // The rule had already limited Eve's visibility before staff decided.
  expect(statements).toMatchObject([
    {
      decision_visibility: ['DECISION_VISIBILITY_CONTENT_DEMOTED'],
      end_date_visibility_restriction: expect.any(String),
      category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
      source_type: 'SOURCE_VOLUNTARY',
      automated_detection: 'Yes',
      automated_decision: 'AUTOMATED_DECISION_FULLY',
    },
    {
      source_type: 'SOURCE_VOLUNTARY',
      automated_detection: 'Yes',
      automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
      decision_facts: expect.stringContaining('on our own initiative'),
    },
  ])
  await decisions(world, 'ban', 'scam', 7)
  await world.query(`update decisions set source = 'own', is_detected = true where kind = 'ban'`)
  const columns = `about_id, detection, problem_type, description, priority, priority_rank, priority_parts, evidence,
    created_at, updated_at, clocks_from, first_due_at, resolve_due_at`
  await world.query(`insert into reports (${columns}) select ${columns} from reports, generate_series(1, 5)`)
  await world.query('update reports set lessens_since = now()')
  const { transparency } = (await ines.client.getTransparency()).data
  expect(transparency.decisions).toMatchObject({
    made: 14,
    bySource: [{ name: 'rule', count: 14 }],
    byAutomation: [
      { name: 'partly automated', count: 8 },
      { name: 'automated', count: 6 },
    ],
  })
  expect(transparency.reports.bySource).toEqual([{ name: 'rule', count: 6 }])
})

test('the files need a ticket, which works once, and each download is in the audit log', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await expect(ada.client.issueTransparencyTicket()).rejects.toMatchObject({ status: 403 })
  expect((await world.request(`${BASE}/statements.csv`)).status).toBe(401)
  const { ticket } = (await ines.client.issueTransparencyTicket()).data
  const query = new URLSearchParams({ ticket })
  const answers = [
    await world.request(`${BASE}/numbers.csv?${query}`),
    await world.request(`${BASE}/numbers.csv?${query}`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 401])
  const { entries } = (await ines.client.listAudit({ query: { action: 'transparency.exported' } })).data
  expect(entries).toMatchObject([{ details: { what: 'numbers' } }])
})

test('many statements are read in batches, each once', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await decisions(world, 'ban', 'scam', 1203)
  const text = await (await download(world, ines, 'statements.json')).text()
  const { statements } = JSON.parse(text) as { statements: { puid: string }[] }
  expect(new Set(statements.map(({ puid }) => puid)).size).toBe(1203)
})

test('the public page and its numbers exist only where the operator publishes them', async () => {
  const page = (world: World) => world.request('/transparency/public')
  const closed = await startWorld()
  await expect(closed.client().getPublicTransparency()).rejects.toMatchObject({ status: 404 })
  for (const path of ['/numbers.csv', '?x=1', '/numbers.csv?x=1'])
    expect((await closed.request(`/api/v1/transparency${path}`)).status).toBe(404)
  const missing = await page(closed)
  expect([missing.status, await missing.text()]).toEqual([404, expect.not.stringContaining('<title>Transparency')])
  expect((await closed.client().getStatus()).settings.publicTransparency).toBe(false)

  const open = await startWorld({ env: { PUBLIC_TRANSPARENCY: 'on' } })
  await decisions(open, 'ban', 'scam', 6)
  await decisions(open, 'suspend', 'hate', 2)
  await decisions(open, 'limit', 'other', 7)
  await decisions(open, 'warn', 'spam', 9)
  await open.query(`update decisions set in_force_at = date_trunc('month', now())
    - (mod(extract(month from now())::int - 1, 6) + 1) * interval '1 month'`)
  const { transparency } = (await open.client().getPublicTransparency()).data
  expect(transparency.decisions.byKind).toEqual([
    { name: 'warn', count: 9 },
    { name: 'masked', count: null },
  ])
  const file = await open.request('/api/v1/transparency/numbers.csv')
  expect(file.headers.get('content-disposition')).toContain('transparency.csv')
  const lines = await file.text()
  expect(lines).toContain('"decisions","byKind","warn","9"')
  expect(lines).not.toContain('suspend')
  const there = await page(open)
  const html = await there.text()
  expect([there.status, html]).toEqual([200, expect.stringContaining('<title>Transparency · Kindred</title>')])
  expect(html).toContain('reports, decisions and appeals Kindred handled in the last half-year')
  expect((await open.client().getStatus()).settings.publicTransparency).toBe(true)
})
