import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { verifyEvidence } from '../../src/features/moderation/evidence/read-evidence.ts'
import { sweepDroppedFiles } from '../../src/features/profiles/pictures/jobs.ts'
import { voiceFile } from '../../src/infra/storage/voice-file.ts'
import { ownExport } from '../own-export.ts'
import type { Person } from '../people.ts'
import { recordingOf } from '../recordings.ts'
import { answerSeenBy, ownAnswer, playAnswer, saveAnswer } from '../voice-answers.ts'
import { shared, startWorld, type World } from '../world.ts'

const started = shared(() => startWorld())
let world: World

const save = (person: Person, ...recording: [bytes?: Uint8Array, question?: string, texts?: readonly string[]]) =>
  saveAnswer(world, person, ...recording)
const listen = (person: Person, to: Person) => playAnswer(world, person, to)

const fileOf = async ({ user }: Person): Promise<string> =>
  (await world.query(`select voice ->> 'fileId' as id from profiles where account_id = '${user._id}'`)).rows[0].id

const stored = async (fileId: string) => (await world.deps.storage.get(voiceFile(fileId))) !== null

describe('spoken answers', () => {
  beforeAll(async () => {
    world = await started()
  })

  test('others see and hear an answer on the profile and on the card, encoded again without metadata', async () => {
    const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
    const { status, voice } = await save(ada, recordingOf(2, { extra: 'Recorded at 12 Rose Lane' }), 'laugh')
    expect([status, voice!.durationMs, voice!.peaks.length, voice!.review]).toEqual([201, 2000, 48, 'shown'])
    expect(await ownAnswer(ada)).toEqual(voice)
    const { question, durationMs, peaks } = voice!
    expect(await answerSeenBy(ben, ada)).toEqual({ question, durationMs, peaks, text: null })
    const { people } = (await ben.client.discover({})).data
    expect(people.find(({ user }) => user._id === ada.user._id)!.user.voice).toEqual({
      question,
      durationMs,
      peaks,
      text: null,
    })
    for (const person of [ada, ben]) {
      const { bytes, headers } = await listen(person, ada)
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['audio/ogg', 'no-store'])
      expect([bytes.toString('latin1', 0, 4), bytes.includes('Rose Lane')]).toEqual(['OggS', false])
    }
  })

  test('what was said is shown with the answer, and goes with it', async () => {
    const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
    const { voice } = await save(ada, recordingOf(0.5), 'story', ['A goat ate my map.'])
    expect([voice!.text, (await ownAnswer(ada))!.text]).toEqual(['A goat ate my map.', 'A goat ate my map.'])
    expect((await answerSeenBy(ben, ada))!.text).toBe('A goat ate my map.')
    const { people } = (await ben.client.discover({})).data
    expect(people.find(({ user }) => user._id === ada.user._id)!.user.voice!.text).toBe('A goat ate my map.')
    // The previous version of the server replaces the recording but not the text, which it doesn't know.
    await world.query(
      `update profiles set voice = voice || '{"fileId": "another"}' where account_id = '${ada.user._id}'`,
    )
    expect((await answerSeenBy(ben, ada))!.text).toBeNull()
    const longest = '𝒶'.repeat(2000)
    await save(ada, recordingOf(1), 'story', [longest])
    expect((await answerSeenBy(ben, ada))!.text).toBe(longest)
    await save(ada, recordingOf(1.5))
    expect((await answerSeenBy(ben, ada))!.text).toBeNull()
    await save(ada, recordingOf(1), 'story', ['Once more.'])
    await ada.client.deleteVoiceAnswer()
    const { rows } = await world.query(`select voice_details as d from profiles where account_id = '${ada.user._id}'`)
    expect(rows).toEqual([{ d: null }])
  })

  test.each([
    ['has more than 2,000 characters', ['a'.repeat(2001)]],
    ['is larger than any form field', ['é'.repeat(20_000)]],
    ['has characters that cannot be stored', ['a\u0001b']],
    ['says nothing', [' \u200b ']],
    ['is sent twice', ['one', 'two']],
  ])('an answer is refused if its text %s, and the one before stays', async (_what, texts) => {
    const ada = await world.dater()
    const { voice } = await save(ada)
    const { status, body } = await save(ada, recordingOf(1), 'laugh', texts)
    expect([status, body]).toMatchObject([400, { errors: [{ path: 'text' }] }])
    expect(await ownAnswer(ada)).toEqual(voice)
  })

  test('a second recording replaces the first, also at the same moment, and no one hears a deleted one', async () => {
    const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
    await save(ada)
    await Promise.all([1, 2, 3].map((nth) => save(ada, recordingOf(nth), 'name')))
    expect((await answerSeenBy(ben, ada))!.question).toBe('name')
    await ada.client.deleteVoiceAnswer()
    expect(await answerSeenBy(ben, ada)).toBeNull()
    for (const person of [ada, ben]) expect((await listen(person, ada)).status).toBe(404)
    await expect(ada.client.deleteVoiceAnswer()).rejects.toMatchObject({ code: 'not_found' })
  })

  test('who can’t see the profile can’t hear it', async () => {
    const [ada, ben, eve] = [await world.dater(), await world.dater(), await world.dater({ firstName: 'Eve' })]
    await save(ada)
    expect((await listen(eve, ada)).status).toBe(200)
    await ada.client.block({ body: { userId: eve.user._id } })
    expect((await listen(eve, ada)).status).toBe(404)
    await ada.client.setPrivacy({ body: { incognito: true } })
    expect((await listen(ben, ada)).status).toBe(404)
    await ada.client.setPrivacy({ body: { incognito: false, paused: true } })
    expect([(await listen(ben, ada)).status, (await listen(ada, ada)).status]).toEqual([404, 200])
    const nobody = await world.request(`/api/v1/auth/user/${ada.user._id}/voice`)
    expect(nobody.status).toBe(401)
  })

  test('staff hear by the member call what members hear, and the rest for a reason that the log keeps', async () => {
    const [ada, ben, lea] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.dater()]
    await world.query(`update accounts set staff_role = 'moderator' where id = '${lea.user._id}'`)
    const reason = 'A complaint about them.'
    const params = { id: ada.user._id }
    await save(ada)
    const { bytes } = await listen(ben, ada)
    const play = (input = {}, { client } = lea) => client.getUserVoice({ params, ...input })
    for (const setting of [{ paused: true }, { paused: false, incognito: true }]) {
      await ada.client.setPrivacy({ body: setting })
      expect((await listen(lea, ada)).status).toBe(404)
    }
    await expect(play()).rejects.toMatchObject({ status: 403, code: 'reason_required' })
    const { voice } = (await play({ reason })).data
    expect(Buffer.from(voice.split(',')[1]!, 'base64').equals(bytes)).toBe(true)
    await play()
    const ines = await world.administrator()
    const { entries } = (await ines.client.listAudit({ query: { action: 'account.voice-opened' } })).data
    const entry = { actor: { _id: lea.user._id }, subject: { _id: ada.user._id }, reason }
    expect(entries).toMatchObject([entry, entry])
    await ada.client.setPrivacy({ body: { incognito: false } })
    expect((await listen(lea, ada)).status).toBe(200)
    await ada.client.block({ body: { userId: lea.user._id } })
    expect((await listen(lea, ada)).status).toBe(404)
    await expect(play({ reason }, ben)).rejects.toMatchObject({ status: 403 })
    const mara = await world.staff('support')
    expect((await listen(mara, ada)).status).toBe(403)
    await expect(play({ reason, params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 })
    await expect(play({ reason, params: { id: ben.user._id } })).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['something that is no recording', () => Buffer.from('RIFF, but not really a recording'), 'story', 400],
    ['more than 60 seconds', () => recordingOf(60.1), 'story', 400],
    ['a question of their own', () => recordingOf(1), 'call-me-at-555', 400],
    ['a file of 16 MB', () => Buffer.alloc(16 * 1024 * 1024), 'story', 413],
  ])('the server refuses %s', async (_what, bytes, question, status) => {
    const ada = await world.dater()
    expect((await save(ada, bytes(), question)).status).toBe(status)
    expect(await ownAnswer(ada)).toBeNull()
  })

  test('a report keeps a copy, and staff take the answer off the profile and give it back', async () => {
    const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
    const ines = await world.administrator()
    await save(ben, recordingOf(0.5), 'story', ['You are all ugly!'])
    const { bytes } = await listen(ada, ben)
    const { report } = (
      await ada.client.createReport({
        body: { problem_type: 'Harassment', description: 'He insults people.', userId: ben.user._id },
      })
    ).data
    const params = { id: report._id }
    const reason = 'Report 12 says so.'
    const before = (await ines.client.getReportEvidence({ params, reason })).data.evidence
    const { fileId, question, text } = before.content.voices[0]!
    expect([question, text, before.now!.voice]).toEqual(['story', 'You are all ugly!', fileId])
    const { profile } = (await ines.client.getDossier({ params: { id: ben.user._id }, reason })).data
    expect(profile.voice!.text).toBe('You are all ugly!')
    const body = { kind: 'hide', rule: 1, category: 'harassment', facts: 'He insults people in it.' } as const
    const { decision } = (
      await ines.client.decide({
        params: { id: ben.user._id },
        body: { ...body, hide: { voice: true }, reportId: report._id },
      })
    ).data
    expect([decision.hidden.voice, await answerSeenBy(ada, ben)]).toEqual([true, null])
    expect([(await listen(ada, ben)).status, (await listen(ben, ben)).status]).toEqual([404, 200])
    expect(await ownAnswer(ben)).toMatchObject({ review: 'refused', text: 'You are all ugly!' })
    // A removed text can't return in another field either.
    const bio = { bio: 'you are all UGLY' }
    await expect(ben.client.editProfile({ body: bio })).rejects.toMatchObject({
      details: { errors: [{ path: 'bio' }] },
    })
    const { body: refusal } = await save(ben, recordingOf(2), 'story', ['You are all ugly.'])
    expect(refusal).toMatchObject({ errors: [{ path: 'text' }] })
    const [statement] = (await ben.client.listMyDecisions()).data.decisions
    expect(statement!.statement[0]).toBe('We removed this from your profile: voice answer.')
    await ines.client.undoDecision({ params: { id: decision._id } })
    expect([(await listen(ada, ben)).status, (await answerSeenBy(ada, ben))!.text]).toEqual([200, 'You are all ugly!'])
    await ben.client.editProfile({ body: bio })
    await ben.client.deleteVoiceAnswer()
    const copy = (await ines.client.getEvidenceVoice({ params: { ...params, fileId }, reason })).data.voice
    expect(Buffer.from(copy.split(',')[1]!, 'base64').equals(bytes)).toBe(true)
    expect((await ines.client.getReportEvidence({ params, reason })).data.evidence.now!.voice).toBeNull()
    expect(await verifyEvidence(world.deps)).toMatchObject({ problem: null, copies: 1 })
  })

  test('undoing the removal of a recording gives back no other one', async () => {
    const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
    const ines = await world.administrator()
    const facts = 'He insults people in it.'
    const body = { kind: 'hide', rule: 1, category: 'harassment', facts, hide: { voice: true } } as const
    const takeOff = async () => (await ines.client.decide({ params: { id: ben.user._id }, body })).data.decision
    await save(ben, recordingOf(1))
    const first = await takeOff()
    // A removed recording can't return as another file, with other notes, or as another answer.
    expect((await save(ben, recordingOf(1))).status).toBe(400)
    await save(ben, recordingOf(2), 'sunday')
    expect((await save(ben, recordingOf(1, { extra: 'mine' }), 'talent')).status).toBe(400)
    expect(await answerSeenBy(ada, ben)).toMatchObject({ question: 'sunday' })
    const second = await takeOff()
    await ines.client.undoDecision({ params: { id: first._id } })
    expect(await answerSeenBy(ada, ben)).toBeNull()
    await ines.client.undoDecision({ params: { id: second._id } })
    expect(await answerSeenBy(ada, ben)).toMatchObject({ question: 'sunday' })
    expect((await save(ben, recordingOf(1))).status).toBe(201)
  })
})

