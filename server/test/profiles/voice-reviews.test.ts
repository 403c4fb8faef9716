import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { settleReviews } from '../deciding.ts'
import type { Person } from '../people.ts'
import { recordingOf } from '../recordings.ts'
import { answerSeenBy, ownAnswer, playAnswer, saveAnswer } from '../voice-answers.ts'
import { startWorld } from '../world.ts'

test('a new account’s voice answer waits for staff, who hear it, and approve or reject it once', async () => {
  const world = await startWorld({ env: { PICTURE_REVIEW: 'new-accounts' } })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const [lea, ines] = [await world.staff('moderator'), await world.administrator()]
  const waiting = async () => (await lea.client.listWaitingPictures()).data.voices
  const heard = async () => [(await playAnswer(world, ben, ada)).status, (await playAnswer(world, ada, ada)).status]
  const paramsOf = async () => ({ id: (await waiting())[0]!._id })
  const notices = async () => (await ada.client.listNotifications()).data.notifications.map(({ text }) => text)

  expect((await saveAnswer(world, ada, recordingOf(1), 'talent', ['I juggle.'])).voice!.review).toBe('held')
  expect([(await ownAnswer(ada))!.review, await answerSeenBy(ben, ada), await heard()]).toEqual([
    'held',
    null,
    [404, 200],
  ])
  const item = { user: { _id: ada.user._id, name: 'Ada Marlowe' }, question: 'talent', text: 'I juggle.' }
  expect(await waiting()).toMatchObject([{ ...item, durationMs: 1000 }])
  expect((await ines.client.getWorkQueue()).data.photos).toBe(1)
  // A copy of a waiting recording isn't a copy of a removed one. It replaces the first recording, also in the queue.
  const first = await paramsOf()
  await saveAnswer(world, ada, recordingOf(1), 'talent', ['I juggle.'])
  const params = await paramsOf()
  await expect(lea.client.getWaitingVoice({ params: first })).rejects.toMatchObject({ status: 404 })
  await expect(lea.client.reviewVoice({ params: first, body: { shown: true } })).rejects.toMatchObject({ status: 409 })
  const { bytes } = await playAnswer(world, ada, ada)
  const { voice } = (await lea.client.getWaitingVoice({ params })).data
  expect(Buffer.from(voice.split(',')[1]!, 'base64').equals(bytes)).toBe(true)
  const both = await Promise.allSettled(
    [lea, ines].map(({ client }) => client.reviewVoice({ params, body: { shown: true } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect([await waiting(), await heard(), await notices()]).toEqual([[], [404, 200], []])
  await settleReviews(world)
  expect([await waiting(), await heard(), (await answerSeenBy(ben, ada))!.text]).toEqual([[], [200, 200], 'I juggle.'])
  await expect(lea.client.getWaitingVoice({ params })).rejects.toMatchObject({ status: 404 })
  expect(await notices()).toEqual(['Your voice answer is approved'])

  await saveAnswer(world, ada, recordingOf(2), 'story', ['Call me at 555.'])
  const reject = { shown: false, problem: 'contact', reason: 'Numbers aren’t allowed.' } as const
  await lea.client.reviewVoice({ params: await paramsOf(), body: reject })
  await settleReviews(world)
  expect([await waiting(), await heard(), (await ownAnswer(ada))!.review]).toEqual([[], [404, 200], 'refused'])
  expect((await saveAnswer(world, ada, recordingOf(2))).status).toBe(400)
  expect(await notices()).toEqual(['We couldn’t approve your voice answer'])
  const mail = (await world.mailsTo(ada.email, 3)).find(({ subject }) => subject.startsWith('We couldn’t approve'))!
  expect(mail.text).toMatch(/It contains contact details or an ad\.\s+Reason: Numbers aren’t allowed\./)
  const { entries } = (await ines.client.listAudit({ query: { action: 'voice.refused' } })).data
  const { reason, problem } = reject
  expect(entries).toMatchObject([{ subject: { _id: ada.user._id }, reason, details: { problem } }])
})

test('only those who review photos hear and decide what waits, and what is old or of others doesn’t wait', async () => {
  const world = await startWorld({ env: { PICTURE_REVIEW: 'new-accounts' } })
  const [ada, ben, max] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.dater()]
  const [lea, mara, ines] = [await world.staff('moderator'), await world.staff('support'), await world.administrator()]
  const waiting = async ({ client }: Person = ines) => (await client.listWaitingPictures()).data.voices
  await saveAnswer(world, ada)
  const params = { id: (await waiting())[0]!._id }
  for (const { client } of [ada, ben, mara]) {
    await expect(client.getWaitingVoice({ params })).rejects.toMatchObject({ status: 403 })
    await expect(client.reviewVoice({ params, body: { shown: true } })).rejects.toMatchObject({ status: 403 })
  }
  const nobodys = { id: randomBytes(16).toString('hex') }
  await expect(lea.client.getWaitingVoice({ params: nobodys })).rejects.toMatchObject({ status: 404 })
  await expect(lea.client.reviewVoice({ params: nobodys, body: { shown: true } })).rejects.toMatchObject({
    status: 409,
  })
  await world.query(`update accounts set staff_role = 'moderator' where id = '${max.user._id}'`)
  await saveAnswer(world, max)
  const own = { id: (await waiting(max)).find(({ user }) => user._id === max.user._id)!._id }
  await expect(max.client.reviewVoice({ params: own, body: { shown: true } })).rejects.toMatchObject({ status: 409 })
  // When the previous version of the server replaces a waiting recording, the new one is shown without a review.
  const another = `{"fileId": "${'0'.repeat(32)}", "review": "shown"}`
  await world.query(`update profiles set voice = voice || '${another}' where account_id = '${ada.user._id}'`)
  expect((await waiting()).map(({ user }) => user._id)).toEqual([max.user._id])
  expect((await ownAnswer(ada))!.review).toBe('shown')
  await ada.client.deleteVoiceAnswer()
  await world.query(`update accounts set created_at = now() - interval '8 days' where id = '${ada.user._id}'`)
  expect((await saveAnswer(world, ada)).voice!.review).toBe('shown')
})
