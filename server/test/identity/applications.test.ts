import { expect, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/index.ts'
import { days } from '../../src/infra/clock.ts'
import { mailWith } from '../asking-age.ts'
import { confirm, invitationBy, restrict } from '../admitting.ts'
import type { Person } from '../people.ts'
import { configure } from '../configuring.ts'
import { photoOf, showPictures } from '../pictures.ts'
import { present } from '../../../scripts/present.ts'
import { startWorld, until, type World } from '../world.ts'

const application = {
  questions: [{ text: 'Why climbing?', translations: { de: 'Warum Klettern?' } }, { text: 'Who do you know here?' }],
}
const answers = ['Because of the view.', 'Ines.']

/** Someone who has confirmed their address and can apply. */
async function applicantIn(world: World, more: object = {}) {
  const person = await world.newcomer(more)
  await confirm(world, person)
  return person
}

const standing = async ({ client }: Person) => (await client.getAdmission()).data.admission
const open = async ({ client }: Person) =>
  (await client.listApplications({ query: { open: 'true' } })).data.applications
const found = async (staff: Person, { user }: Person) =>
  (await staff.client.listApplications({})).data.applications.find(({ _id }) => _id === user._id)!

const decide = async (
  staff: Person,
  person: Person,
  decision: 'accept' | 'ask' | 'wait' | 'decline',
  message?: string,
) => {
  const { version, texts } = await found(staff, person)
  const body = { decision, message: message ?? texts[decision] }
  return (await staff.client.decideApplication({ params: { id: person.user._id }, body, ifMatch: version })).data
    .application
}

test('people answer the questions in their language, see where they stand, and are let in with a text', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'open', application })
  expect((await world.client().getStatus()).settings.admission).toEqual({ join: 'open', application: true })
  const ada = await world.newcomer()
  await expect(ada.client.applyToJoin({ body: { answers } })).rejects.toMatchObject({ status: 409 })
  await confirm(world, ada)
  expect(await standing(ada)).toMatchObject({
    state: 'joining',
    steps: [
      { kind: 'email', done: true },
      { kind: 'application', done: false },
    ],
    questions: ['Why climbing?', 'Who do you know here?'],
  })
  await expect(ada.client.applyToJoin({ body: { answers: ['One.'] } })).rejects.toMatchObject({ status: 409 })
  await expect(ada.client.discover()).rejects.toMatchObject({ code: 'admission_required' })
  await ada.client.setLanguage({ body: { language: 'de' } })
  await ada.client.applyToJoin({ body: { answers } })
  await expect(ada.client.applyToJoin({ body: { answers } })).rejects.toMatchObject({ status: 409 })
  expect(await standing(ada)).toMatchObject({ state: 'applied', questions: [], erasedAt: null })
  expect((await ines.client.getWorkQueue()).data.applications).toBe(1)
  expect((await open(ines))[0]).toMatchObject({ gender: null, city: null })
  await ada.client.editProfile({ body: { gender: 'woman' } })
  const [one] = await open(ines)
  expect(one).toMatchObject({ _id: ada.user._id, name: 'Ada Marlowe', language: 'de', state: 'applied' })
  expect(one).toMatchObject({ gender: 'woman' })
  await decide(ines, ada, 'accept')
  expect(await standing(ada)).toBeNull()
  expect((await ada.client.getProfile()).userData.user).not.toHaveProperty('admission')
  expect(await open(ines)).toEqual([])
  const mail = await mailWith(world, ada, one!.texts.accept)
  // The email greets once, and leads into the product.
  expect(mail.match(/Hallo/g)).toEqual(['Hallo'])
  expect(mail).toContain('/discover')
  expect((await ada.client.listNotifications()).data.notifications).toMatchObject([{ link: '/discover' }])
  await expect(decide(ines, ada, 'decline')).rejects.toMatchObject({ status: 409 })
})

test('the team asks back, the applicant answers, and the application waits for the team again', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'open', application })
  const ada = await applicantIn(world)
  await ada.client.applyToJoin({ body: { answers } })
  await expect(ada.client.answerAdmission({ body: { message: 'Hello?' } })).rejects.toMatchObject({ status: 409 })
  const before = await found(ines, ada)
  expect(before).toMatchObject({ state: 'applied', decision: null })
  await decide(ines, ada, 'ask', 'Which hall do you climb at?')
  expect(await open(ines)).toEqual([])
  // A colleague who had it open sees who did what.
  const read = async () => (await ines.client.getApplication({ params: { id: ada.user._id } })).data.application
  expect(await read()).toMatchObject({ state: 'asked', decision: 'ask', decidedBy: 'Ines Marlowe' })
  expect(await standing(ada)).toMatchObject({
    state: 'asked',
    messages: [{ byStaff: true, message: 'Which hall do you climb at?' }],
  })
  await ada.client.answerAdmission({ body: { message: 'The one in the north.' } })
  expect(await open(ines)).toMatchObject([{ messages: [{ byStaff: true }, { byStaff: false, author: 'Ada Marlowe' }] }])
  expect(await read()).toMatchObject({ state: 'applied', decision: 'ask' })
  // A decision on what was there before the answer would overlook it.
  await expect(
    ines.client.decideApplication({
      params: { id: ada.user._id },
      body: { decision: 'decline', message: 'No.' },
      ifMatch: before.version,
    }),
  ).rejects.toMatchObject({ status: 409 })
  await decide(ines, ada, 'wait')
  expect(await standing(ada)).toMatchObject({ state: 'waiting' })
  expect(await read()).toMatchObject({ decision: 'wait' })
  await decide(ines, ada, 'accept')
  expect(await standing(ada)).toBeNull()
  expect(await read()).toMatchObject({ state: null, decision: 'accept' })
})

