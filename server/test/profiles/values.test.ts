import type { ProfileChange } from '@kindred/contract'
import { expect, test } from 'vitest'
import { settleValues } from '../../src/features/profiles/index.ts'
import { days } from '../../src/infra/clock.ts'
import { ownExport } from '../own-export.ts'
import { ours, setValues } from '../own-values.ts'
import type { Person } from '../people.ts'
import { shared, startWorld } from '../world.ts'

/** For tests whose changes of the values are all refused. */
const unchanged = shared(startWorld)

const refusal = (path: string) => ({
  status: 400,
  details: expect.objectContaining({ errors: [{ path, msg: expect.any(String) as string }] }) as object,
})

const promptsOf = async ({ client }: Person) =>
  (await client.getProfile()).userData.user.prompts.map(({ question }) => question)

const edit = ({ client }: Person, body: ProfileChange) => client.editProfile({ body })

test('without values of the operator’s, no body mentions them', async () => {
  const world = await unchanged()
  const ada = await world.dater()
  const ines = await world.administrator()
  const bodies = [
    await ada.client.getStatus(),
    await ada.client.listFields(),
    await ada.client.answerFields({ body: { answers: {} } }),
    await ada.client.getProfile(),
    await ines.client.getConfiguration(),
  ]
  expect(bodies.filter((body) => /"(values|profileValues)"/.test(JSON.stringify(body)))).toEqual([])
  expect(await setValues(ines, { prompts: ours('prompts'), interests: ours('interests') })).toBeUndefined()
})

test('a list that members choose from can’t be emptied', async () => {
  const ines = await (await unchanged()).administrator()
  const retiredAt = new Date().toISOString()
  const prompts = ours('prompts').map((prompt) => ({ ...prompt, retiredAt }))
  for (const [list, values] of Object.entries({ genders: [], intentions: [], prompts }))
    await expect(setValues(ines, { [list]: values })).rejects.toMatchObject(
      refusal(`configuration.profileValues.${list}`),
    )
})

test('added and renamed prompts and interests have the operator’s words in each language', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await setValues(ines, {
    prompts: [
      { id: 'My route', label: 'My favorite route', translations: { de: 'Meine Lieblingsroute' } },
      ...ours('prompts', { 'Ask me about': { label: 'Ask me anything about' } }),
    ],
    interests: [
      { id: 'Bouldering', label: 'Bouldering', translations: { de: 'Bouldern' } },
      ...ours('interests', { chess: { label: 'Speed chess' } }).filter(({ id }) => id !== 'cats'),
    ],
  })
  const ada = await world.dater({}, { interestedIn: ['man'] })
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'man', interestedIn: ['woman'] })
  expect((await ada.client.getStatus()).settings.profileValues).toBe(true)
  const listed = (await ada.client.listFields()).data.values
  expect(listed?.prompts?.slice(0, 2)).toEqual([
    { id: 'My route', label: 'My favorite route' },
    { id: 'A perfect Sunday' },
  ])
  expect(listed?.prompts?.at(-1)).toEqual({ id: 'Ask me about', label: 'Ask me anything about' })
  expect(listed?.interests).toContainEqual({ id: 'chess', label: 'Speed chess' })

  await edit(ada, {
    interests: ['bouldern', 'speed chess', 'Cats', 'Knots'],
    prompts: [
      { question: 'Meine Lieblingsroute', answer: 'The long one.' },
      { question: 'Ask me anything about', answer: 'Ropes.' },
      { question: 'My own question', answer: 'And answer.' },
    ],
  })
  const { user } = (await ada.client.getProfile()).userData
  expect(user.interests).toEqual(['Bouldering', 'chess', 'cats', 'Knots'])
  expect(await promptsOf(ada)).toEqual(['My route', 'Ask me about', 'My own question'])

  await edit(ben, { interests: ['Bouldering'] })
  const names = async (query: object) =>
    (await ben.client.searchPeople({ query })).data.users.map(({ firstName }) => firstName)
  for (const query of [{ interests: 'Bouldern' }, { interests: 'speed chess' }, { q: 'bouldern' }])
    expect([query, await names(query)]).toEqual([query, ['Ada']])
  const inGerman = await world.request(`/api/v1/compatibility/${ada.user._id}`, {
    headers: { authorization: `Bearer ${ben.token}`, 'accept-language': 'de' },
  })
  expect(JSON.stringify(await inGerman.json())).toContain('Bouldern')
  await ada.client.setLanguage({ body: { language: 'de' } })
  const file = (await ownExport(world, ada))['data.json']
  const exported = JSON.parse(new TextDecoder().decode(file)) as {
    profile: { prompts: object[]; interests: string[] }[]
  }
  expect(exported.profile[0]?.prompts[0]).toEqual({ question: 'Meine Lieblingsroute', answer: 'The long one.' })
  expect(exported.profile[0]?.interests[0]).toBe('Bouldern')
})

