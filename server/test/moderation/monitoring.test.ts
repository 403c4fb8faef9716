import type { RuleName, RuleSettings } from '@kindred/contract'
import { expect, test } from 'vitest'
import { monitor } from '../../src/features/moderation/index.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

const SCAM = 'I am rarely on this app, my dear. Add me on Telegram, I will show you how I trade bitcoin.'
const copyFor = (name: string) =>
  `Hello ${name}! Your smile is the nicest one I have seen here all week, tell me about your day`

const write = ({ client }: Person, id: string, text: string) =>
  client.sendMessage({ params: { id }, body: { clientId: `client ${Math.random()}`, text } })

const reportsAbout = async (ines: Person, about: Person) =>
  (await ines.client.listReports({ query: { limit: '100' } })).data.reports.filter(
    (report) => report.about?._id === about.user._id,
  )

const settingsOf = async ({ client }: Person, name: RuleName): Promise<RuleSettings> =>
  (await client.listMonitoringRules()).data.rules.find(({ settings }) => settings.name === name)!.settings

/** Writes nearly the same message to this many people, and returns the matches. */
async function spam(world: World, sender: Person, people: number) {
  const matches: string[] = []
  for (let at = 0; at < people; at++) {
    const id = await world.matched(sender, await world.dater())
    await write(sender, id, copyFor(['Ada', 'Bea', 'Cleo', 'Dora', 'Edda', 'Fay'][at]!))
    matches.push(id)
  }
  return matches
}

test('a scam in first messages warns its reader and makes one report with its reasons', async () => {
  const world = await startWorld()
  const [ada, eve, ines] = [await world.dater(), await world.dater({ firstName: 'Eve' }), await world.administrator()]
  const id = await world.matched(ada, eve)
  const socket = await world.listen(ada.token)
  await write(ada, id, 'Hi Eve! Did you climb that lighthouse?')
  await write(eve, id, SCAM)
  await monitor(world.deps)
  await monitor(world.deps)
  const { messages } = (await ada.client.listMessages({ params: { id } })).data
  expect(messages.map(({ nudge }) => nudge)).toEqual([null, 'scam'])
  expect(socket.received).toContainEqual(
    expect.objectContaining({ type: 'message.changed', messageId: messages[1]!._id }),
  )
  expect((await eve.client.listMessages({ params: { id } })).data.messages[1]).toMatchObject({ nudge: null })
  const reports = await reportsAbout(ines, eve)
  expect(reports).toMatchObject([
    {
      byRule: true,
      user: { _id: null, name: 'Monitoring rule' },
      detail: 'scam',
      description: expect.stringMatching(/signs of a scam: .*contact/),
      evidence: { withheld: true },
    },
  ])
  expect(reports[0]!.priorityParts).toContainEqual({ name: 'Rule: Scams in first messages', points: 15 })
  const params = { id: reports[0]!._id }
  const reply = (isInternal: boolean) => ines.client.replyToReport({ params, body: { message: 'Hello', isInternal } })
  await expect(reply(false)).rejects.toMatchObject({ status: 409 })
  await reply(true)
  const { history } = (await ines.client.getReportHistory({ params })).data
  expect(history.map(({ actor, what }) => `${actor}: ${what}`)).toEqual([
    'Monitoring rule: reported',
    'Ines Marlowe: note',
  ])
  expect(await reportsAbout(ines, ada)).toEqual([])
  expect((await eve.client.listMyReports()).data.reports).toEqual([])
})

