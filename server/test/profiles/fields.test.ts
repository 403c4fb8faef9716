import type { FieldAnswer, ProfileField } from '@kindred/contract'
import { readyMadeFields } from '@kindred/contract/profiles/ready-made-fields'
import { expect, test } from 'vitest'
import { answer, choices, faculty, field, ownAnswers, seenBy, setFields } from '../own-fields.ts'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

const year = field({ id: 'year', label: 'Year of study', kind: 'number', unit: 'year', min: 1, max: 12 })
const clubs = field({ id: 'clubs', label: 'Clubs', kind: 'several', options: choices('Choir', 'Chess', 'Rowing') })
const motto = field({ id: 'motto', label: 'Motto', kind: 'text' })
const car = field({ id: 'car', label: 'Car', kind: 'yes-no' })
const belief = field({ id: 'belief', label: 'Belief', options: choices('Quaker', 'None'), sensitive: true })
const every = [faculty, clubs, motto, year, car]

const refusal = (path: string) => ({
  status: 400,
  details: expect.objectContaining({ errors: [{ path, msg: expect.any(String) as string }] }) as object,
})

const find = async ({ client }: Person, fields: string): Promise<string[]> =>
  (await client.searchPeople({ query: { fields } })).data.users.map(({ firstName }) => firstName)

test('without fields, no body mentions them', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  expect((await ada.client.listFields()).data.fields).toEqual([])
  const bodies = [
    await ada.client.getProfile(),
    await ada.client.getPerson({ params: { id: ben.user._id } }),
    await ada.client.discover(),
    await ada.client.listPeople(),
    await ada.client.getPreferences(),
    await (await world.administrator()).client.getConfiguration(),
  ]
  expect(bodies.filter((body) => JSON.stringify(body).includes('"fields"'))).toEqual([])
  expect(await find(ada, 'faculty:law')).toEqual(['Ben'])
})

test('members answer each type of field in their own words, and others read the answers in their language', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const german = { ...faculty, translations: { de: { label: 'Fakultät' } } }
  german.options = [{ ...faculty.options[0]!, translations: { de: 'Jura' } }, ...faculty.options.slice(1)]
  await setFields(ines, [german, ...every.slice(1)])
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const given: Record<string, FieldAnswer> = {
    faculty: { value: 'law' },
    clubs: { value: ['rowing', 'choir', 'rowing'] },
    motto: { value: 'Row gently' },
    year: { value: 3 },
    car: { value: 'no' },
  }
  await answer(ada, given)
  expect(await ownAnswers(ada)).toEqual({
    ...Object.fromEntries(Object.entries(given).map(([id, each]) => [id, { ...each, audience: 'everyone' }])),
    clubs: { value: ['rowing', 'choir'], audience: 'everyone' },
  })
  expect(await seenBy(ben, ada)).toEqual({
    faculty: 'Law',
    clubs: 'Rowing, Choir',
    motto: 'Row gently',
    year: '3 year',
    car: 'No',
  })
  const inGerman = await world.request(`/api/v1/auth/user/${ada.user._id}`, {
    headers: { authorization: `Bearer ${ben.token}`, 'accept-language': 'de' },
  })
  const { data } = (await inGerman.json()) as { data: { user: { fields: object[] } } }
  expect(data.user.fields[0]).toEqual({ id: 'faculty', label: 'Fakultät', text: 'Jura' })
  await answer(ada, { motto: null, clubs: { value: ['chess'] } })
  expect(await seenBy(ben, ada)).toEqual({ faculty: 'Law', clubs: 'Chess', year: '3 year', car: 'No' })
})

test('answers outside the options, the range or the length are refused, each by its field', async () => {
  const world = await startWorld()
  await setFields(await world.administrator(), every)
  const ada = await world.dater()
  const wrong: [string, FieldAnswer][] = [
    ['faculty', { value: 'alchemy' }],
    ['faculty', { value: ['law'] }],
    ['clubs', { value: 'chess' }],
    ['clubs', { value: [] }],
    ['clubs', { value: ['chess', 'golf'] }],
    ['year', { value: 13 }],
    ['year', { value: '3' }],
    ['car', { value: 'maybe' }],
    ['motto', { value: 4 }],
    ['shoe-size', { value: 4 }],
  ]
  for (const [id, given] of wrong)
    await expect(answer(ada, { [id]: given })).rejects.toMatchObject(refusal(`answers.${id}`))
  await expect(answer(ada, { motto: { value: 'x'.repeat(81) } })).rejects.toMatchObject({ status: 400 })
  await expect(answer(ada, { year: { value: 2.5 } })).rejects.toMatchObject({ status: 400 })
  expect(Object.values(await ownAnswers(ada))).toEqual([null, null, null, null, null])
})