test('values have words, and no two are the same', async () => {
  const world = await unchanged()
  const ines = await world.administrator()
  const many = Array.from({ length: 61 }, (_, nth) => ({ id: `Prompt ${nth}`, label: 'A prompt' }))
  const wrong: [string, object][] = [
    ['prompts.0.label', { prompts: [{ id: 'No words' }] }],
    ['prompts', { prompts: [...ours('prompts'), ...ours('prompts')] }],
    ['prompts', { prompts: many }],
    ['interests.0.id', { interests: [{ id: 'Tea, coffee', label: 'Tea' }] }],
  ]
  for (const [path, values] of wrong)
    await expect(setValues(ines, values)).rejects.toMatchObject(refusal(`configuration.profileValues.${path}`))
})

test('a prompt that is no longer offered stays with those who have it, and others can’t choose it', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const sunday = { question: 'A perfect Sunday', answer: 'Bread.' }
  await edit(ada, { prompts: [sunday] })
  await setValues(ines, { prompts: ours('prompts', { 'A perfect Sunday': { offered: false } }) })
  await settleValues(world.deps)
  expect(await promptsOf(ada)).toEqual(['A perfect Sunday'])
  await edit(ada, { prompts: [{ ...sunday, answer: 'More bread.' }] })
  const other = { question: 'I’m learning', answer: 'to rest' }
  for (const question of ['A perfect Sunday', 'Ein perfekter Sonntag'])
    await expect(edit(ben, { prompts: [other, { ...sunday, question }] })).rejects.toMatchObject(
      refusal('prompts.1.question'),
    )
  await edit(ben, { prompts: [other] })
})

test('a retired prompt is hidden at once, comes back with its answers for 30 days, and is then erased', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const both = [
    { question: 'A perfect Sunday', answer: 'Bread.' },
    { question: 'I’m learning', answer: 'to rest' },
  ]
  await edit(ada, { prompts: both })
  // Left out, as loading an earlier version would.
  const without = ours('prompts').filter(({ id }) => id !== 'A perfect Sunday')
  const saved = await setValues(ines, { prompts: without })
  expect(saved?.prompts?.at(-1)).toEqual({ id: 'A perfect Sunday', retiredAt: expect.any(String) as string })
  await settleValues(world.deps)
  expect(await promptsOf(ada)).toEqual(['I’m learning'])
  const seen = async () =>
    (await ben.client.getPerson({ params: { id: ada.user._id } })).data.user.prompts.map(({ answer }) => answer)
  expect(await seen()).toEqual(['to rest'])
  await expect(edit(ada, { prompts: both })).rejects.toMatchObject(refusal('prompts.0.question'))
  expect(new TextDecoder().decode((await ownExport(world, ada))['data.json'])).toContain('Bread.')

  // An edit in the meantime doesn’t lose it.
  await edit(ada, { prompts: [both[1]!] })
  expect(await setValues(ines)).toBeUndefined()
  await settleValues(world.deps)
  expect(await promptsOf(ada)).toEqual(['I’m learning', 'A perfect Sunday'])

  await setValues(ines, { prompts: without })
  await settleValues(world.deps)
  world.turnClock(days(29))
  await settleValues(world.deps)
  const inesThen = await world.signedInAgain(ines)
  await setValues(inesThen)
  await settleValues(world.deps)
  expect(await promptsOf(await world.signedInAgain(ada))).toEqual(['I’m learning', 'A perfect Sunday'])
  await setValues(inesThen, { prompts: without })
  await settleValues(world.deps)
  world.turnClock(days(30) + 60_000)
  await settleValues(world.deps)
  await setValues(await world.signedInAgain(ines))
  await settleValues(world.deps)
  expect(await promptsOf(await world.signedInAgain(ada))).toEqual(['I’m learning'])
})