test('a scam that a harmless message is edited into is found, and so is one text to many', async () => {
  const world = await startWorld()
  const [eve, ines] = [await world.dater({ firstName: 'Eve' }), await world.administrator()]
  const sent: { params: { id: string; messageId: string }; ada: Person }[] = []
  for (let at = 0; at < 5; at++) {
    const ada = await world.dater()
    const id = await world.matched(ada, eve)
    const messageId = (await write(eve, id, `Hi there ${'!'.repeat(at)}`)).data.message._id
    sent.push({ params: { id, messageId }, ada })
  }
  await monitor(world.deps)
  expect(await reportsAbout(ines, eve)).toEqual([])
  world.turnClock(4 * 60_000)
  for (const { params } of sent.slice(1)) await eve.client.editMessage({ params, body: { text: copyFor('my dear') } })
  await eve.client.editMessage({ params: sent[0]!.params, body: { text: `${copyFor('my dear')} ${SCAM}` } })
  await monitor(world.deps)
  const [report, ...more] = await reportsAbout(ines, eve)
  expect([report?.description, more]).toEqual([expect.stringMatching(/signs of a scam: .*contact/), []])
  const { params, ada } = sent[0]!
  expect((await ada.client.listMessages({ params: { id: params.id } })).data.messages[0]).toMatchObject({
    nudge: 'scam',
  })
  await world.query(`delete from monitoring_hits; delete from reports`)
  await eve.client.editMessage({ params, body: { text: copyFor('my dear') } })
  await monitor(world.deps)
  // The text that was edited away counts, too: the reader may have seen it.
  expect((await reportsAbout(ines, eve)).map(({ description }) => description)).toEqual([
    expect.stringMatching(/signs of a scam: .*\nNearly the same first message to 5 people/s),
  ])
})

test('a rule that fails doesn’t keep what the other rules found, and finds its own at the next run', async () => {
  const world = await startWorld()
  const [ada, eve, ines] = [await world.dater(), await world.dater({ firstName: 'Eve' }), await world.administrator()]
  await write(eve, await world.matched(ada, eve), SCAM)
  const db = world.deps.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('date_bin')) throw new Error('This rule fails.')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await expect(monitor({ ...world.deps, db })).rejects.toThrow('This rule fails.')
  expect(await reportsAbout(ines, eve)).toHaveLength(1)
  await monitor(world.deps)
  expect(await reportsAbout(ines, eve)).toHaveLength(1)
})

test('one text to many slows its sender: first messages only, until staff reject the report', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const [eve, ines] = [await world.dater({ firstName: 'Eve' }), await world.administrator()]
  const [old] = await spam(world, eve, 5)
  await monitor(world.deps)
  const next = await world.matched(eve, await world.dater())
  await write(eve, next, 'Good evening')
  const other = await world.matched(eve, await world.dater())
  const both = await Promise.allSettled([write(eve, other, 'Hello'), write(eve, other, 'Hello')])
  for (const each of both)
    expect(each).toMatchObject({ reason: { status: 429, details: { retryAfter: expect.any(Number) } } })
  await write(eve, next, 'And how are you?')
  await write(eve, old!, 'I forgot to say this.')
  const [report, ...more] = await reportsAbout(ines, eve)
  expect([report!.description, more]).toEqual(['Nearly the same first message to 5 people.', []])
  await ines.client.setReportStatus({ params: { id: report!._id }, body: { status: 'rejected' } })
  await write(eve, other, 'Hello again')
  // A report that staff rejected isn't repeated.
  await world.query('update monitoring_hits set found_on = found_on - 1')
  await monitor(world.deps)
  expect(await reportsAbout(ines, eve)).toHaveLength(1)
})

test('a scam in the notes of likes is found, frozen and recognized as one text to many', async () => {
  const world = await startWorld()
  const [eve, ines] = [await world.dater({ firstName: 'Eve' }), await world.administrator()]
  const readers: Person[] = []
  for (let at = 0; at < 5; at++) {
    readers.push(await world.dater())
    const note = `Hello number ${at}! Add me on Telegram, my dear, I will show you how I trade bitcoin.`
    await eve.client.choose({ body: { userId: readers[at]!.user._id, action: 'like', note } })
  }
  const back = { userId: eve.user._id, action: 'like', note: 'You look kind.' } as const
  await readers[4]!.client.choose({ body: back })
  await monitor(world.deps)
  await monitor(world.deps)
  const [report, ...more] = await reportsAbout(ines, eve)
  expect([report!.description, more]).toEqual([
    expect.stringMatching(/signs of a scam: .*contact.*\nNearly the same first message to 5 people/s),
    [],
  ])
  const params = { id: report!._id }
  const { content } = (await ines.client.getReportEvidence({ params, reason: 'To decide.' })).data.evidence
  expect(content.messages.filter(({ from, isReported }) => from === 'note' && isReported)).toHaveLength(5)
  expect(content.messages).toContainEqual(
    expect.objectContaining({ by: 'reporter', text: 'You look kind.', from: 'note', isReported: false }),
  )
  expect((await ines.client.getReportPair({ params })).data.pair?.reporter._id).toBe(readers[4]!.user._id)
  const honest = await world.dater({ firstName: 'Finn' })
  const note = 'That lighthouse looks wonderful, when were you there?'
  await honest.client.choose({ body: { userId: readers[0]!.user._id, action: 'like', note } })
  await monitor(world.deps)
  expect(await reportsAbout(ines, honest)).toEqual([])
})

