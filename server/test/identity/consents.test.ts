import { api, isForStaff, type Route } from '@kindred/contract'
import { expect, test } from 'vitest'
import { applyConsents } from '../../src/features/profiles/index.ts'
import { specialCategory } from '../../src/features/profiles/consents/special-category.ts'
import { urlOf } from '../addresses.ts'
import { proof } from '../proofs.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// Consent is a condition: without the terms an account can only be read, confirmed, exported and left, and without the
// consent to use special categories of data, nothing of that kind is stored, shown or used.

const refused = { status: 403, code: 'consent_required' }
const needs = (path: 'acceptTerms' | 'acceptSpecialCategory') => ({
  ...refused,
  details: expect.objectContaining({ errors: [{ path, msg: expect.any(String) as string }] }) as object,
})

const withoutTerms = { acceptTerms: undefined as never, acceptSpecialCategory: undefined as never }
const withoutSpecial = { acceptSpecialCategory: false }

/** A body that is always invalid, so that an admitted call does nothing. */
async function codeOf(world: World, route: Route, token: string, body = '{"nothing that is asked for":1}') {
  const answer = await world.request(urlOf(route), {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(route.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(route.body ? { body } : {}),
  })
  const isJson = answer.headers.get('content-type')?.includes('json')
  return isJson ? ((await answer.json()) as { code?: string }).code : undefined
}

/** What an account may do before its owner accepts the terms. Everything else is refused. */
const before = [
  // Reading it, and what was decided about it.
  ...['getProfile', 'listConsents', 'listMyDecisions', 'listMyAppeals', 'appealDecision', 'appealReport'],
  ...['writeInMyAppeal', 'currentSubscription', 'getSubscription', 'listPaymentMethods', 'listInvoices'],
  'listOwnSubscriptions',
  // Confirming and securing it, and giving the consents.
  ...['changeEmail', 'changePassword', 'setLanguage', 'setConsent', 'listSessions', 'endSession', 'endOtherSessions'],
  ...['getSecondFactor', 'startSecondFactor', 'confirmSecondFactor', 'removeSecondFactor', 'stepUp', 'listPasskeys'],
  ...['startPasskey', 'addPasskey', 'renamePasskey', 'removePasskey', 'startStepUpByPasskey', 'stepUpByPasskey'],
  ...['listIdentities', 'linkGoogle', 'linkFacebook', 'unlinkProvider'],
  // Exporting and leaving it.
  ...['exportOwnData', 'deleteAccount', 'restoreAccount', 'cancelSubscription', 'removeMethod', 'unsubscribePush'],
].toSorted()

const forStaff = ['listPeople', 'getPerson', 'searchPeople', 'createReport', 'listMyReports', 'getReport']
const alsoForStaff = [
  ...[...forStaff, 'replyToReport', 'getReportConversation', 'getReportReplies', 'listContacts'],
  // Their own settings.
  ...['listNotifications', 'readNotifications', 'getNotificationSettings', 'setNotificationSettings'],
  ...['subscribePush', 'listBlocks'],
]

const membersCalls = (Object.entries(api) as [string, Route][]).filter(
  ([, { access }]) => access !== 'anyone' && !isForStaff(access),
)

async function admittedOf(world: World, person: () => Promise<Person>): Promise<string[]> {
  const usual = await person()
  const admitted: string[] = []
  for (const [name, route] of membersCalls) {
    // Calls without a body may end the session, so each of them gets a new account.
    const { token } = route.method !== 'GET' && !route.body ? await person() : usual
    if ((await codeOf(world, route, token)) !== 'consent_required') admitted.push(name)
  }
  return admitted.toSorted()
}

test('before the terms are accepted, an account can only be read, confirmed, exported and left', async () => {
  const world = await startWorld()
  expect(await admittedOf(world, () => world.member(withoutTerms))).toEqual(before)
  expect(await admittedOf(world, () => world.newcomer(withoutTerms))).toEqual(before)
  proof(`${membersCalls.length} calls tried without the terms: ${before.length} admitted`)
})

test('staff work without accepting the terms, and are no members without them', async () => {
  const world = await startWorld()
  const colleague = async () => {
    const person = await world.member(withoutTerms)
    await world.deps.db.updateTable('accounts').set({ is_admin: true }).where('id', '=', person.user._id).execute()
    return person
  }
  expect(await admittedOf(world, colleague)).toEqual([...before, ...alsoForStaff].toSorted())
  const { client } = await colleague()
  await expect(client.listReports({})).resolves.toBeTruthy()
  expect((await client.listPeople({})).data.users.length).toBeGreaterThan(0)
  await expect(client.completeProfile({ body: { gender: 'woman' } })).rejects.toMatchObject(needs('acceptTerms'))
})

test('registering without the consents works, says what is missing, and accepting later admits to the rest', async () => {
  const world = await startWorld()
  const { client, token } = await world.member(withoutTerms)
  expect((await client.getProfile()).missingConsents).toEqual(['acceptTerms', 'acceptSpecialCategory'])
  await expect(client.listQuestions()).rejects.toMatchObject(needs('acceptTerms'))
  await client.setConsent({ params: { kind: 'terms' }, body: { given: true } })
  expect((await client.getProfile()).missingConsents).toEqual(['acceptSpecialCategory'])
  expect((await client.listConsents()).data.consents.map(({ kind }) => kind).toSorted()).toEqual(['age', 'terms'])
  await expect(client.listQuestions()).resolves.toBeTruthy()
  await expect(client.discover()).rejects.toMatchObject(needs('acceptSpecialCategory'))
  expect(
    await codeOf(world, api.choose, token, '{"userId":"00000000-0000-4000-8000-000000000000","action":"like"}'),
  ).toBe('consent_required')
})

test('completing the profile may give both consents, and gives none if it fails', async () => {
  const world = await startWorld()
  const { client } = await world.member(withoutTerms)
  const location = { city: 'Lisbon', country: 'Portugal' }
  const both = { acceptTerms: true, acceptSpecialCategory: true }
  const body = { gender: 'woman', interestedIn: ['man'], location }
  await expect(client.completeProfile({ body })).rejects.toMatchObject(needs('acceptTerms'))
  await expect(client.completeProfile({ body: { ...body, acceptTerms: true } })).rejects.toMatchObject(
    needs('acceptSpecialCategory'),
  )
  await expect(client.completeProfile({ body: { ...both, gender: 'woman' } })).rejects.toMatchObject({ status: 400 })
  expect((await client.listConsents()).data.consents).toEqual([])
  const { onboardingComplete } = await client.completeProfile({ body: { ...body, ...both } })
  expect(onboardingComplete).toBe(true)
  await expect(client.discover()).resolves.toBeTruthy()
})

const special = {
  gender: 'genderfluid',
  interestedIn: ['woman'],
  basics: { religion: 'Quaker', diet: 'vegan' as const, work: 'Baker' },
}
const answer = { answer: 0, accepted: [0, 1], importance: 50 as const, shown: true }

/** Every way to say something of a special category. */
const saying: Record<string, (person: Person) => Promise<unknown>> = {
  gender: ({ client }) => client.editProfile({ body: { gender: special.gender } }),
  'gender sought': ({ client }) => client.editProfile({ body: { interestedIn: ['woman'] } }),
  religion: ({ client }) => client.editProfile({ body: { basics: { religion: 'Quaker' } } }),
  diet: ({ client }) => client.editProfile({ body: { basics: { diet: 'halal' } } }),
  'gender sought as a filter': ({ client }) => client.setPreferences({ body: { interestedIn: ['woman'] } }),
  'filter by religion': ({ client }) => client.setPreferences({ body: { dealbreakers: { religion: ['Quaker'] } } }),
  'filter by diet': ({ client }) => client.setPreferences({ body: { dealbreakers: { diet: ['vegan'] } } }),
  'search by gender': ({ client }) => client.saveSearch({ body: { name: 'Women', query: { gender: 'woman' } } }),
  ...Object.fromEntries(
    specialCategory.questions.map((id) => [
      `question ${id}`,
      ({ client }: Person) => client.answerQuestion({ params: { id }, body: answer }),
    ]),
  ),
}

/** What the database has of a member that is of a special category. */
async function storedOf(world: World, { user }: Person): Promise<object> {
  const { rows } = await world.query(`select
    (select to_jsonb(p) from profiles p where account_id = '${user._id}') as profile,
    (select count(*)::int from answers where account_id = '${user._id}') as answers,
    (select answers from answer_sheets where account_id = '${user._id}') as sheet,
    (select count(*)::int from saved_searches where account_id = '${user._id}') as searches,
    (select count(*)::int from listings where account_id = '${user._id}') as listings,
    (select seeks from standings where account_id = '${user._id}') as seeks,
    (select count(*)::int from withdrawn_details where account_id = '${user._id}') as withdrawn`)
  return rows[0] as object
}
const nothing = { answers: 0, searches: 0, listings: 0, withdrawn: 0 }

const withPremium = ({ user }: Person) =>
  `update accounts set premium_until = now() + interval '90 days' where id = '${user._id}'`

test('without the consent, nothing of a special category is stored, and the call says what it needs', async () => {
  const world = await startWorld()
  const person = await world.member(withoutSpecial)
  await world.query(withPremium(person))
  for (const [what, say] of Object.entries(saying))
    await expect(say(person), what).rejects.toMatchObject(needs('acceptSpecialCategory'))
  const { client } = person
  await client.editProfile({
    body: { gender: 'Woman', interestedIn: [], basics: { smoking: 'never', religion: null } },
  })
  await client.setPreferences({ body: { ageMin: 30, dealbreakers: { smoking: ['never'] } } })
  await client.saveSearch({ body: { name: 'Porto', query: { city: 'Porto' } } })
  await client.answerQuestion({ params: { id: 'faith' }, body: { skip: true } })
  expect(await storedOf(world, person)).toMatchObject({
    ...nothing,
    answers: 1,
    searches: 1,
    profile: { gender: 'Woman', interested_in: [], basics: { smoking: 'never', religion: null }, age_min: 30 },
  })
  const other = await world.dater()
  const meeting: (() => Promise<unknown>)[] = [
    () => client.discover(),
    () => client.listPeople(),
    () => client.searchPeople(),
    () => client.listLikes(),
    () => client.getFilterCosts(),
    () => client.boost(),
    () => client.choose({ body: { userId: other.user._id, action: 'like' } }),
    () => client.undoChoice(),
    () => client.getPerson({ params: { id: other.user._id } }),
    () => client.getPerson({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
    () => client.getCompatibility({ params: { userId: other.user._id } }),
  ]
  for (const meet of meeting) await expect(meet()).rejects.toMatchObject(needs('acceptSpecialCategory'))
  proof(`${Object.keys(saying).length} writes of a special category and ${meeting.length} ways to meet, refused`)
})

/** A member who said all of it, and someone whom they can meet. */
async function withBoth() {
  const world = await startWorld()
  const ben = await world.dater({ firstName: 'Ben' })
  const ada = await world.dater({}, special)
  await world.query(withPremium(ada))
  await world.query(withPremium(ben))
  for (const say of Object.values(saying)) await say(ada)
  await ada.client.editProfile({ body: special })
  await ada.client.setPreferences({
    body: { interestedIn: ['woman'], dealbreakers: { diet: [], religion: [], smoking: ['never'] } },
  })
  await ben.client.answerQuestion({ params: { id: 'faith' }, body: answer })
  await ben.client.editProfile({ body: { basics: { smoking: 'never' } } })
  return { world, ada, ben }
}

const setSpecial = ({ client }: Person, given: boolean) =>
  client.setConsent({ params: { kind: 'special_category' }, body: { given } })

const namesOf = (users: readonly { firstName: string }[]) => users.map(({ firstName }) => firstName)

/** The names that a member meets anywhere. */
async function metBy({ client }: Person) {
  return {
    deck: namesOf((await client.discover()).data.people.map(({ user }) => user)),
    list: namesOf((await client.listPeople()).data.users),
    search: namesOf((await client.searchPeople()).data.users),
    likes: namesOf(((await client.listLikes()).data.people ?? []).map(({ user }) => user)),
  }
}

test('withdrawing the consent hides at once, everywhere, and giving it again brings everything back', async () => {
  const { world, ada, ben } = await withBoth()
  const [nowhere, before] = [{ deck: [], list: [], search: [], likes: [] }, await storedOf(world, ada)]
  await ada.client.choose({ body: { userId: ben.user._id, action: 'like' } })
  expect(await metBy(ben)).toEqual({ deck: ['Ada'], list: ['Ada'], search: ['Ada'], likes: ['Ada'] })
  const reads = [
    () => ben.client.getPerson({ params: { id: ada.user._id } }),
    () => ben.client.getCompatibility({ params: { userId: ada.user._id } }),
    () => ben.client.choose({ body: { userId: ada.user._id, action: 'superlike' } }),
  ]
  await setSpecial(ada, false)
  expect(await metBy(ben)).toEqual(nowhere)
  for (const read of reads) await expect(read()).rejects.toMatchObject({ status: 404 })
  expect(await storedOf(world, ada)).toMatchObject({
    ...nothing,
    withdrawn: 1,
    profile: { gender: null, interested_in: [], basics: { work: 'Baker' }, filters: { smoking: ['never'] } },
  })
  const { user } = (await ada.client.getProfile()).userData
  expect(user).toMatchObject({ gender: null, interestedIn: [], basics: { work: 'Baker' }, profileComplete: false })
  const { consents, erasesAt } = (await ada.client.listConsents()).data
  expect(consents.find(({ kind }) => kind === 'special_category')!.withdrawnAt).toBeTruthy()
  expect(Date.parse(erasesAt!) - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
  for (const [what, say] of Object.entries(saying))
    await expect(say(ada), what).rejects.toMatchObject(needs('acceptSpecialCategory'))
  world.turnClock(29 * 86_400_000)
  await applyConsents(world.deps)
  await setSpecial(await again(world, ada), true)
  const after = (await storedOf(world, ada)) as { profile: { updated_at: string } }
  const { profile } = before as typeof after
  expect(after).toEqual({ ...before, profile: { ...profile, updated_at: after.profile.updated_at } })
  expect(await metBy(await again(world, ben))).toMatchObject({ deck: ['Ada'], search: ['Ada'], likes: ['Ada'] })
})

/** The same person, signed in anew: the clock was turned. */
async function again(world: World, { email, password, ...person }: Person): Promise<Person> {
  const { token, refreshToken } = (await world.client().login({ body: { email, password } })).data
  return { ...person, email, password, token, refreshToken, client: world.client(token) }
}

test('what was withdrawn is erased after 30 days', async () => {
  const { world, ada } = await withBoth()
  await setSpecial(ada, false)
  world.turnClock(30 * 86_400_000 + 1000)
  await applyConsents(world.deps)
  expect(await storedOf(world, ada)).toMatchObject(nothing)
  const { client } = await again(world, ada)
  await setSpecial({ ...ada, client }, true)
  expect(await storedOf(world, ada)).toMatchObject({ ...nothing, profile: { gender: null, interested_in: [] } })
  expect((await client.listConsents()).data.erasesAt).toBe(null)
})

test('matches and their conversations go on after a withdrawal, on both sides', async () => {
  const { world, ada, ben } = await withBoth()
  const cleo = await world.dater({ firstName: 'Cleo' })
  const id = await world.matched(ada, ben)
  await setSpecial(ada, false)
  for (const [me, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await me.client.listMatches()).data.matches.map(({ user }) => user._id)).toEqual([other.user._id])
    await me.client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text: 'Still here' } })
    expect((await me.client.getPerson({ params: { id: other.user._id } })).data.user._id).toBe(other.user._id)
  }
  const { user } = (await ben.client.getPerson({ params: { id: ada.user._id } })).data
  expect(user).toMatchObject({ gender: null, basics: { work: 'Baker' } })
  await expect(ada.client.getPerson({ params: { id: cleo.user._id } })).rejects.toMatchObject(
    needs('acceptSpecialCategory'),
  )
})