test('an intention of the operator’s can be chosen, found and filtered by, and others are refused', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await setValues(ines, {
    intentions: [
      { id: 'Marriage', label: 'Marriage', translations: { de: 'Ehe' } },
      ...ours('intentions', { friends: { label: 'Climbing partners' }, 'short-term': { offered: false } }),
    ],
  })
  const ada = await world.dater({}, { interestedIn: ['man'] })
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'man', interestedIn: ['woman'] })
  const adaAs = async (intention: string | null) => (await edit(ada, { intention })).update.user.intention
  expect(await adaAs('Marriage')).toBe('Marriage')
  for (const intention of ['Divorce', 'short-term', 'Ehe'])
    await expect(adaAs(intention)).rejects.toMatchObject(refusal('intention'))
  const found = async (intention: string) =>
    (await ben.client.searchPeople({ query: { intention } })).data.users.map(({ firstName }) => firstName)
  expect(await found('Marriage')).toEqual(['Ada'])
  expect(await found('friends')).toEqual([])
  await expect(found('Divorce')).rejects.toMatchObject(refusal('intention'))
  const filter = (...intention: string[]) => ben.client.setPreferences({ body: { dealbreakers: { intention } } })
  await expect(filter('Divorce')).rejects.toMatchObject(refusal('dealbreakers.intention'))
  const cards = async () => (await ben.client.discover()).data.people.map(({ user }) => user.firstName)
  await filter('friends')
  expect(await cards()).toEqual([])
  await filter('friends', 'Marriage')
  expect(await cards()).toEqual(['Ada'])
  const reasons = async () =>
    (await ben.client.getCompatibility({ params: { userId: ada.user._id } })).data.reasons.map(({ text }) => text)
  await edit(ben, { intention: 'Marriage' })
  expect(await reasons()).toContain('Looking for: you both said “Marriage.”')
  await edit(ben, { intention: 'friends' })
  expect(await reasons()).toContain('Looking for: they said “Marriage,” you said “Climbing partners.”')
})

test('a retired intention leaves profiles and filters, and comes back to those who chose no other', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const people = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const [ada, ben] = people as [Person, Person]
  for (const person of people) await edit(person, { intention: 'friends' })
  await ada.client.setPreferences({ body: { dealbreakers: { intention: ['friends'] } } })
  await ben.client.setPreferences({ body: { dealbreakers: { intention: ['friends', 'open'] } } })
  await setValues(ines, { intentions: ours('intentions').filter(({ id }) => id !== 'friends') })
  await settleValues(world.deps)
  const intentions = () =>
    Promise.all(people.map(async ({ client }) => (await client.getProfile()).userData.user.intention))
  const filters = () =>
    Promise.all(people.map(async ({ client }) => (await client.getPreferences()).data.preferences.dealbreakers))
  expect(await intentions()).toEqual([null, null])
  expect(await filters()).toEqual([{}, { intention: ['open'] }])
  await expect(edit(ada, { intention: 'friends' })).rejects.toMatchObject(refusal('intention'))
  expect((await ada.client.searchPeople({ query: { intention: 'friends' } })).data.users).not.toEqual([])
  await edit(ben, { intention: 'open' })
  await setValues(ines)
  await settleValues(world.deps)
  expect(await intentions()).toEqual(['friends', 'open'])
})