test('each decision has words of the operator’s own, so that no welcome goes with a refusal', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'open', application })
  const kinds = ['admission', 'admission-asked', 'admission-waiting', 'admission-declined'] as const
  const emails = Object.fromEntries(kinds.map((kind) => [kind, { en: { opening: `About ${kind}.` } }]))
  await configure(ines.client, { emails })
  const [ada, ben] = [await applicantIn(world), await applicantIn(world, { firstName: 'Ben' })]
  for (const person of [ada, ben]) await person.client.applyToJoin({ body: { answers } })
  await decide(ines, ada, 'ask')
  await decide(ines, ada, 'wait')
  await decide(ines, ada, 'decline')
  await decide(ines, ben, 'accept')
  for (const kind of kinds) {
    const mail = await mailWith(world, kind === 'admission' ? ben : ada, `About ${kind}.`)
    expect(mail.match(/About/g)).toHaveLength(1)
  }
})

test('a declined applicant learns of it, can export, and is erased after 30 days', async () => {
  // Who an erased person was can't be compared any more.
  const world = await startWorld({ eavesdrop: false })
  const ines = await restrict(world, { join: 'open', application })
  const ada = await applicantIn(world)
  await ada.client.applyToJoin({ body: { answers } })
  await decide(ines, ada, 'decline', 'We’re full of climbers named Ada.')
  const { state, erasedAt, messages } = (await standing(ada))!
  expect({ state, messages }).toMatchObject({ state: 'declined', messages: [{ message: /climbers named Ada/ }] })
  expect(Math.round((Date.parse(erasedAt!) - present().getTime()) / days(1))).toBe(30)
  const mail = await until(async () =>
    (await world.mailsTo(ada.email)).find(({ text }) => text.includes('climbers named Ada')),
  )
  expect(mail.text).toContain('erase your account')
  await expect(ada.client.exportOwnData()).resolves.toEqual({ done: true })
  await expect(ada.client.restoreAccount()).rejects.toMatchObject({ status: 409 })
  const contents = async () =>
    (
      await world.query(`
        select a.state, m.answers, (select count(*)::int from admission_messages where account_id = a.id) as messages
        from accounts a join admissions m on m.account_id = a.id where a.id = '${ada.user._id}'`)
    ).rows
  world.turnClock(days(29))
  await eraseDue(world.deps)
  expect(await contents()).toMatchObject([{ state: 'deleting', messages: 1 }])
  world.turnClock(days(2))
  await eraseDue(world.deps)
  expect(await contents()).toEqual([{ state: 'erased', answers: null, messages: 0 }])
})

test('the team can change its mind about a declined applicant until the erasure', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'open', application })
  const ada = await applicantIn(world)
  await ada.client.applyToJoin({ body: { answers } })
  await decide(ines, ada, 'decline')
  await decide(ines, ada, 'accept')
  expect(await standing(ada)).toBeNull()
  expect((await ada.client.getProfile()).userData.user.state).toBe('active')
  world.turnClock(days(31))
  await eraseDue(world.deps)
  const { rows } = await world.query(`select state from accounts where id = '${ada.user._id}'`)
  expect(rows).toEqual([{ state: 'active' }])
})

test('each code of the team says whether its people still apply, and the rules say it for members and domains', async () => {
  const world = await startWorld()
  const rules = { join: 'open' as const, memberCodes: 1, domains: ['campus.example'] }
  const ines = await restrict(world, {
    ...rules,
    application: { ...application, exceptDomains: true, exceptInvited: true },
  })
  const isIn = async (person: Person) => (await standing(person)) === null
  const spared = await applicantIn(world, { invitation: (await invitationBy(ines)).code })
  expect(await isIn(spared)).toBe(true)
  const applying = await applicantIn(world, { invitation: (await invitationBy(ines, { applies: true })).code })
  expect(await isIn(applying)).toBe(false)
  expect(await isIn(await applicantIn(world, { email: 'ben@campus.example' }))).toBe(true)
  await world.query(`update accounts set created_at = now() - interval '8 days' where id = '${spared.user._id}'`)
  const [own] = (await spared.client.createMyInvitation()).data.invitations
  expect(await isIn(await applicantIn(world, { invitation: own!.code }))).toBe(true)
  await restrict(world, { ...rules, application }, ines)
  expect(await isIn(await applicantIn(world, { email: 'cleo@campus.example' }))).toBe(false)
})

