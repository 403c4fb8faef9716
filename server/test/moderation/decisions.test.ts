import type { ProfileChange } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { advanceDecisions } from '../../src/features/moderation/decisions/jobs.ts'
import { days } from '../../src/infra/clock.ts'
import { decide, decisionsAbout, FACTS, inputOf, report, settle, stateOf } from '../deciding.ts'
import { shared, startWorld, type World } from '../world.ts'

const anyWorld = shared(startWorld)

const several = async (world: World) => ({
  ines: await world.administrator(),
  ada: await world.dater(),
  ben: await world.dater({ firstName: 'Ben' }),
})

test('a suspension signs out at once, is explained by email a minute later, and ends by itself', async () => {
  const world = await anyWorld()
  const { ines, ada } = await several(world)
  const { closed } = await world.listen(ada.token)
  const decision = await decide(ines, ada, { kind: 'suspend', days: 7 })
  expect(decision).toMatchObject({
    state: 'in_force',
    kind: 'suspend',
    rule: { number: 6 },
    by: { name: 'Ines Marlowe' },
  })
  await closed
  await expect(ada.client.getProfile()).rejects.toMatchObject({ status: 401 })
  expect(await stateOf(ines, ada)).toBe('suspended')
  expect(await world.mailsTo(ada.email, 0)).toHaveLength(1)
  await settle(world)
  const [, mail] = await world.mailsTo(ada.email, 2)
  expect(mail!.subject).toContain('Your account is suspended')
  expect(mail!.text).toContain('Rule: No business, no money')
  expect(mail!.text).toContain(FACTS)
  expect(mail!.text).toContain('A member of our team made this decision.')
  world.turnClock(days(7))
  await Promise.all([advanceDecisions(world.deps), advanceDecisions(world.deps)])
  const again = await world.signedInAgain(ada)
  expect(again.user.state).toBe('active')
  const ended = (await world.mailsTo(ada.email, 3)).filter(({ subject }) => subject.includes('has been lifted'))
  expect(ended).toHaveLength(1)
})

test('a restricted member reads the decision in the app, in words that name no one', async () => {
  const world = await anyWorld()
  const { ines, ada, ben } = await several(world)
  const { _id: reportId } = await report(ben, ada)
  await decide(ines, ada, { kind: 'suspend', days: 3, reportId })
  const { client } = await world.signedInAgain(ada)
  const { decisions } = (await client.listMyDecisions()).data
  expect(decisions).toMatchObject([{ kind: 'suspend', state: 'in_force', rule: 'No business, no money', facts: FACTS }])
  expect(decisions[0]!.statement).toContain('We looked into this because of a report.')
  expect(JSON.stringify(decisions)).not.toMatch(/Ben|Ines|reportId/)
  expect((await ben.client.listMyDecisions()).data.decisions).toEqual([])
})

test('an undo within a minute leaves everything as it was, and no one is notified', async () => {
  const world = await anyWorld()
  const { ines, ada, ben } = await several(world)
  const { _id: reportId } = await report(ben, ada)
  await ada.client.setPrivacy({ body: { paused: true } })
  const { _id: id } = await decide(ines, ada, { kind: 'suspend', days: 3, reportId })
  expect((await ben.client.getReport({ params: { id: reportId } })).data.report.status).toBe('resolved')
  expect((await ines.client.undoDecision({ params: { id } })).data.decision).toMatchObject({ state: 'undone' })
  expect(await stateOf(ines, ada)).toBe('paused')
  expect((await ben.client.getReport({ params: { id: reportId } })).data.report.status).toBe('pending')
  await settle(world)
  expect(await world.mailsTo(ada.email, 0)).toHaveLength(1)
  expect((await ben.client.listNotifications()).data.notifications).toEqual([])
  expect((await decisionsAbout(ines, ada)).standing.strikes).toBe(0)
  const again = { status: 409, message: 'This has already been undone.' }
  await expect(ines.client.undoDecision({ params: { id } })).rejects.toMatchObject(again)
})

test('after a minute a decision can be ended early, but no longer undone', async () => {
  const world = await anyWorld()
  const { ines, ada } = await several(world)
  const { _id: id } = await decide(ines, ada, { kind: 'suspend', days: 3 })
  await settle(world)
  await expect(ines.client.undoDecision({ params: { id } })).rejects.toMatchObject({ status: 409 })
  const { decision } = (await ines.client.liftDecision({ params: { id }, body: { reason: 'They explained it.' } })).data
  expect(decision).toMatchObject({ state: 'lifted', endReason: 'They explained it.' })
  expect(await stateOf(ines, ada)).toBe('active')
  expect((await decisionsAbout(ines, ada)).standing.strikes).toBe(1)
})

