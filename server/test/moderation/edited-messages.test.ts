import { expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { verifyEvidence } from '../../src/features/moderation/evidence/read-evidence.ts'
import { ownExport } from '../own-export.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

// An edit takes nothing away from a report: the text before is kept like the text of a deleted message.

const anyWorld = shared(() => startWorld())
const reason = 'Report 12 says so.'
const [threat, second, harmless] = ['Pay, or I post your photos.', 'Pay me.', 'Lovely day.']

async function talking(world: World, text = threat) {
  const { ada, ben, id } = await world.talking()
  const { message } = (await ben.client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text } })).data
  return { ada, ben, params: { id, messageId: message._id } }
}

async function edited(world: World) {
  const pair = await talking(world)
  for (const text of [second, harmless]) await pair.ben.client.editMessage({ params: pair.params, body: { text } })
  return pair
}

const report = async ({ client }: Person, messageId: string) => {
  const body = { problem_type: 'Harassment', description: 'He edited a threat away.', messageId } as const
  return (await client.createReport({ body })).data.report
}

const exported = async (world: World, person: Person) =>
  Object.values(await ownExport(world, person))
    .map((file) => Buffer.from(file).toString())
    .join('\n')

test.each(['edited', 'edited and deleted'])('staff see the earlier texts of a message that was %s', async (how) => {
  const world = await anyWorld()
  const ines = await world.administrator()
  const { ada, ben, params } = await edited(world)
  const isDeleted = how === 'edited and deleted'
  if (isDeleted) await ben.client.deleteMessage({ params })
  const { _id: id } = await report(ada, params.messageId)
  const deletedAt: unknown = expect.any(String)
  const then = {
    text: harmless,
    earlier: [threat, second],
    editedAt: expect.any(String),
    deletedAt: isDeleted ? deletedAt : null,
    isReported: true,
  }
  const { evidence } = (await ines.client.getReportEvidence({ params: { id }, reason })).data
  expect(evidence.content.messages).toMatchObject([then])
  const { messages } = (await ines.client.getPairMessages({ params: { id }, reason })).data
  expect(messages).toMatchObject([then])
  const seen = (await ines.client.getReport({ params: { id }, reason })).data.report
  expect(seen.evidence).toMatchObject({ text: harmless, earlier: [threat, second] })
  expect((await ines.client.listReports({ query: {} })).data.reports[0]).not.toHaveProperty('evidence.earlier')
  expect(await verifyEvidence(world.deps)).toMatchObject({ problem: null })
})

test('a message that was never edited has no earlier texts, and the same text again is no edit', async () => {
  const world = await anyWorld()
  const ines = await world.administrator()
  const text = 'See you at the pier.'
  const { ada, ben, params } = await talking(world, text)
  await ben.client.editMessage({ params, body: { text } })
  const { _id: id } = await report(ada, params.messageId)
  const { content } = (await ines.client.getReportEvidence({ params: { id }, reason })).data.evidence
  expect(content.messages[0]).not.toHaveProperty('earlier')
  expect(content.messages[0]).not.toHaveProperty('editedAt')
})

test('members never see an earlier text; only its author’s export has it', async () => {
  const world = await startWorld()
  const { ada, ben, params } = await edited(world)
  const { _id: id } = await report(ada, params.messageId)
  const read = [
    await ada.client.getReport({ params: { id } }),
    await ada.client.getReportConversation({ params: { id } }),
    await ada.client.listMyReports({ query: {} }),
    await ada.client.listMatches(),
    await ada.client.listNotifications(),
    ...(await Promise.all(
      [ada, ben].flatMap(({ client }) => [
        client.listMessages({ params: { id: params.id }, query: {} }),
        client.searchMessages({ query: { q: 'Pay' } }),
      ]),
    )),
    await exported(world, ada),
  ]
  expect(JSON.stringify(read)).not.toContain('Pay')
  expect(JSON.stringify(read)).toContain(harmless)
  expect(await exported(world, ben)).toContain(threat)
})

test('earlier texts are erased with the conversation, like the text of a deleted message', async () => {
  const world = await startWorld({ eavesdrop: false })
  const { ben } = await edited(world)
  await world.query(`delete from accounts where id = '${ben.user._id}'`)
  expect((await world.query('select from messages')).rowCount).toBe(0)
})

test('a message can be edited twenty times, and concurrent edits keep each text', async () => {
  const world = await anyWorld()
  const { ben, params } = await talking(world)
  const edits = Array.from({ length: 25 }, (_, nth) =>
    ben.client.editMessage({ params, body: { text: `Text ${nth}` } }).then(
      () => true,
      (error: unknown) => error,
    ),
  )
  const refused = (await Promise.all(edits)).filter((outcome) => outcome !== true)
  expect(refused).toHaveLength(5)
  expect(refused[0]).toMatchObject({ status: 409, message: expect.stringContaining('too often') })
  const { rows } = await world.query(`select text, earlier_texts from messages where id = '${params.messageId}'`)
  const [row] = rows as { text: string; earlier_texts: string[] }[]
  expect(new Set([row!.text, ...row!.earlier_texts]).size).toBe(21)
  expect(row!.earlier_texts[0]).toBe(threat)
})
