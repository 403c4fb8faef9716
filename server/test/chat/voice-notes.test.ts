import { createDecoder } from 'libopus-wasm'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '@kindred/contract'
import { monitor } from '../../src/features/moderation/index.ts'
import { verifyEvidence } from '../../src/features/moderation/evidence/read-evidence.ts'
import { sweepDroppedFiles } from '../../src/features/profiles/pictures/jobs.ts'
import { voiceFile } from '../../src/infra/storage/voice-file.ts'
import { ownExport } from '../own-export.ts'
import type { Person } from '../people.ts'
import { recordingOf } from '../recordings.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const started = shared(() => startWorld())
let world: World

async function send(
  person: Person,
  id: string,
  bytes: Uint8Array,
  clientId: string = randomUUID(),
  texts: readonly string[] = [],
) {
  const form = new FormData()
  for (const text of texts) form.append('text', text)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'recording.wav')
  const answer = await world.request(`/api/v1/matches/${id}/voice-notes?clientId=${clientId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  })
  const body = (await answer.json()) as { data?: { message: Message }; msg?: string; code?: string }
  return { status: answer.status, message: body.data?.message, code: body.code, body }
}

async function listen({ token }: Person, { matchId, _id }: Message) {
  const answer = await world.request(`/api/v1/matches/${matchId}/messages/${_id}/voice`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const sendWith = (person: Person, id: string, ...texts: string[]) =>
  send(person, id, recordingOf(0.5), randomUUID(), texts)

const filesOf = async ({ user }: Person): Promise<string[]> =>
  (await world.query(`select file_id from voice_notes where account_id = '${user._id}'`)).rows.map(
    ({ file_id }: { file_id: string }) => file_id,
  )

/** The sound packets of an Ogg file, and the end position that its last page declares. */
function packetsOf(ogg: Buffer) {
  const packets: Buffer[] = []
  let end = 0
  for (let at = 0; at < ogg.length;) {
    const lengths = [...ogg.subarray(at + 27, at + 27 + ogg[at + 26]!)]
    end = Number(ogg.readBigInt64LE(at + 6))
    at += 27 + lengths.length
    let from = at
    for (const length of lengths) {
      at += length
      if (length < 255) packets.push(ogg.subarray(from, at))
      if (length < 255) from = at
    }
  }
  return { packets: packets.slice(2), head: packets[0]!, end }
}

const behindEmptyParts = (wav: Buffer, count: number): Buffer =>
  Buffer.concat([wav.subarray(0, 12), Buffer.alloc(8 * count), wav.subarray(12)])

describe('voice notes', () => {
  beforeAll(async () => {
    world = await started()
  })

  test('a recording is encoded again, without its metadata, and both people hear it', async () => {
    const { ada, ben, id } = await world.talking()
    const { received } = await world.listen(ben.token)
    const { status, message } = await send(ada, id, recordingOf(2, { extra: 'Recorded at 12 Rose Lane' }))
    expect([status, message!.text, message!.voice!.durationMs]).toEqual([201, null, 2000])
    const { peaks } = message!.voice!
    expect([peaks.length, peaks[0]! < 10, peaks.at(-1)! > 80]).toEqual([48, true, true])
    await until(() => received.find((event) => event.type === 'message.sent' && event.seq === 1))
    const [seen] = (await ben.client.listMessages({ params: { id } })).data.messages
    expect(seen!.voice).toEqual(message!.voice)
    const [match] = (await ben.client.listMatches()).data.matches
    expect(match!.lastMessage).toMatchObject({ text: '', voice: true, picture: false })
    const { bytes, headers } = await listen(ben, seen!)
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['audio/ogg', 'no-store'])
    expect(bytes.includes('Rose Lane')).toBe(false)
    const { packets, head, end } = packetsOf(bytes)
    expect(end - head.readUInt16LE(10)).toBe(2 * 48_000)
    const decoder = await createDecoder({ channels: 1, sampleRate: 16_000 })
    const heard = packets.flatMap((packet) => [...decoder.decode(packet)])
    expect(heard.length).toBeGreaterThanOrEqual(2 * 16_000)
    expect(Math.max(...heard.slice(24_000, 30_000))).toBeGreaterThan(10_000)
  })

  test('a reply to a voice note says that it is about one, until it is deleted', async () => {
    const { ada, ben, id } = await world.talking()
    const { message } = await send(ada, id, recordingOf(0.5))
    const body = { clientId: 'an-answer-to-it', text: 'Nice voice!', replyTo: message!._id }
    const answer = (await ben.client.sendMessage({ params: { id }, body })).data.message
    expect(answer.replyTo).toEqual({ _id: message!._id, text: null, only: 'voice', mine: false })
    await ada.client.deleteMessage({ params: { id, messageId: message!._id } })
    const { messages } = (await ada.client.listMessages({ params: { id } })).data
    expect(messages.at(-1)!.replyTo).toMatchObject({ text: null, only: null })
  })

  test('what was said goes with a voice note: it is found, quoted, corrected, and deleted with it', async () => {
    const { ada, ben, id } = await world.talking()
    const { status, message } = await sendWith(ada, id, ' Meet me at the lighthouse ')
    expect([status, message]).toEqual([201, expect.objectContaining({ text: 'Meet me at the lighthouse' })])
    expect(message!.voice!.durationMs).toBe(500)
    const found = (await ben.client.searchMessages({ query: { q: 'lighthouse' } })).data.messages
    expect(found).toMatchObject([{ _id: message!._id, voice: { durationMs: 500 } }])
    const body = { clientId: 'an-answer-to-it', text: 'Gladly', replyTo: message!._id }
    const { replyTo } = (await ben.client.sendMessage({ params: { id }, body })).data.message
    expect(replyTo).toMatchObject({ text: 'Meet me at the lighthouse' })
    const params = { id, messageId: message!._id }
    await ada.client.editMessage({ params, body: { text: 'Meet me at the light house' } })
    await expect(ben.client.editMessage({ params, body: { text: 'I was here' } })).rejects.toMatchObject({
      status: 404,
    })
    await ada.client.deleteMessage({ params })
    const [deleted] = (await ben.client.listMessages({ params: { id } })).data.messages
    expect(deleted).toMatchObject({ text: null, voice: null })
    expect((await ben.client.searchMessages({ query: { q: 'light house' } })).data.messages).toEqual([])
  })

  test.each([
    ['has more than 2,000 characters', ['a'.repeat(2001)]],
    ['is larger than any form field', ['é'.repeat(20_000)]],
    ['has characters that cannot be stored', ['a\u0001b']],
    ['says nothing', [' \u200b ']],
    ['is sent twice', ['one', 'two']],
  ])('a voice note is refused if its text %s, and nothing is stored', async (_what, texts) => {
    const { ada, id } = await world.talking()
    const { status, body } = await sendWith(ada, id, ...texts)
    expect([status, body]).toMatchObject([400, { errors: [{ path: 'text' }] }])
    expect([await filesOf(ada), (await ada.client.listMessages({ params: { id } })).data.messages]).toEqual([[], []])
  })

  test('the longest text is kept whole, in any script, and strangers can’t add one', async () => {
    const { ada, id } = await world.talking()
    const longest = '🙂'.repeat(2000)
    expect((await sendWith(ada, id, longest)).message!.text).toBe(longest)
    const eve = await world.dater({ firstName: 'Eve' })
    expect((await sendWith(eve, id, 'Hello')).status).toBe(404)
  })

  test('rules and evidence read what was said as they read written words', async () => {
    const { ada, ben, id } = await world.talking()
    const ines = await world.administrator()
    const scam = 'I am rarely on this app, my dear. Add me on Telegram, I will show you how I trade bitcoin.'
    const { message } = await sendWith(ben, id, scam)
    await monitor(world.deps)
    expect((await ada.client.listMessages({ params: { id } })).data.messages).toMatchObject([{ nudge: 'scam' }])
    const body = { problem_type: 'Harassment', description: 'He sells bitcoin.', messageId: message!._id } as const
    const { report } = (await ada.client.createReport({ body })).data
    await ben.client.deleteMessage({ params: { id, messageId: message!._id } })
    const reason = 'Report 12 says so.'
    const { content } = (await ines.client.getReportEvidence({ params: { id: report._id }, reason })).data.evidence
    expect(content.messages.find(({ isReported }) => isReported)).toMatchObject({ text: scam, voice: {} })
  })

  test('the same voice note sent twice at once is stored once, and its client ID sends nothing else', async () => {
    const { ada, id } = await world.talking()
    const all = await Promise.all([1, 2, 3].map(() => send(ada, id, recordingOf(0.5), 'the-same-id')))
    expect(new Set(all.map(({ message }) => message?._id)).size).toBe(1)
    expect(await filesOf(ada)).toHaveLength(1)
    await expect(
      ada.client.sendMessage({ params: { id }, body: { clientId: 'the-same-id', text: 'Hello' } }),
    ).rejects.toMatchObject({ code: 'key_reused' })
    await ada.client.sendMessage({ params: { id }, body: { clientId: 'only-words', text: 'Hello' } })
    expect(await send(ada, id, recordingOf(0.5), 'only-words')).toMatchObject({ code: 'key_reused' })
  })

  test.each([
    ['something that is no recording', () => Buffer.from('RIFF, but not really a recording'), 400],
    ['an empty file', () => Buffer.alloc(0), 400],
    ['a recording of more than 60 seconds', () => recordingOf(60.1), 400],
    ['a recording that is too short to hear', () => recordingOf(0.1), 400],
    ['two channels', () => recordingOf(1, { channels: 2 }), 400],
    ['another rate', () => recordingOf(1, { rate: 44_100 }), 400],
    ['a header that claims more than there is', () => recordingOf(1).subarray(0, 60), 400],
    ['a recording behind a hundred empty parts', () => behindEmptyParts(recordingOf(1), 100), 400],
    ['a file of 16 MB', () => Buffer.alloc(16 * 1024 * 1024), 413],
  ])('the server refuses %s', async (_what, bytes, status) => {
    const { ada, id } = await world.talking()
    expect((await send(ada, id, bytes())).status).toBe(status)
    expect((await ada.client.listMessages({ params: { id } })).data.messages).toEqual([])
  })

  test('no one else can hear a voice note, and no one at all once it is deleted, blocked or unmatched', async () => {
    const { ada, ben, id } = await world.talking()
    const eve = await world.dater({ firstName: 'Eve' })
    const other = await world.matched(eve, ada)
    const sent = (await send(ada, id, recordingOf(0.5))).message!
    expect((await listen(eve, sent)).status).toBe(404)
    // The message doesn't exist in the listener's own conversation.
    expect((await listen(eve, { ...sent, matchId: other })).status).toBe(404)
    expect((await send(eve, id, recordingOf(0.5))).status).toBe(404)
    expect((await listen(ben, sent)).status).toBe(200)
    const second = (await send(ada, id, recordingOf(0.5))).message!
    await ada.client.deleteMessage({ params: { id, messageId: sent._id } })
    for (const person of [ada, ben]) expect((await listen(person, sent)).status).toBe(404)
    const [deleted] = (await ben.client.listMessages({ params: { id } })).data.messages
    expect(deleted!.voice).toBeNull()
    await ben.client.block({ body: { userId: ada.user._id } })
    for (const person of [ada, ben]) expect((await listen(person, second)).status).toBe(404)
    expect((await send(ada, id, recordingOf(0.5))).status).toBe(404)
  })

  test('a report keeps a copy, which staff hear for a reason, even once the message is deleted', async () => {
    const { ada, ben, id } = await world.talking()
    const ines = await world.administrator()
    const sent = (await send(ben, id, recordingOf(0.5))).message!
    const { bytes } = await listen(ada, sent)
    const { report } = (
      await ada.client.createReport({
        body: { problem_type: 'Harassment', description: 'He shouts at me.', messageId: sent._id },
      })
    ).data
    await ben.client.deleteMessage({ params: { id, messageId: sent._id } })
    const reason = 'Report 12 says so.'
    const found = await ines.client.getReportEvidence({ params: { id: report._id }, reason })
    const { voice } = found.data.evidence.content.messages.find(({ isReported }) => isReported)!
    const params = { id: report._id, fileId: voice!.fileId }
    await expect(ada.client.getEvidenceVoice({ params, reason })).rejects.toMatchObject({ status: 403 })
    const copy = (await ines.client.getEvidenceVoice({ params, reason })).data.voice
    expect(Buffer.from(copy.split(',')[1]!, 'base64').equals(bytes)).toBe(true)
    const { entries } = (await ines.client.listAudit()).data
    expect(entries.find(({ action }) => action === 'evidence.voice-opened')).toMatchObject({ reason })
    expect(await verifyEvidence(world.deps)).toMatchObject({ problem: null })
  })

  test('a voice note is in its sender’s export with its text, and its file goes with the match', async () => {
    const { ada, id } = await world.talking()
    await sendWith(ada, id, 'The sea was calm')
    const [fileId] = await filesOf(ada)
    const files = await ownExport(world, ada)
    expect(Object.keys(files)).toContain(`voice-notes/${fileId}.ogg`)
    expect(Buffer.from(files['data.json']!).toString()).toContain('The sea was calm')
    // An erasure deletes matches in this way.
    await world.query(`delete from matches where id = '${id}'`)
    await sweepDroppedFiles(world.deps)
    expect(await world.deps.storage.get(voiceFile(fileId!))).toBeNull()
  })
})