test('a mild decision leaves unread reports open', async () => {
  const world = await anyWorld()
  const { ines, ada, ben } = await several(world)
  const cleo = await world.dater({ firstName: 'Cleo' })
  const reports = [await report(ben, ada), await report(cleo, ada)]
  const opened = { params: { id: reports[0]!._id }, reason: 'To decide on the report.' }
  await ines.client.getReportEvidence(opened)
  const { effects } = (await ines.client.previewDecision({ params: { id: ada.user._id }, body: inputOf() })).data
  expect(effects).toEqual(
    expect.arrayContaining([
      '1 open report about them is resolved.',
      '1 report stays open, because its evidence wasn’t opened.',
    ]),
  )
  const statuses = async () =>
    (await Promise.all(reports.map(({ _id: id }) => ines.client.getReport({ params: { id } })))).map(
      ({ data }) => data.report.status,
    )
  expect(await decide(ines, ada, { reportId: reports[0]!._id })).toMatchObject({ reports: 1, source: 'report' })
  expect(await statuses()).toEqual(['resolved', 'pending'])
})

test('a decision closes the reports its author has read and notifies each reporter once', async () => {
  const world = await anyWorld()
  const { ines, ada, ben } = await several(world)
  const cleo = await world.dater({ firstName: 'Cleo' })
  const reports = [await report(ben, ada), await report(cleo, ada), await report(ada, ben)]
  await ines.client.getReportEvidence({ params: { id: reports[1]!._id }, reason: 'To decide on the report.' })
  const decision = await decide(ines, ada, { kind: 'warn', reportId: reports[0]!._id })
  expect(decision).toMatchObject({ reports: 2, source: 'report' })
  const statuses = () =>
    Promise.all(
      reports.map(async ({ _id: id }) => (await ines.client.getReport({ params: { id } })).data.report.status),
    )
  expect(await statuses()).toEqual(['resolved', 'resolved', 'pending'])
  expect((await cleo.client.listNotifications()).data.notifications).toEqual([])
  await settle(world)
  await Promise.all([advanceDecisions(world.deps), advanceDecisions(world.deps)])
  expect((await cleo.client.listNotifications()).data.notifications).toMatchObject([{ kind: 'report', count: 1 }])
  expect((await ada.client.listNotifications()).data.notifications).toMatchObject([
    { kind: 'decision', count: 1, link: `/support#decision-${decision._id}` },
  ])
})

test('a limited member can read, but can’t write to anyone and isn’t in any deck; resuming waits for the end', async () => {
  const world = await anyWorld()
  const { ines, ada, ben } = await several(world)
  const id = await world.matched(ada, ben)
  const send = (client = ada.client) =>
    client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text: 'Hi' } })
  const sent = (await send()).data.message
  await decide(ines, ada, { kind: 'limit', days: 1 })
  await expect(send()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect(
    ada.client.editMessage({ params: { id, messageId: sent._id }, body: { text: 'Send a gift card' } }),
  ).rejects.toMatchObject({ status: 403 })
  const react = (emoji: '👍' | null) => ada.client.react({ params: { id, messageId: sent._id }, body: { emoji } })
  await expect(react('👍')).rejects.toMatchObject({ status: 403 })
  await react(null)
  await expect(ada.client.typing({ params: { id } })).rejects.toMatchObject({ status: 403 })
  await expect(ada.client.setPrivacy({ body: { paused: false } })).rejects.toMatchObject({ status: 409 })
  expect((await ada.client.listMessages({ params: { id } })).data.messages).toHaveLength(1)
  expect((await ada.client.discover({ query: {} })).data.people).toEqual([])
  world.turnClock(days(1))
  await advanceDecisions(world.deps)
  const { client } = await world.signedInAgain(ada)
  await send(client)
  expect((await client.getProfile()).userData.user.state).toBe('active')
})

test('content comes off the profile at once, and back with an undo', async () => {
  const world = await anyWorld()
  const { ines, ada, ben } = await several(world)
  await ada.client.editProfile({ body: { bio: 'Write to me on another app.' } })
  const { public_id } = await world.picture(ada, 1)
  const seen = async () => {
    const { user } = (await ben.client.getPerson({ params: { id: ada.user._id } })).data
    return [user.bio, user.pictures.length]
  }
  expect(await seen()).toEqual(['Write to me on another app.', 2])
  const hide = { bio: true, pictures: [public_id] }
  const { _id: id, hidden } = await decide(ines, ada, { kind: 'hide', hide })
  expect(hidden).toEqual({ bio: true, prompts: false, voice: false, pictures: 1, message: false })
  expect(await seen()).toEqual([null, 1])
  await expect(decide(ines, ada, { kind: 'hide', hide })).rejects.toMatchObject({ status: 409 })
  await ines.client.undoDecision({ params: { id } })
  expect(await seen()).toEqual(['Write to me on another app.', 2])
})

test('a text that was taken off a profile is not written there again, until the decision is over', async () => {
  const world = await anyWorld()
  const { ines, ada } = await several(world)
  const prompts = [{ question: 'A perfect Sunday', answer: 'Ask me for my other profile' }]
  const [bio, disguised] = ['Write to me on another app.', '  WRITE to mé, on another-app!']
  const edit = (body: ProfileChange) => ada.client.editProfile({ body })
  await edit({ bio, prompts })
  const { _id: id } = await decide(ines, ada, { kind: 'hide', hide: { bio: true, prompts: true } })
  for (const change of [{ bio }, { bio: disguised }, { bio: prompts[0]!.answer }, { prompts }])
    await expect(edit(change)).rejects.toMatchObject({
      status: 400,
      message: 'Our team removed this text from your profile. Please write something else.',
    })
  await edit({ bio: 'I bake bread.', prompts: [] })
  await settle(world)
  await ines.client.liftDecision({ params: { id }, body: { reason: 'They explained it.' } })
  await edit({ bio: disguised, prompts })
})