test('a note and the messages after it are judged together, with what the reader asked', async () => {
  const world = await startWorld()
  const [ines, ada, bea] = [await world.administrator(), await world.dater(), await world.dater()]
  const [eve, finn] = [await world.dater({ firstName: 'Eve' }), await world.dater({ firstName: 'Finn' })]
  const note = 'You look kind, my dear. I am rarely on this app.'
  for (const sender of [eve, finn]) {
    await sender.client.choose({ body: { userId: ada.user._id, action: 'like', note } })
    await ada.client.choose({ body: { userId: sender.user._id, action: 'like' } })
  }
  await monitor(world.deps)
  const matches = (await ada.client.listMatches()).data.matches
  const matchWith = (person: Person) => matches.find(({ user }) => user._id === person.user._id)!._id
  const asking = 'Please add me on Telegram.'
  const withoutNote = await world.matched(finn, bea)
  await write(finn, withoutNote, asking)
  await monitor(world.deps)
  expect([await reportsAbout(ines, eve), await reportsAbout(ines, finn)]).toEqual([[], []])
  await write(eve, matchWith(eve), asking)
  await write(ada, matchWith(finn), 'Shall we swap numbers?')
  await write(finn, matchWith(finn), asking)
  await monitor(world.deps)
  expect(await reportsAbout(ines, finn)).toEqual([])
  const [report] = await reportsAbout(ines, eve)
  expect(report!.description).toMatch(/signs of a scam: .*contact.*excuse|signs of a scam: .*excuse.*contact/)
  const params = { id: report!._id }
  const { content } = (await ines.client.getReportEvidence({ params, reason: 'To decide.' })).data.evidence
  const reported = content.messages.filter(({ isReported }) => isReported)
  expect(reported.map(({ text, from }) => [text, from === 'note'])).toEqual([
    [note, true],
    [asking, false],
  ])
  const { messages } = (await ada.client.listMessages({ params: { id: matchWith(eve) } })).data
  expect(messages.at(-1)).toMatchObject({ text: asking, nudge: 'scam' })
})

test('two first messages at once, of which a slowed sender has one', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const eve = await world.dater({ firstName: 'Eve' })
  await spam(world, eve, 5)
  const [one, other] = [await world.matched(eve, await world.dater()), await world.matched(eve, await world.dater())]
  await monitor(world.deps)
  const sent = await Promise.allSettled([write(eve, one, 'Hello'), write(eve, other, 'Hello')])
  expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('without rate limits, no one is slowed, and four copies aren’t many', async () => {
  const world = await startWorld()
  const [eve, cai] = [await world.dater({ firstName: 'Eve' }), await world.dater({ firstName: 'Cai' })]
  const ines = await world.administrator()
  await spam(world, eve, 5)
  await spam(world, cai, 4)
  await monitor(world.deps)
  for (let count = 0; count < 2; count++) await write(eve, await world.matched(eve, await world.dater()), 'Hello')
  expect(await reportsAbout(ines, eve)).toHaveLength(1)
  expect(await reportsAbout(ines, cai)).toEqual([])
})

test('someone who likes everyone is shown less while the report is open', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const bot = await world.dater({ firstName: 'Bot' }, { gender: 'man' })
  const viewer = await world.dater({}, { interestedIn: ['man'] })
  for (const firstName of ['Ben', 'Cai']) await world.dater({ firstName }, { gender: 'man' })
  await bot.client.choose({ body: { userId: viewer.user._id, action: 'like' } })
  const rule = await settingsOf(ines, 'likes_everyone')
  if (rule.name !== 'likes_everyone') throw new Error('Another rule was returned.')
  for (let at = 0; at < 20; at++)
    await bot.client.choose({ body: { userId: (await world.dater()).user._id, action: 'like' } })
  const names = async () => (await viewer.client.discover()).data.people.map(({ user }) => user.firstName)
  await monitor(world.deps)
  expect((await reportsAbout(ines, bot)).length).toBe(0)
  await ines.client.saveMonitoringRule({
    body: { settings: { ...rule, parameters: { ...rule.parameters, choices: 20 } } },
    ifMatch: 0,
  })
  await monitor(world.deps)
  expect((await names()).at(-1)).toBe('Bot')
  const [report] = await reportsAbout(ines, bot)
  expect(report!.description).toBe('Liked 100% of 21 people.')
  await ines.client.setReportStatus({ params: { id: report!._id }, body: { status: 'resolved' } })
  expect(await world.query('select * from moderation_less_exposed').then(({ rows }) => rows)).toEqual([])
})