test('an answer is in its member’s export, and its file goes with the profile', async () => {
  world = await startWorld({ eavesdrop: false })
  const ada = await world.dater()
  await save(ada, recordingOf(0.5), 'story', ['A goat ate my map.'])
  const fileId = await fileOf(ada)
  const files = await ownExport(world, ada)
  expect(Object.keys(files)).toContain(`voice-answer/${fileId}.ogg`)
  expect(Object.values(files).some((file) => Buffer.from(file).includes('A goat ate my map.'))).toBe(true)
  await world.query(`update accounts set state = 'deleting', deletion_due_at = now() - interval '1 hour'
    where id = '${ada.user._id}'`)
  await eraseDue(world.deps)
  await sweepDroppedFiles(world.deps)
  expect(await stored(fileId)).toBe(false)
})

test('over the limit of an hour, a recording is refused and the one before stays', async () => {
  world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const ada = await world.dater()
  const { voice } = await save(ada)
  await world.query("update budgets set used = 20 where key like 'voice-answer:%'")
  expect((await save(ada, recordingOf(1), 'laugh')).status).toBe(429)
  expect(await ownAnswer(ada)).toEqual(voice)
  world.turnClock(3_601_000)
  expect((await save(await world.signedInAgain(ada), recordingOf(1), 'laugh')).status).toBe(201)
})