test('a field has limits, and no filter or weight that its audience forbids', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const wrong: [string, ProfileField[]][] = [
    ['fields.0.options', [field({ id: 'empty' })]],
    ['fields.0.max', [field({ id: 'size', kind: 'number', min: 5, max: 5 })]],
    ['fields.0.filter', [{ ...faculty, audience: 'matches', filter: 'free' }]],
    ['fields.0.filter', [{ ...motto, filter: 'free' }]],
    ['fields.0.dealbreaker', [{ ...faculty, dealbreaker: true }]],
    ['fields.0.weight', [{ ...faculty, audience: 'eligible', weight: 1 }]],
    ['fields.0.onProfile', [{ ...faculty, onProfile: false }]],
    ['fields.0.onProfile', [{ ...faculty, onProfile: false, filter: 'free', weight: 1 }]],
    ['fields.0.required', [{ ...belief, required: true }]],
    ['fields', [faculty, faculty]],
    ['fields.0.id', [{ ...faculty, id: 'constructor' }]],
    ['fields', Array.from({ length: 41 }, (_, nth) => field({ ...faculty, id: `f${nth}` }))],
    [
      'fields.0.options',
      [{ ...faculty, options: Array.from({ length: 61 }, (_, nth) => ({ id: `o${nth}`, label: 'x' })) }],
    ],
  ]
  for (const [path, fields] of wrong)
    await expect(setFields(ines, fields)).rejects.toMatchObject(refusal(`configuration.${path}`))
  const most = Array.from({ length: 40 }, (_, nth) => field({ ...faculty, id: `f${nth}` }))
  expect(await setFields(ines, most)).toHaveLength(40)
  await expect(setFields(ines, [{ ...most[0]!, kind: 'several' }])).rejects.toMatchObject(
    refusal('configuration.fields.0.kind'),
  )
  await expect(setFields(ines, [{ ...most[0]!, sensitive: true }])).rejects.toMatchObject(
    refusal('configuration.fields.0.sensitive'),
  )
})

test('a profile becomes complete only with the required answers, and a newly required one hides no one', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const early = await world.dater({ firstName: 'Early' })
  const viewer = await world.dater({ firstName: 'Vera' })
  await setFields(ines, [{ ...faculty, asked: 'joining', required: true }, year])
  const ada = await world.member()
  const complete = () =>
    ada.client.completeProfile({
      body: { gender: 'woman', interestedIn: ['woman'], location: { city: 'Lisbon', country: 'Portugal' } },
    })
  await expect(complete()).rejects.toMatchObject(refusal('answers.faculty'))
  await expect(answer(ada, { faculty: null })).rejects.toMatchObject(refusal('answers.faculty'))
  await answer(ada, { faculty: { value: 'arts' } })
  expect((await complete()).onboardingComplete).toBe(true)

  const names = (await viewer.client.searchPeople()).data.users.map(({ firstName }) => firstName)
  expect(names).toContain('Early')
  await early.client.completeProfile({ body: { bio: 'Up before the birds.' } })
  const asked = async () => (await early.client.listFields()).data.fields[0]
  expect(await asked()).toMatchObject({ required: true, answer: null, skipped: false })
  await answer(early, { faculty: null })
  expect(await asked()).toMatchObject({ answer: null, skipped: true })
})