test('a gender of the operator’s appears in its lists, and own words can be closed', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const genders = [
    { id: 'Trans woman', label: 'Trans woman', translations: { de: 'Trans Frau' }, shownTo: ['woman' as const] },
    { id: 'Genderfluid', label: 'Genderfluid', shownTo: ['woman' as const, 'non-binary' as const] },
    ...ours('genders', { man: { label: 'Bloke' } }),
  ]
  await expect(setValues(ines, { genders: [{ id: 'Agender', label: 'Agender' }] })).rejects.toMatchObject(
    refusal('configuration.profileValues.genders.0.shownTo'),
  )
  const knot = await world.dater({ firstName: 'Knot' }, { gender: 'Knot' })
  expect(await setValues(ines, { genders, ownGenders: false })).toEqual({ genders, ownGenders: false })
  expect((await knot.client.listFields()).data.values).toEqual({
    genders: [
      { id: 'Trans woman', label: 'Trans woman' },
      { id: 'Genderfluid', label: 'Genderfluid' },
      { id: 'woman' },
      { id: 'man', label: 'Bloke' },
      { id: 'non-binary' },
    ],
    ownGenders: false,
  })
  const ada = await world.dater({}, { interestedIn: ['woman'] })
  const { user } = (await edit(ada, { gender: 'trans frau', shownTo: ['man'] })).update
  expect(user).toMatchObject({ gender: 'Trans woman', shownTo: ['woman'], asksShownTo: false })
  const seekers = {
    woman: await world.dater({}, { gender: 'woman', interestedIn: ['woman'] }),
    man: await world.dater({}, { gender: 'woman', interestedIn: ['man'] }),
  }
  const names = async ({ client }: Person) =>
    (await client.searchPeople()).data.users.map(({ _id }) => _id).includes(ada.user._id)
  expect([await names(seekers.woman), await names(seekers.man)]).toEqual([true, false])

  for (const gender of ['Knot', 'Agender']) await expect(edit(ada, { gender })).rejects.toMatchObject(refusal('gender'))
  // Ours stay valid, and members keep what they have.
  expect((await edit(ada, { gender: 'bloke' })).update.user.gender).toBe('man')
  expect((await edit(knot, { gender: 'Knot', bio: 'Still me.' })).update.user.gender).toBe('Knot')
  await setValues(ines)
  expect((await edit(seekers.man, { gender: 'Agender' })).update.user.gender).toBe('Agender')
})

test('a retired basic leaves profiles, filters and forms, and comes back for 30 days', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const people = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const [ada, ben] = people as [Person, Person]
  await edit(ada, { basics: { diet: 'vegan', work: 'Baker' } })
  await edit(ben, { basics: { work: 'Carpenter' } })
  await world.query(`update accounts set premium_until = now() + interval '60 days' where id = '${ada.user._id}'`)
  await ada.client.setPreferences({ body: { dealbreakers: { diet: ['vegan'], smoking: ['never'] } } })
  const basics = async ({ client }: Person) => (await client.getProfile()).userData.user.basics
  const filters = async () => (await ada.client.getPreferences()).data.preferences.dealbreakers
  const retired = async () =>
    (await world.query(`select retired from profiles where account_id = '${ada.user._id}'`)).rows[0]?.retired

  const work = { work: { label: 'Trade', translations: { de: 'Handwerk' } } }
  await setValues(ines, { basics: ours('basics', work).filter(({ id }) => id !== 'diet') })
  await settleValues(world.deps)
  expect((await ada.client.listFields()).data.values?.basics).toEqual([
    ...['height', 'children', 'smoking', 'drinking', 'religion', 'education'].map((id) => ({ id })),
    { id: 'work', label: 'Trade' },
  ])
  expect([await basics(ada), await filters()]).toEqual([{ work: 'Baker' }, { smoking: ['never'] }])
  const seen = (await ben.client.getPerson({ params: { id: ada.user._id } })).data.user
  expect(seen.basics).toEqual({ work: 'Baker' })
  await expect(edit(ben, { basics: { diet: 'vegan' } })).rejects.toMatchObject(refusal('basics.diet'))
  await setValues(ines)
  await settleValues(world.deps)
  expect(await basics(ada)).toEqual({ work: 'Baker', diet: 'vegan' })

  // A withdrawn consent takes what is retired, too.
  await setValues(ines, { basics: ours('basics').filter(({ id }) => id !== 'diet' && id !== 'work') })
  await settleValues(world.deps)
  expect(await retired()).toEqual({ basics: { diet: 'vegan', work: 'Baker' } })
  await ada.client.setConsent({ params: { kind: 'special_category' }, body: { given: false } })
  expect(await retired()).toEqual({ basics: { work: 'Baker' } })

  world.turnClock(days(30) + 60_000)
  await settleValues(world.deps)
  expect(await retired()).toEqual({})
})

test('a basic that is no longer offered stays with those who filled it in, and no one can add one', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await edit(ada, { basics: { height: 170 } })
  await setValues(ines, { basics: ours('basics', { height: { offered: false } }) })
  await settleValues(world.deps)
  const { user } = (await edit(ada, { basics: { height: 171, work: 'Baker' } })).update
  expect(user.basics).toEqual({ height: 171, work: 'Baker' })
  await expect(edit(ben, { basics: { height: 180 } })).rejects.toMatchObject(refusal('basics.height'))
  await expect(setValues(ines, { basics: [...ours('basics'), { id: 'eyes', label: 'Eyes' }] })).rejects.toMatchObject(
    refusal('configuration.profileValues.basics.8.id'),
  )
})