test('administrators try a rule on the last 30 days, and save it over the version that they saw', async () => {
  const world = await startWorld()
  const [eve, ines, other] = [
    await world.dater({ firstName: 'Eve' }),
    await world.administrator(),
    await world.administrator(),
  ]
  await spam(world, eve, 3)
  const rule = await settingsOf(ines, 'same_text')
  if (rule.name !== 'same_text') throw new Error('Another rule was returned.')
  const strict = { ...rule, parameters: { ...rule.parameters, people: 3 } }
  const dryRun = async (settings: RuleSettings) => (await ines.client.tryMonitoringRule({ body: { settings } })).data
  expect(await dryRun(rule)).toEqual({ people: 0, examples: [] })
  expect(await dryRun(strict)).toMatchObject({
    people: 1,
    examples: [{ user: { _id: eve.user._id }, reason: 'Nearly the same first message to 3 people.' }],
  })
  await monitor(world.deps)
  expect(await reportsAbout(ines, eve)).toEqual([])
  const save = ({ client }: Person, settings: RuleSettings, ifMatch: number) =>
    client.saveMonitoringRule({ body: { settings, reason: 'Too many copies.' }, ifMatch })
  const saved = await Promise.allSettled([
    save(ines, strict, 0),
    save(other, { ...rule, parameters: { ...rule.parameters, people: 4 } }, 0),
  ])
  await expect(ines.client.saveMonitoringRule({ body: { settings: rule } })).rejects.toMatchObject({ status: 400 })
  expect(saved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(saved.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
  await save(ines, { ...strict, enabled: false }, 1)
  await monitor(world.deps)
  expect(await reportsAbout(ines, eve)).toEqual([])
  await save(ines, strict, 2)
  await monitor(world.deps)
  expect(await reportsAbout(ines, eve)).toHaveLength(1)
  expect(
    (await ines.client.listMonitoringRules()).data.rules.find(({ settings }) => settings.name === 'same_text'),
  ).toMatchObject({ version: 3, changedBy: 'Ines Marlowe', people: 1 })
  const { entries } = (await ines.client.listAudit({ query: {} })).data
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['monitoring.changed', 'monitoring.tried', 'monitoring.matched']),
  )
  for (const act of [
    () => eve.client.listMonitoringRules(),
    () => eve.client.tryMonitoringRule({ body: { settings: rule } }),
  ])
    await expect(act()).rejects.toMatchObject({ status: 403 })
  await expect(save(ines, { ...rule, parameters: { ...rule.parameters, people: 1 } }, 3)).rejects.toMatchObject({
    status: 400,
  })
})

test('a rule has at most 3,400 words, which are all looked for', async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const id = await world.matched(ada, ben)
  for (let at = 0; at < 5; at++) await write(ada, id, 'zq b c d e '.repeat(180))
  const settings = await settingsOf(ines, 'first_messages')
  if (settings.name !== 'first_messages') throw new Error('Not the rule that was asked for.')
  const trying = (signals: number) =>
    ines.client.tryMonitoringRule({
      body: {
        settings: {
          ...settings,
          parameters: {
            ...settings.parameters,
            signals: Array.from({ length: signals }, (_, signal) => ({
              name: `signal ${signal}`,
              points: 1,
              words: Array.from({ length: 200 }, (__, word) => `zq b c d e ${signal} ${word}`),
            })),
          },
        },
      },
    })
  await expect(trying(18)).rejects.toMatchObject({ status: 400 })
  expect((await trying(17)).data.people).toBe(0)
})