test('only administrators and moderators see and decide applications, and no one their own', async () => {
  const world = await startWorld()
  const [helen, mara] = [await world.staff('support'), await world.staff('moderator')]
  await restrict(world, { join: 'open', application })
  const ada = await applicantIn(world)
  await ada.client.applyToJoin({ body: { answers } })
  await expect(helen.client.getApplication({ params: { id: ada.user._id } })).rejects.toMatchObject({ status: 403 })
  await expect(open(helen)).rejects.toMatchObject({ code: 'forbidden' })
  const body = { decision: 'accept' as const, message: 'Welcome.' }
  const call = { params: { id: ada.user._id }, body }
  await expect(helen.client.decideApplication(call)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(mara.client.decideApplication(call)).rejects.toMatchObject({ status: 400 })
  await expect(decide(mara, ada, 'accept')).resolves.toMatchObject({ state: null, decidedBy: 'Mara Marlowe' })
  expect((await helen.client.getWorkQueue()).data).not.toHaveProperty('applications')
})

test('staff see only the photos that everyone sees, and no profile once they have decided', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'open', application })
  const [ada, ben] = [await applicantIn(world), await applicantIn(world, { firstName: 'Ben' })]
  for (const person of [ada, ben]) {
    await person.client.applyToJoin({ body: { answers } })
    await person.client.editProfile({ body: { gender: 'woman', bio: 'I climb.' } })
    const [, forMatches, held] = await showPictures(world, person, await photoOf(1), await photoOf(2), await photoOf(3))
    await world.changePictures(person, `update pictures set audience = 'matches' where public_id = '${forMatches}'`)
    await world.changePictures(person, `update pictures set review = 'held' where public_id = '${held}'`)
  }
  const profileIn = async (person: Person) => {
    const { bio, age, gender, city, pictures } = await found(ines, person)
    return { bio, age, gender, city, pictures: pictures.length }
  }
  expect(await profileIn(ada)).toMatchObject({ bio: 'I climb.', gender: 'woman', pictures: 1 })
  expect((await open(ines)).map(({ pictures }) => pictures.length)).toEqual([1, 1])
  await decide(ines, ada, 'wait')
  expect(await profileIn(ada)).toMatchObject({ bio: 'I climb.', pictures: 1 })
  const none = { bio: null, age: null, gender: null, city: null, pictures: [] }
  expect(await decide(ines, ada, 'accept')).toMatchObject(none)
  expect(await decide(ines, ben, 'decline')).toMatchObject(none)
  for (const person of [ada, ben])
    expect(await found(ines, person)).toMatchObject({ ...none, answers: [{ answer: answers[0] }, {}] })
})

test('the next page comes even if the last application of the page before has been decided', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'open', application })
  const [ada, ben, cleo] = [await applicantIn(world), await applicantIn(world), await applicantIn(world)]
  for (const person of [ada, ben, cleo]) await person.client.applyToJoin({ body: { answers } })
  const page = async (query: { open?: 'true'; before?: string }) =>
    (await ines.client.listApplications({ query: { ...query, limit: '1' } })).data
  const idsOf = ({ applications }: Awaited<ReturnType<typeof page>>) => applications.map(({ _id }) => _id)
  const [first, newest] = [await page({ open: 'true' }), await page({})]
  expect([idsOf(first), idsOf(newest)]).toEqual([[ada.user._id], [cleo.user._id]])
  await decide(ines, ada, 'accept')
  const second = await page({ open: 'true', before: first.nextBefore! })
  expect(idsOf(second)).toEqual([ben.user._id])
  const last = await page({ open: 'true', before: second.nextBefore! })
  expect([idsOf(last), last.nextBefore]).toEqual([[cleo.user._id], null])
  expect(idsOf(await page({ before: newest.nextBefore! }))).toEqual([ben.user._id])
  for (const before of [ada.user._id, '1.x', `99999999999999999.${ada.user._id}`])
    await expect(page({ before })).rejects.toMatchObject({ status: 400 })
})

test('without applications, the work queue is as before, and those who had applied are let in', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'open', application })
  const ada = await applicantIn(world)
  await ada.client.applyToJoin({ body: { answers } })
  await restrict(world, undefined, ines)
  await until(async () => (await standing(ada)) === null)
  expect((await ines.client.getWorkQueue()).data).not.toHaveProperty('applications')
})