test('an answer is shown to its audience only, which members can narrow but never widen', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const audiences = ['everyone', 'eligible', 'matches', 'only-me'] as const
  await setFields(ines, [...audiences.map((audience) => field({ ...faculty, id: audience, audience })), { ...faculty }])
  const ada = await world.dater()
  const ben = await world.dater({ firstName: 'Ben' })
  const cleo = await world.dater({ firstName: 'Cleo' })
  const dora = await world.dater({ firstName: 'Dora' }, { interestedIn: ['man'] })
  await answer(ada, {
    ...Object.fromEntries(audiences.map((audience) => [audience, { value: 'law' }])),
    matches: { value: 'law', audience: 'everyone' },
  })
  await world.matched(ada, ben)
  expect(Object.keys(await seenBy(ben, ada))).toEqual(['everyone', 'eligible', 'matches'])
  expect(Object.keys(await seenBy(cleo, ada))).toEqual(['everyone', 'eligible'])
  expect(Object.keys(await seenBy(dora, ada))).toEqual(['everyone'])
  expect((await cleo.client.discover()).data.people.find(({ user }) => user._id === ada.user._id)?.user.fields).toEqual(
    ['everyone', 'eligible'].map((id) => ({ id, label: 'Faculty', text: 'Law' })),
  )
  for (const [audience, sees] of [
    ['eligible', [ben, cleo]],
    ['matches', [ben]],
    ['only-me', []],
  ] as const) {
    await answer(ada, { faculty: { value: 'law', audience } })
    for (const viewer of [ben, cleo, dora])
      expect([audience, viewer.user.firstName, 'faculty' in (await seenBy(viewer, ada))]).toEqual([
        audience,
        viewer.user.firstName,
        sees.some((each) => each === viewer),
      ])
  }
  expect((await ownAnswers(ada))['faculty']).toEqual({ value: 'law', audience: 'only-me' })
  await ben.client.unmatch({ params: { id: (await ben.client.listMatches()).data.matches[0]!._id }, body: {} })
  expect(Object.keys(await seenBy(ben, ada))).toEqual(['everyone'])
  await ada.client.block({ body: { userId: cleo.user._id } })
  await expect(seenBy(cleo, ada)).rejects.toMatchObject({ status: 404 })
})

test('a search by fields finds answers that the viewer can see, and nothing else', async () => {
  const world = await startWorld()
  const filters = { filter: 'free', audience: 'eligible' } as const
  await setFields(await world.administrator(), [
    { ...faculty, ...filters },
    { ...clubs, ...filters },
    { ...year, ...filters },
    { ...car, ...filters, filter: 'premium' },
    motto,
  ])
  const vera = await world.dater({ firstName: 'Vera' })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await answer(ada, {
    faculty: { value: 'law' },
    clubs: { value: ['choir', 'chess'] },
    year: { value: 3 },
    motto: { value: 'law' },
  })
  await answer(ben, {
    faculty: { value: 'arts' },
    clubs: { value: ['chess'] },
    year: { value: 5 },
    car: { value: 'yes' },
  })
  expect(await find(vera, 'faculty:law')).toEqual(['Ada'])
  expect((await find(vera, 'faculty:law,faculty:arts')).toSorted()).toEqual(['Ada', 'Ben'])
  expect((await find(vera, 'clubs:chess')).toSorted()).toEqual(['Ada', 'Ben'])
  expect(await find(vera, 'clubs:chess,faculty:arts')).toEqual(['Ben'])
  expect(await find(vera, 'year:1..3')).toEqual(['Ada'])
  expect(await find(vera, 'year:4..12,clubs:choir')).toEqual([])
  expect(await find(vera, 'year:4..12')).toEqual(['Ben'])
  // A field without a filter, and one that doesn't exist, narrow nothing.
  expect((await find(vera, 'motto:law,shoes:9')).toSorted()).toEqual(['Ada', 'Ben'])
  await expect(find(vera, 'car:yes')).rejects.toMatchObject({ status: 402 })
  await expect(
    vera.client.saveSearch({ body: { name: 'Drivers', query: { fields: 'car:yes' } } }),
  ).rejects.toMatchObject({ status: 402 })
  await world.query(`update accounts set premium_until = now() + interval '9 days' where id = '${vera.user._id}'`)
  expect(await find(vera, 'car:yes')).toEqual(['Ben'])
  for (const audience of ['matches', 'only-me'] as const) {
    await answer(ada, { faculty: { value: 'law', audience }, year: { value: 3, audience } })
    expect(await find(vera, 'faculty:law')).toEqual([])
    expect(await find(vera, 'year:1..3')).toEqual([])
  }
})

