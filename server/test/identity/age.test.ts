import { type Age, api, type Route } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordProof } from '../../src/features/identity/index.ts'
import { SYSTEM, unitOfWork } from '../../src/work.ts'
import { confirm } from '../admitting.ts'
import { ageOf, askAge } from '../asking-age.ts'
import type { Person } from '../people.ts'
import { inFuture, present } from '../../../scripts/present.ts'
import { startWorld, type World, until } from '../world.ts'

const refused = { status: 403, code: 'age_unproven' }

const prove = (world: World, { user }: Person) =>
  unitOfWork(world.deps, SYSTEM, (work) => recordProof(work, user._id, 'wallet'))

const today = () => present().toISOString().slice(0, 10)

test('without rules, no one is asked', async () => {
  const world = await startWorld()
  const ada = await world.member()
  expect(await ageOf(ada)).toEqual({ needed: null, methods: [], provider: null, proven: null, photos: null })
  expect((await world.client().getStatus()).settings).not.toHaveProperty('age')
})

test('a section that couldn’t work isn’t saved', async () => {
  const world = await startWorld()
  const save = (age: Age) => askAge(world, age).catch((error: unknown) => error)
  const wrong = (path: string) => ({ status: 400, details: { errors: [{ path: `configuration.age.${path}` }] } })
  expect(await save({ when: ['message'], methods: [] })).toMatchObject(wrong('methods'))
  expect(await save({ when: ['message'], methods: ['openid'] })).toMatchObject(wrong('methods'))
  expect(await save({ when: ['message'], methods: ['wallet'] })).toMatchObject(wrong('issuers'))
  const pem = (inside: string) => `-----BEGIN CERTIFICATE-----\n${inside}\n-----END CERTIFICATE-----`
  for (const issuers of ['Trust us', pem('AAAA'), `${pem('AAAA')} and more`])
    expect(await save({ when: ['message'], methods: ['wallet'], issuers })).toMatchObject(wrong('issuers'))
})

test('on joining, a proof lets people in, members stay, and without the rule everyone is let in', async () => {
  const world = await startWorld()
  const old = await world.member()
  const ines = await askAge(world, { when: ['joining'], methods: ['document'] })
  expect((await world.client().getStatus()).settings.age).toEqual(['joining'])
  expect((await old.client.getAdmission()).data.admission).toBeNull()
  expect(await ageOf(old)).toMatchObject({ needed: null, methods: ['document'] })

  const ada = await world.newcomer()
  expect((await confirm(world, ada)).user.admission).toBe('joining')
  expect((await ada.client.getAdmission()).data.admission).toMatchObject({
    steps: [
      { kind: 'email', done: true },
      { kind: 'age', done: false },
    ],
  })
  expect(await ageOf(ada)).toMatchObject({ needed: 'joining', methods: ['document'] })
  await expect(ada.client.discover()).rejects.toMatchObject({ code: 'admission_required' })
  await prove(world, ada)
  expect(await ageOf(ada)).toMatchObject({ needed: null, methods: [], proven: { by: 'wallet', on: today() } })
  expect((await ada.client.getAdmission()).data.admission).toBeNull()

  const ben = await world.newcomer()
  await confirm(world, ben)
  await askAge(world, undefined, ines)
  await until(async () => (await ben.client.getAdmission()).data.admission === null)
})

test('before the first message, nothing that starts contact works until the proof', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const params = { id: await world.matched(ada, ben) }
  const eve = await world.dater({ firstName: 'Eve' })
  const first = await ada.client.sendMessage({ params, body: { clientId: randomUUID(), text: 'Hi' } })
  const his = await ben.client.sendMessage({ params, body: { clientId: randomUUID(), text: 'Hi, Ada' } })
  const call = () => ada.client.askForCall({ params, body: { showsAddress: true } })
  const running = { ...params, callId: (await call()).data.callId }
  await ben.client.acceptCall({ params: running, body: { showsAddress: true } })
  const keep = () => ada.client.keepCall({ params: running })
  const signal = () => ada.client.signalCall({ params: running, body: { data: 'An offer' } })
  await keep()
  await askAge(world, { when: ['message'], methods: ['selfie'] })
  await until(async () => (await ageOf(ada)).needed === 'message')

  const say = () => ada.client.sendMessage({ params, body: { clientId: randomUUID(), text: 'Hello' } })
  const slots = [inFuture(86_400_000).toISOString()]
  const plan = () => ada.client.proposePlan({ params, body: { slots, place: 'The pier' } })
  const note = () => ada.client.choose({ body: { userId: eve.user._id, action: 'like', note: 'Hello' } })
  const edit = () =>
    ada.client.editMessage({ params: { ...params, messageId: first.data.message._id }, body: { text: 'Another text' } })
  // The note of a like that has been sent already.
  const added = () => ada.client.addNote({ params: { userId: eve.user._id }, body: { note: 'Hello' } })
  const react = () =>
    ada.client.react({ params: { ...params, messageId: his.data.message._id }, body: { emoji: '❤️' } })
  const leave = (closing?: 'no-spark') => ada.client.unmatch({ params, body: closing ? { closing } : {} })
  const goodbye = () => leave('no-spark')
  for (const contact of [say, plan, call, keep, signal, note, edit, added, react, goodbye])
    await expect(contact()).rejects.toMatchObject(refused)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(8)]), 'recording.wav')
  const recorded = await world.request(`/api/v1/matches/${params.id}/voice-notes?clientId=${randomUUID()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}` },
    body: form,
  })
  expect(await recorded.json()).toMatchObject({ code: 'age_unproven' })

  await ada.client.choose({ body: { userId: eve.user._id, action: 'like' } })
  await prove(world, ada)
  await say()
  await plan()
  await keep()
  await ada.client.endCall({ params: running })
  await call()
  await react()
  await goodbye()
})

test('before the proof, a match can be ended without a goodbye', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const params = { id: await world.matched(ada, ben) }
  await askAge(world, { when: ['message'], methods: ['selfie'] })
  await until(async () => (await ageOf(ada)).needed === 'message')
  await expect(ada.client.unmatch({ params, body: { closing: 'no-spark' } })).rejects.toMatchObject(refused)
  await ada.client.unmatch({ params })
  expect((await ben.client.listEndedMatches()).data.matches).toMatchObject([{ _id: params.id, closing: null }])
})

test('whatever says something to another member waits for the proof', () => {
  const routes: [string, Route][] = Object.entries(api)
  const says = routes.flatMap(([name, { newTerms, contact }]) => (newTerms && !contact ? [name] : []))
  // A like has no words, and its note is checked where it is read. So is the goodbye of an unmatch.
  expect(says.toSorted()).toEqual(['choose', 'chooseFriend'])
})