test('a text that was taken off a profile is not written as the question of a prompt, and its own question is gone too', async () => {
  const world = await anyWorld()
  const { ines, ada } = await several(world)
  const bio = 'Write to me on another app.'
  const own = { question: 'Where else to find me', answer: 'At lake-house on the other one.' }
  const suggested = { question: 'A perfect Sunday', answer: 'Ask me for my other profile' }
  const edit = (body: ProfileChange) => ada.client.editProfile({ body })
  await edit({ bio, prompts: [own, suggested] })
  await decide(ines, ada, { kind: 'hide', hide: { bio: true, prompts: true } })
  for (const change of [
    { prompts: [{ question: bio, answer: 'Bread.' }] },
    { prompts: [{ question: own.answer, answer: 'Bread.' }] },
    { prompts: [{ ...own, answer: 'You know where.' }] },
    { bio: own.question },
  ])
    await expect(edit(change)).rejects.toMatchObject({
      status: 400,
      message: 'Our team removed this text from your profile. Please write something else.',
    })
  await expect(edit({ prompts: [{ ...suggested, answer: 'Bread.' }] })).resolves.toBeTruthy()
})

test("a picture of someone else stays where it is, whatever a decision's input says", async () => {
  const world = await anyWorld()
  const { ines, ada, ben } = await several(world)
  const { public_id } = await world.picture(ben, 1)
  await expect(decide(ines, ada, { kind: 'hide', hide: { pictures: [public_id] } })).rejects.toMatchObject({
    status: 409,
  })
  const { rows } = await world.query(`select review from pictures where public_id = '${public_id}'`)
  expect(rows).toEqual([{ review: 'shown' }])
})

test('of several decisions the strictest applies, and each ends on its own', async () => {
  const world = await anyWorld()
  const { ines, ada } = await several(world)
  const { _id: limit } = await decide(ines, ada, { kind: 'limit', days: 30 })
  const { _id: suspension } = await decide(ines, ada, { kind: 'suspend', days: 10 })
  expect(await stateOf(ines, ada)).toBe('suspended')
  await ines.client.undoDecision({ params: { id: limit } })
  expect(await stateOf(ines, ada)).toBe('suspended')
  await decide(ines, ada, { kind: 'limit', days: 30 })
  await ines.client.liftDecision({ params: { id: suspension }, body: { reason: 'Enough.' } })
  expect(await stateOf(ines, ada)).toBe('paused')
  await ines.client.deactivateUser({ params: { id: ada.user._id }, body: {} })
  await ines.client.activateUser({ params: { id: ada.user._id }, body: {} })
  expect(await stateOf(ines, ada)).toBe('paused')
})

test('asking for deletion is no way out of a ban', async () => {
  const world = await startWorld()
  const { ines, ada } = await several(world)
  await ada.client.deleteAccount({ body: { password: ada.password } })
  await decide(ines, ada, { kind: 'ban' })
  const { client: again } = await world.signedInAgain(ada)
  await again.restoreAccount()
  expect(await stateOf(ines, ada)).toBe('banned')
})

test('a decision needs parts that go together, a rule that exists and facts', async () => {
  const world = await anyWorld()
  const { ines, ada, ben } = await several(world)
  const wrong: [string, object][] = [
    ['days', { kind: 'suspend' }],
    ['days', { kind: 'ban', days: 3 }],
    ['days', { kind: 'suspend', days: 366 }],
    ['hide', { kind: 'hide' }],
    ['hide', { kind: 'hide', hide: { pictures: [] } }],
    ['fraud', { kind: 'warn', fraud: true }],
    ['subscription', { kind: 'limit', days: 1, subscription: 'cancel' }],
    ['rule', { rule: 30 }],
    ['facts', { facts: 'Bad.' }],
    ['facts', { facts: '.......... - ?' }],
    ['category', { category: 'weather' }],
    ['kind', { kind: 'deactivate' }],
  ]
  for (const [path, input] of wrong)
    await expect(decide(ines, ada, input as never)).rejects.toMatchObject({
      status: 400,
      details: { errors: [{ path }] },
    })
  const { _id: reportId } = await report(ada, ben)
  await expect(decide(ines, ada, { reportId })).rejects.toMatchObject({ status: 404 })
  await expect(decide(ines, ines)).rejects.toMatchObject({ status: 409 })
  await expect(decide(ines, { user: { ...ada.user, _id: randomUUID() } })).rejects.toMatchObject({ status: 404 })
  await expect(decide(ada, ben)).rejects.toMatchObject({ status: 403 })
  expect((await decisionsAbout(ines, ada)).decisions).toEqual([])
})
