import { api, isForStaff, type Route } from '@kindred/contract'
import { expect, test } from 'vitest'
import { urlOf } from '../addresses.ts'
import { needs, withoutTerms } from '../consenting.ts'
import { proof } from '../proofs.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

// Without consent to the terms, an account can only be read, confirmed, exported and left.

const anyWorld = shared(startWorld)

/** The error code for a request whose body is always invalid, so that an admitted request does nothing. */
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

const namesIn = (...lines: string[]): string[] => lines.join(' ').split(' ').toSorted()

/** The routes available before an account's owner accepts the terms. All others are refused. */
const before = namesIn(
  // Reading the account and the decisions about it.
  'getProfile getAdmission getAge listConsents listMyDecisions listMyAppeals appealDecision appealReport writeInMyAppeal',
  'currentSubscription getSubscription listPaymentMethods listInvoices listOwnSubscriptions',
  // Confirming and securing the account, and giving consents.
  'changeEmail correctEmail changePassword setLanguage setConsent listSessions endSession endOtherSessions',
  'getSecondFactor startSecondFactor confirmSecondFactor removeSecondFactor stepUp',
  'listPasskeys startPasskey addPasskey renamePasskey removePasskey startStepUpByPasskey stepUpByPasskey',
  'listIdentities linkGoogle linkFacebook unlinkProvider',
  // Exporting and leaving the account.
  'exportOwnData removeAgePhotos deleteAccount restoreAccount cancelSubscription removeMethod unsubscribePush',
)

const alsoForStaff = namesIn(
  // The specification gives these routes to administrators.
  'listPeople getPerson searchPeople createReport listMyReports getReport replyToReport getReportConversation',
  'getReportReplies listContacts',
  'listNotifications readNotifications getNotificationSettings setNotificationSettings subscribePush listBlocks',
  'listBlockedContacts',
  // The back office shows the operator’s words for genders.
  'listFields',
  // It also chooses the one place of a community.
  'searchPlaces',
  // Administrators object to approvals here.
  'listObjections objectTo',
)

const membersCalls = (Object.entries(api) as [string, Route][]).filter(
  ([, { access }]) => access !== 'anyone' && !isForStaff(access),
)

async function admittedOf(world: World, person: () => Promise<Person>): Promise<string[]> {
  const usual = await person()
  const admitted: string[] = []
  for (const [name, route] of membersCalls) {
    // Requests without a body may end the session, so each of them gets a new account.
    const { token } = route.method !== 'GET' && !route.body ? await person() : usual
    if ((await codeOf(world, route, token)) !== 'consent_required') admitted.push(name)
  }
  return admitted.toSorted()
}

test('before the terms are accepted, an account can only be read, confirmed, exported and left', async () => {
  const world = await anyWorld()
  expect(await admittedOf(world, () => world.member(withoutTerms))).toEqual(before)
  expect(await admittedOf(world, () => world.newcomer(withoutTerms))).toEqual(before)
  proof(`${membersCalls.length} calls tried without the terms: ${before.length} admitted`)
})

test('staff work without accepting the terms, and are no members without them', async () => {
  const world = await anyWorld()
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
  const world = await anyWorld()
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
  const world = await anyWorld()
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

test('live events and photos wait for the terms, too', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const [photo] = (await ada.client.getPerson({ params: { id: ben.user._id } })).data.user.pictures
  const [own] = (await ada.client.getProfile()).userData.user.pictures
  for (const { publicId } of [photo!, own!]) await world.deps.storage.put(`${publicId}/small.webp`, Buffer.from('x'))
  const statusOf = async (url: string) => (await world.request(url.replace(/large|medium/, 'small'))).status
  expect([await statusOf(photo!.url), await statusOf(own!.url)]).toEqual([200, 200])
  // An account from before the terms were required has no consent either.
  await world.query(`update consents set withdrawn_at = now() where account_id = '${ada.user._id}' and kind = 'terms'`)
  expect([await statusOf(photo!.url), await statusOf(own!.url)]).toEqual([404, 200])
  await expect(world.listen(ada.token)).rejects.toThrow('signed_out')
  await expect(world.listen(ben.token)).resolves.toBeTruthy()
})