test('what was said before the consent was required is hidden by the nightly job, and comes back with the consent', async () => {
  const { world, ada, ben } = await withBoth()
  await world.query(`delete from consents where account_id = '${ada.user._id}' and kind = 'special_category'`)
  await applyConsents(world.deps)
  expect(await metBy(ben)).toMatchObject({ deck: [], search: [] })
  expect(await storedOf(world, ada)).toMatchObject({ ...nothing, withdrawn: 1 })
  await applyConsents(world.deps)
  await setSpecial(ada, true)
  expect(await metBy(ben)).toMatchObject({ deck: ['Ada'], search: ['Ada'] })
})

test('live events and photos wait for the terms, too', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const [photo] = (await ada.client.getPerson({ params: { id: ben.user._id } })).data.user.pictures
  const [own] = (await ada.client.getProfile()).userData.user.pictures
  for (const { publicId } of [photo!, own!]) await world.deps.storage.put(`${publicId}/small.webp`, Buffer.from('x'))
  const statusOf = async (url: string) => (await world.request(url.replace(/large|medium/, 'small'))).status
  expect([await statusOf(photo!.url), await statusOf(own!.url)]).toEqual([200, 200])
  // As an account from before the terms were required.
  await world.query(`update consents set withdrawn_at = now() where account_id = '${ada.user._id}' and kind = 'terms'`)
  expect([await statusOf(photo!.url), await statusOf(own!.url)]).toEqual([404, 200])
  await expect(world.listen(ada.token)).rejects.toThrow('signed_out')
  await expect(world.listen(ben.token)).resolves.toBeTruthy()
})