test('a dealbreaker works both ways, ignores hidden and missing answers, and costs what the field says', async () => {
  const world = await startWorld()
  const shared = { filter: 'free', dealbreaker: true } as const
  await setFields(await world.administrator(), [
    { ...faculty, ...shared },
    { ...year, ...shared, filter: 'premium' },
  ])
  const vera = await world.dater({ firstName: 'Vera' })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await world.dater({ firstName: 'Cleo' })
  await answer(ada, { faculty: { value: 'law' }, year: { value: 2 } })
  await answer(ben, { faculty: { value: 'arts' } })
  await answer(vera, { faculty: { value: 'medicine' } })
  const deck = async ({ client }: Person) =>
    (await client.discover()).data.people.map(({ user }) => user.firstName).toSorted()
  const want = ({ client }: Person, fields: object) =>
    client.setPreferences({ body: { dealbreakers: { fields: fields as Record<string, string[]> } } })
  expect(await deck(vera)).toEqual(['Ada', 'Ben', 'Cleo'])
  await want(vera, { faculty: ['law', 'medicine'] })
  expect(await deck(vera)).toEqual(['Ada', 'Cleo'])
  expect((await vera.client.getFilterCosts()).data.filters).toContainEqual({ name: 'fields.faculty', hides: 1 })
  await want(ben, { faculty: ['arts'] })
  await want(vera, {})
  expect(await deck(vera)).toEqual(['Ada', 'Cleo'])
  await answer(vera, { faculty: { value: 'medicine', audience: 'matches' } })
  expect(await deck(vera)).toEqual(['Ada', 'Ben', 'Cleo'])
  await expect(want(vera, { year: { min: 4, max: 9 } })).rejects.toMatchObject({ status: 402 })
  await expect(want(vera, { shoes: ['a'] })).rejects.toMatchObject({ status: 400 })
  await world.query(`update accounts set premium_until = now() + interval '9 days' where id = '${vera.user._id}'`)
  await want(vera, { year: { min: 4, max: 9 } })
  expect(await deck(vera)).toEqual(['Ben', 'Cleo'])
  await world.query(`update accounts set premium_until = null where id = '${vera.user._id}'`)
  expect(await deck(vera)).toEqual(['Ada', 'Ben', 'Cleo'])
  expect((await vera.client.getPreferences()).data.preferences.dealbreakers).toEqual({})
})

test('fields with a weight count in the score, if everyone may see the answers', async () => {
  const world = await startWorld()
  await setFields(await world.administrator(), [
    { ...faculty, weight: 5 },
    { ...year, weight: 1 },
  ])
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const compared = async () => (await ada.client.getCompatibility({ params: { userId: ben.user._id } })).data
  expect((await compared()).compatibilityScore).toBe(null)
  await answer(ada, { faculty: { value: 'law' }, year: { value: 3 } })
  await answer(ben, { faculty: { value: 'law' }, year: { value: 4 } })
  const alike = await compared()
  expect(alike.reasons.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'agree: Faculty: you both said “Law.”',
    'agree: Year of study: they said “4 year,” you said “3 year.” That’s close.',
  ])
  await answer(ben, { faculty: { value: 'arts' } })
  const apart = await compared()
  expect(apart.compatibilityScore!).toBeLessThan(alike.compatibilityScore!)
  expect(apart.reasons).toContainEqual({ kind: 'differ', text: 'Faculty: they said “Arts,” you said “Law.”' })
  for (const value of ['law', 'arts']) {
    await answer(ben, { faculty: { value, audience: 'matches' }, year: null })
    expect((await compared()).compatibilityScore).toBe(null)
  }
})

test('an answer that only serves filters is found, and no profile or score shows it', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const orientation = readyMadeFields.find(({ id }) => id === 'orientation')!
  await setFields(ines, [faculty, { ...orientation, filter: 'free', onProfile: false }])
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await answer(ada, { faculty: { value: 'law' }, orientation: { value: ['bisexual', 'queer'] } }, true)
  expect(await seenBy(ben, ada)).toEqual({ faculty: 'Law' })
  expect(JSON.stringify(await ben.client.searchPeople())).not.toContain('Queer')
  expect(await find(ben, 'orientation:queer')).toEqual(['Ada'])
  expect(await find(ben, 'orientation:gay')).toEqual([])
  const asked = (await ada.client.listFields()).data.fields.find(({ id }) => id === 'orientation')
  expect(asked).toMatchObject({ onProfile: false, answer: { value: ['bisexual', 'queer'] } })
})

test('the ready-made fields can be added as they are', async () => {
  const world = await startWorld()
  const saved = await setFields(await world.administrator(), readyMadeFields)
  expect(saved).toEqual(readyMadeFields)
  expect(saved.map(({ id, sensitive }) => [id, sensitive])).toEqual([
    ['pronouns', false],
    ['orientation', true],
  ])
})
