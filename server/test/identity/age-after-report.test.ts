import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordProof } from '../../src/features/identity/index.ts'
import { SYSTEM, unitOfWork } from '../../src/work.ts'
import { ageOf, askAge, mailWith } from '../asking-age.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

const refused = { status: 403, code: 'age_unproven' }

const report = (by: Person, about: Person, detail: 'underage' | 'sexual' = 'underage') =>
  by.client.createReport({
    body: { problem_type: 'Inappropriate Content', detail, description: 'Looks like it.', userId: about.user._id },
  })

const prove = (world: World, { user }: Person) =>
  unitOfWork(world.deps, SYSTEM, (work) => recordProof(work, user._id, 'openid'))

async function talking(world: World) {
  const { ada, ben, id } = await world.talking()
  const say = ({ client }: Person) =>
    client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text: 'Hello' } })
  return { ada, ben, say }
}

const noticesOf = async ({ client }: Person) => (await client.listNotifications()).data.notifications

test('a report about a minor asks for a proof, and doesn’t say who reported', async () => {
  const world = await startWorld()
  const { ada, ben, say } = await talking(world)
  await askAge(world, { when: ['report'], methods: ['document'] })
  await say(ben)
  await report(ada, ben, 'sexual')
  expect(await ageOf(ben)).toMatchObject({ needed: null })

  await report(ada, ben)
  expect(await ageOf(ben)).toMatchObject({ needed: 'report', methods: ['document'] })
  await expect(say(ben)).rejects.toMatchObject(refused)
  // The person who reported isn't asked, and the reported one is as visible as before.
  await say(ada)
  await expect(ada.client.getPerson({ params: { id: ben.user._id } })).resolves.toBeTruthy()
  const notice = (await noticesOf(ben)).find(({ link }) => link === '/settings/age')
  expect(notice).toMatchObject({ text: 'Please show that you’re 18 or older' })
  const mail = await mailWith(world, ben, '18 or older')
  expect(mail).toContain('/settings/age')
  expect(mail).not.toMatch(/Ada|report/i)

  await prove(world, ben)
  await say(ben)
  // Further reports don't ask again.
  const eve = await world.dater({ firstName: 'Eve' })
  await report(eve, ben)
  expect(await ageOf(ben)).toMatchObject({ needed: null, proven: { by: 'openid' } })
  await say(ben)
})

test('without the rule, a report asks no one, and staff can, with a reason', async () => {
  const world = await startWorld()
  const { ada, ben, say } = await talking(world)
  const params = { id: ben.user._id }
  const [mara, sam] = [await world.staff('moderator'), await world.staff('analyst')]
  await report(ada, ben)
  await say(ben)
  expect((await mara.client.getUserAge({ params })).data.age).toEqual({ proven: null, askedAt: null })
  await expect(sam.client.askForAge({ params, body: { reason: 'A hunch.' } })).rejects.toMatchObject({ status: 403 })

  const { age } = (await mara.client.askForAge({ params, body: { reason: 'Their photos.' } })).data
  expect(age).toMatchObject({ proven: null, askedAt: expect.any(String) })
  await expect(mara.client.askForAge({ params, body: { reason: 'Again.' } })).rejects.toMatchObject({ status: 409 })
  await expect(say(ben)).rejects.toMatchObject(refused)
  // Where nothing is set up, a photo for staff always works.
  expect(await ageOf(ben)).toMatchObject({ needed: 'report', methods: ['document', 'selfie'] })
  await mara.client.stopAskingForAge({ params, body: { reason: 'A mistake.' } })
  await say(ben)

  await prove(world, ben)
  await mara.client.askForAge({ params, body: { reason: 'The document was someone else’s.' } })
  expect(await ageOf(ben)).toMatchObject({ needed: 'report', proven: null })
  await expect(say(ben)).rejects.toMatchObject(refused)
  const ines = await world.administrator()
  const { entries } = (await ines.client.listAudit({ query: { subject: params.id } })).data
  expect(
    entries.filter(({ action }) => action.startsWith('age.')).map(({ action, reason }) => [action, reason]),
  ).toEqual([
    ['age.taken-back', 'The document was someone else’s.'],
    ['age.not-asked', 'A mistake.'],
    ['age.asked', 'Their photos.'],
  ])
})

test('staff aren’t asked, neither by reports nor by each other, and no one asks themselves', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await askAge(world, { when: ['report', 'message', 'joining'], methods: ['document'] }, ines)
  await report(ada, ines).catch(() => {})
  expect(await ageOf(ines)).toMatchObject({ needed: null })
  const mara = await world.staff('moderator')
  const ask = (by: Person, about: Person) =>
    by.client.askForAge({ params: { id: about.user._id }, body: { reason: 'To see.' } })
  await expect(ask(mara, ines)).rejects.toMatchObject({ status: 403 })
  await expect(ask(ines, mara)).rejects.toMatchObject({ status: 409 })
  await expect(ask(ines, ines)).rejects.toMatchObject({ status: 403 })
})

test('once the last report about a minor is rejected, its person is no longer asked, unless staff asked', async () => {
  const world = await startWorld()
  const { ada, ben, say } = await talking(world)
  const ines = await askAge(world, { when: ['report'], methods: ['document'] })
  const eve = await world.dater({ firstName: 'Eve' })
  const reported = async (by: Person) => (await report(by, ben)).data.report._id
  const move = (id: string, status: 'in_progress' | 'rejected' | 'resolved') =>
    ines.client.setReportStatus({ params: { id }, body: { status } })
  const reject = async (...ids: string[]) => {
    for (const id of ids) await move(id, 'in_progress')
    await Promise.all(ids.map((id) => move(id, 'rejected')))
  }
  const [first, second] = [await reported(ada), await reported(eve)]
  await reject(first)
  expect(await ageOf(ben)).toMatchObject({ needed: 'report' })
  await expect(say(ben)).rejects.toMatchObject(refused)
  await reject(second)
  expect(await ageOf(ben)).toMatchObject({ needed: null })
  await say(ben)
  const { entries } = (await ines.client.listAudit({ query: { subject: ben.user._id, action: 'age.not-asked' } })).data
  expect(entries).toMatchObject([{ actor: { _id: ines.user._id }, details: { report: second } }])

  // Of two that are rejected at the same time, one is the last.
  const both = [await reported(ada), await reported(eve)]
  expect(await ageOf(ben)).toMatchObject({ needed: 'report' })
  await reject(...both)
  expect(await ageOf(ben)).toMatchObject({ needed: null })

  // A report that was right, or staff, still ask.
  const [right, wrong] = [await reported(ada), await reported(eve)]
  await move(right, 'in_progress')
  await move(right, 'resolved')
  await reject(wrong)
  expect(await ageOf(ben)).toMatchObject({ needed: 'report' })
  const cleo = await world.dater({ firstName: 'Cleo' })
  await ines.client.askForAge({ params: { id: cleo.user._id }, body: { reason: 'Their photos.' } })
  await reject((await report(ada, cleo)).data.report._id)
  expect(await ageOf(cleo)).toMatchObject({ needed: 'report' })
})
