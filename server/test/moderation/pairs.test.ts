import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decide, report, settle } from '../deciding.ts'
import type { Person } from '../people.ts'
import { startWorld, until, type World } from '../world.ts'

// The two people of a report side by side, and decisions about what one wrote to the other.

const reason = 'To decide about this report.'

async function reported(world: World) {
  const [ines, ada, ben] = [await world.administrator(), await world.dater(), await world.dater({ firstName: 'Ben' })]
  const id = await world.matched(ada, ben)
  const write = async ({ client }: Person, text: string) =>
    (await client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text } })).data.message
  await write(ada, 'Hello')
  const bad = await write(ben, 'Buy me a gift card')
  const body = { problem_type: 'Harassment', description: 'They ask for money.', messageId: bad._id } as const
  const made = (await ada.client.createReport({ body })).data.report
  return { ines, ada, ben, match: id, bad, params: { id: made._id } }
}

test('staff see what is between two people at once, and what they wrote for a reason that is recorded', async () => {
  const world = await startWorld()
  const { ines, ada, ben, params } = await reported(world)
  const back = await report(ben, ada)
  await ada.client.block({ body: { userId: ben.user._id } })
  await decide(ines, ada)
  const { pair } = (await ines.client.getReportPair({ params })).data
  expect(pair).toMatchObject({
    match: { messages: 2, endedAt: null },
    reporter: { name: 'Ada Marlowe', strikes: 1, hasBlocked: true, reports: [] },
    reported: { name: 'Ben Marlowe', strikes: 0, hasBlocked: false, reports: [{ _id: back._id }] },
  })
  await expect(ines.client.getPairMessages({ params })).rejects.toMatchObject({ code: 'reason_required' })
  const { messages } = (await ines.client.getPairMessages({ params, reason })).data
  expect(messages.map(({ by, text, isReported }) => [by, text, isReported])).toEqual([
    ['reporter', 'Hello', false],
    ['reported', 'Buy me a gift card', true],
  ])
  const { entries } = (await ines.client.listAudit({ query: { action: 'evidence.messages-opened' } })).data
  expect(entries).toMatchObject([{ reason, subject: { _id: ben.user._id } }])
  for (const client of [ada.client, ben.client]) {
    await expect(client.getReportPair({ params })).rejects.toMatchObject({ status: 403 })
    await expect(client.getPairMessages({ params, reason })).rejects.toMatchObject({ status: 403 })
  }
  await expect(ines.client.getReportPair({ params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 })
  const alone = (
    await ada.client.createReport({
      body: { problem_type: 'Bug Report', description: 'The app crashes when I open it.' },
    })
  ).data.report
  expect((await ines.client.getReportPair({ params: { id: alone._id } })).data.pair).toBeNull()
})

test('once a report is closed, what its people write can no longer be read, until it is reopened', async () => {
  const world = await startWorld()
  const { ines, ada, match, params } = await reported(world)
  await ines.client.setReportStatus({ params, body: { status: 'resolved' } })
  await ada.client.sendMessage({ params: { id: match }, body: { clientId: randomUUID(), text: 'Between us' } })
  await expect(ines.client.getPairMessages({ params, reason })).rejects.toMatchObject({ status: 409 })
  await ines.client.setReportStatus({ params, body: { status: 'in_progress', reason: 'It goes on.' } })
  expect((await ines.client.getPairMessages({ params, reason })).data.messages).toHaveLength(3)
})

test('a decision about a report also removes what its person wrote to someone else', async () => {
  const world = await startWorld()
  const { ines, ada, ben, params } = await reported(world)
  const cleo = await world.dater({ firstName: 'Cleo' })
  const id = await world.matched(ben, cleo)
  const { message } = (
    await ben.client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text: 'Or you?' } })
  ).data
  const hide = { message: message._id }
  const { _id } = await decide(ines, ben, { kind: 'hide', hide, reportId: params.id })
  const seen = async () => (await cleo.client.listMessages({ params: { id } })).data.messages[0]!.removed
  expect(await seen()).toBe(true)
  await ines.client.undoDecision({ params: { id: _id } })
  expect(await seen()).toBe(false)
  // No one can report a message that they can't read, whoever they claim wrote it.
  for (const userId of [ben.user._id, cleo.user._id, undefined])
    await expect(
      ada.client.createReport({
        body: {
          problem_type: 'Other',
          description: 'It was to her.',
          messageId: message._id,
          ...(userId && { userId }),
        },
      }),
    ).rejects.toMatchObject({ status: 404 })
})

test('a removed message is a placeholder for both, and comes back when the decision is undone or overturned', async () => {
  const world = await startWorld()
  const { ines, ada, ben, match, bad } = await reported(world)
  const seenBy = async ({ client }: Person) => {
    const { messages } = (await client.listMessages({ params: { id: match } })).data
    return messages.map(({ text, removed }) => (removed ? 'removed' : text))
  }
  const hide = { message: bad._id }
  // A decision can hide only messages of its own subject.
  await expect(decide(ines, ada, { kind: 'hide', hide })).rejects.toMatchObject({ status: 409 })
  const both = { message: bad._id, bio: true }
  await expect(decide(ines, ben, { kind: 'hide', hide: both })).rejects.toMatchObject({ status: 400 })
  const { received } = await world.listen(ada.token)
  const first = await decide(ines, ben, { kind: 'hide', hide })
  expect(first.hidden).toEqual({ bio: false, prompts: false, pictures: 0, voice: false, message: true })
  expect([await seenBy(ada), await seenBy(ben)]).toEqual([
    ['Hello', 'removed'],
    ['Hello', 'removed'],
  ])
  await until(() => received.some(({ type }) => type === 'message.changed'))
  expect((await ada.client.searchMessages({ query: { q: 'gift' } })).data.messages).toEqual([])
  await expect(decide(ines, ben, { kind: 'hide', hide })).rejects.toMatchObject({ status: 409 })
  await ines.client.undoDecision({ params: { id: first._id } })
  expect(await seenBy(ada)).toEqual(['Hello', 'Buy me a gift card'])
  const { _id } = await decide(ines, ben, { kind: 'hide', hide })
  await settle(world)
  const statement = (await ben.client.listMyDecisions()).data.decisions[0]!.statement[0]
  expect(statement).toBe('We removed a message that you sent. Neither of you can read it anymore.')
  const june = await world.administrator()
  const appeal = (await ben.client.appealDecision({ params: { id: _id }, body: { message: 'It was a joke.' } })).data
  const decided = { outcome: 'overturned', reason: 'It was a joke.' } as const
  await june.client.decideAppeal({ params: { id: appeal.appeal._id }, body: decided })
  expect([await seenBy(ada), await seenBy(ben)]).toEqual([
    ['Hello', 'Buy me a gift card'],
    ['Hello', 'Buy me a gift card'],
  ])
  await ben.client.deleteMessage({ params: { id: match, messageId: bad._id } })
  await expect(decide(ines, ben, { kind: 'hide', hide })).rejects.toMatchObject({ status: 409 })
})
