import { expect, test } from 'vitest'
import { specialCategory } from '../../src/features/profiles/consents/special-category.ts'
import { applyConsents } from '../../src/features/profiles/index.ts'
import { needs, withoutSpecial } from '../consenting.ts'
import { sharedWithOwnPeople } from '../own-people.ts'
import type { Person } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { proof } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'

// Without consent to use special categories of data, no such data is stored, shown or used.

const anyWorld = sharedWithOwnPeople()

const special = {
  gender: 'genderfluid',
  interestedIn: ['woman'],
  basics: { religion: 'Quaker', diet: 'vegan' as const, work: 'Baker' },
}
const answer = { answer: 0, accepted: [0, 1], importance: 50 as const, shown: true }

/** Every way to state something of a special category. */
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

/** The fields that a member without the consent can't state. */
async function refusedOf(person: Person): Promise<string[]> {
  const missing = needs('acceptSpecialCategory')
  const outcomes: string[] = []
  for (const [what, say] of Object.entries(saying)) {
    const error: unknown = await say(person).then(
      () => undefined,
      (failure: unknown) => failure,
    )
    expect([what, error]).toEqual([what, expect.objectContaining(missing)])
    outcomes.push(what)
  }
  return outcomes
}

/** A member's special-category data in the database. */
async function storedOf(world: World, { user }: Person): Promise<object> {
  const { rows } = await world.query(`select
    (select to_jsonb(p) from profiles p where account_id = '${user._id}') as profile,
    (select count(*)::int from answers where account_id = '${user._id}') as answers,
    (select answers from answer_sheets where account_id = '${user._id}') as sheet,
    (select count(*)::int from saved_searches where account_id = '${user._id}') as searches,
    (select count(*)::int from listings where account_id = '${user._id}') as listings,
    (select seeks from ranking_stats where account_id = '${user._id}') as seeks,
    (select count(*)::int from withdrawn_details where account_id = '${user._id}') as withdrawn`)
  return rows[0] as object
}
const nothing = { answers: 0, sheet: null, searches: 0, listings: 0, withdrawn: 0 }

const withPremium = ({ user }: Person) =>
  `update accounts set premium_until = now() + interval '90 days' where id = '${user._id}'`

test('without the consent, nothing of a special category is stored, and the call says what it needs', async () => {
  const world = await anyWorld()
  const person = await world.member(withoutSpecial)
  await world.query(withPremium(person))
  expect(await refusedOf(person)).toEqual(Object.keys(saying))
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

/** A member who stated all special-category data, and someone they can meet. */
async function withBoth(start = anyWorld) {
  const world = await start()
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

async function metBy({ client }: Person) {
  return {
    deck: namesOf((await client.discover()).data.people.map(({ user }) => user)),
    list: namesOf((await client.listPeople()).data.users),
    search: namesOf((await client.searchPeople()).data.users),
    likes: namesOf(((await client.listLikes()).data.people ?? []).map(({ user }) => user)),
  }
}

test('withdrawing the consent hides at once, everywhere, and giving it again brings everything back', async () => {
  const { world, ada, ben } = await withBoth(startWorld)
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
  expect(Date.parse(erasesAt!) - present().getTime()).toBeGreaterThan(29.9 * 86_400_000)
  expect(await refusedOf(ada)).toEqual(Object.keys(saying))
  world.turnClock(29 * 86_400_000)
  await applyConsents(world.deps)
  await setSpecial(await world.signedInAgain(ada), true)
  const after = (await storedOf(world, ada)) as { profile: { updated_at: string } }
  const { profile } = before as typeof after
  expect(after).toEqual({ ...before, profile: { ...profile, updated_at: after.profile.updated_at } })
  expect(await metBy(await world.signedInAgain(ben))).toMatchObject({ deck: ['Ada'], search: ['Ada'], likes: ['Ada'] })
})

test('what was withdrawn is erased after 30 days', async () => {
  const { world, ada } = await withBoth(startWorld)
  await setSpecial(ada, false)
  world.turnClock(30 * 86_400_000 + 1000)
  await applyConsents(world.deps)
  expect(await storedOf(world, ada)).toMatchObject(nothing)
  const { client } = await world.signedInAgain(ada)
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

test('answers that need the consent leave scores with it, and come back with it', async () => {
  const { world, ada, ben } = await withBoth()
  await world.matched(ada, ben)
  const common = async () =>
    (await ben.client.getCompatibility({ params: { userId: ada.user._id } })).data.interval?.common
  expect(await common()).toBe(1)
  await setSpecial(ada, false)
  expect(await common()).toBe(undefined)
  await setSpecial(ada, true)
  expect(await common()).toBe(1)
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
