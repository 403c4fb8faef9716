import type { OwnQuestion } from '@kindred/contract'
import { expect, test } from 'vitest'
import { applyConsents, eraseRetiredQuestions, ourQuestions } from '../../src/features/profiles/index.ts'
import { days } from '../../src/infra/clock.ts'
import { needs, withoutSpecial } from '../consenting.ts'
import { ownExport } from '../own-export.ts'
import { answered, answerTo, asked, boats, retire, setQuestions, tides } from '../own-questions.ts'
import type { Person } from '../people.ts'
import { startWorld, until, type World } from '../world.ts'

// Compatibility questions of an operator, beside ours or instead of them.

const ours = 'home-or-out'

const refusal = (path: string) => ({
  status: 400,
  details: expect.objectContaining({
    errors: [{ path: `configuration.questions.${path}`, msg: expect.any(String) as string }],
  }) as object,
})

const compared = async ({ client }: Person, { user }: Person) =>
  (await client.getCompatibility({ params: { userId: user._id } })).data

const textsOf = async (viewer: Person, other: Person) =>
  (await compared(viewer, other)).reasons.map(({ text }) => text).toSorted()

const inGerman = async <T>(world: World, { token }: Person, path: string): Promise<T> =>
  (
    (await (
      await world.request(path, { headers: { authorization: `Bearer ${token}`, 'accept-language': 'de' } })
    ).json()) as { data: T }
  ).data

test('without own questions, ours are asked, and nothing mentions the section', async () => {
  const world = await startWorld()
  const [ines, ada] = [await world.administrator(), await world.dater()]
  expect((await asked(ada)).map(({ _id }) => _id)).toEqual([...ourQuestions.keys()])
  expect(JSON.stringify((await ines.client.getConfiguration()).data.configuration)).not.toContain('"questions"')
  expect(await setQuestions(ines, { ours: true, own: [] })).toBe(undefined)
  expect((await ines.client.getConfiguration()).data.version).toBe(0)
})

test('own questions are asked first, in the member’s language, and count in scores and reasons like ours', async () => {
  const world = await startWorld()
  await setQuestions(await world.administrator(), { own: [boats, tides] })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const all = await asked(ada)
  expect(all.map(({ _id }) => _id)).toEqual(['own:boats', 'own:tides', ...ourQuestions.keys()])
  expect(all[0]).toEqual({
    _id: 'own:boats',
    theme: 'own',
    text: 'Sail or row?',
    answers: ['Sail', 'Row', 'Neither'],
    mine: null,
    skipped: false,
  })
  const german = (await inGerman<{ questions: typeof all }>(world, ada, '/api/v1/questions')).questions
  expect(german.slice(0, 2).map(({ text, answers }) => [text, ...answers])).toEqual([
    ['Segeln oder rudern?', 'Segeln', 'Rudern', 'Nichts davon'],
    ['High or low tide?', 'High', 'Low'],
  ])

  expect((await compared(ada, ben)).compatibilityScore).toBe(null)
  for (const person of [ada, ben]) await answerTo(person, 'own:boats', 1)
  const agreeing = await compared(ada, ben)
  expect(agreeing.interval?.common).toBe(1)
  expect(await textsOf(ada, ben)).toEqual(['Sail or row? You both said “Row.”'])
  await answerTo(ben, 'own:tides', 1)
  await answerTo(ada, 'own:tides', 0)
  await answerTo(ada, ours, 0)
  await answerTo(ben, ours, 0)
  const differing = await compared(ada, ben)
  expect(differing.interval?.common).toBe(3)
  expect(differing.compatibilityScore).toBe((await compared(ben, ada)).compatibilityScore)
  expect(await textsOf(ada, ben)).toContain('High or low tide? They said “Low.” You said “High.”')
  const path = `/api/v1/compatibility/${ben.user._id}`
  const { reasons } = await inGerman<{ reasons: { text: string }[] }>(world, ada, path)
  expect(reasons.map(({ text }) => text)).toContainEqual(expect.stringContaining('Segeln oder rudern?'))
  expect(reasons.map(({ text }) => text)).toContainEqual(expect.stringContaining('Rudern'))

  // A private answer counts for no one, and an answer that doesn't exist is refused.
  await answerTo(ben, 'own:tides', 1, [1], false)
  expect((await compared(ada, ben)).interval?.common).toBe(2)
  await expect(answerTo(ada, 'own:tides', 2)).rejects.toMatchObject({ status: 400 })
  await expect(answerTo(ada, 'own:rivers', 0)).rejects.toMatchObject({ status: 404 })
  expect(Buffer.from((await ownExport(world, ada))['data.json'] ?? '').toString()).toContain('"own:boats"')
})

test('questions have limits, and other answers need another question', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const wrong: [string, OwnQuestion[]][] = [
    ['own.0.id', [{ ...boats, id: 'Boats' }]],
    ['own.0.text', [{ ...tides, text: '' }]],
    ['own.0.answers', [{ ...tides, answers: ['High'] }]],
    ['own.0.answers', [{ ...tides, answers: ['High', 'high'] }]],
    ['own.0.answers', [{ ...tides, answers: ['1', '2', '3', '4', '5', '6', '7'] }]],
    ['own.0.translations', [{ ...boats, translations: { de: { text: 'Und?', answers: ['Ja', 'Nein'] } } }]],
    ['own', [boats, boats]],
    ['own', Array.from({ length: 501 }, (_, nth) => ({ ...tides, id: `q${nth}` }))],
  ]
  for (const [path, own] of wrong) await expect(setQuestions(ines, { own })).rejects.toMatchObject(refusal(path))
  const most = Array.from({ length: 500 }, (_, nth) => ({ ...tides, id: `q${nth}` }))
  expect((await setQuestions(ines, { own: most }))?.own).toHaveLength(500)
  for (const changes of [
    { answers: ['Low', 'High'] },
    { answers: ['High', 'Low tide'] },
    { answers: ['High', 'Low', 'Both'] },
    { sensitive: true },
  ])
    await expect(setQuestions(ines, { own: most.with(3, { ...most[3]!, ...changes }) })).rejects.toMatchObject(
      refusal('own.3.answers'),
    )
  // A correction of the question, and translations, keep it and its answers.
  const corrected = { ...most[3]!, text: 'Tide: high or low?', translations: boats.translations }
  await expect(setQuestions(ines, { own: most.with(3, corrected) })).rejects.toMatchObject(
    refusal('own.3.translations'),
  )
  const german = { de: { text: 'Ebbe oder Flut?', answers: ['Flut', 'Ebbe'] } }
  const saved = await setQuestions(ines, { own: most.with(3, { ...corrected, translations: german }) })
  expect(saved?.own[3]).toMatchObject({ id: 'q3', text: 'Tide: high or low?', translations: german })
  expect(saved?.own).toHaveLength(500)
  // Retired questions stay listed, so there is a limit to replacing them all.
  const others = (name: string) => ({ own: most.map((each, nth) => ({ ...each, id: `${name}${nth}` })) })
  expect((await setQuestions(ines, others('r')))?.own).toHaveLength(1000)
  expect((await setQuestions(ines, others('s')))?.own).toHaveLength(1500)
  await expect(setQuestions(ines, others('t'))).rejects.toMatchObject(refusal('own'))
})

test('a retired question is no longer asked and counts in no score, and comes back with its answers', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await setQuestions(ines, { own: [boats, tides] })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  for (const person of [ada, ben]) for (const id of ['own:boats', 'own:tides']) await answerTo(person, id, 0)
  const before = world.deps.clock.now().toISOString()
  const retired = await setQuestions(ines, retire({ own: [boats, tides] }, 'boats'))
  // The server sets the time, because undo lasts 30 days from then.
  const { retiredAt } = retired!.own[0]!
  expect([before, retiredAt!, world.deps.clock.now().toISOString()].toSorted()[1]).toBe(retiredAt)
  expect(await answered(ada)).toEqual({ 'own:tides': 0 })
  await expect(answerTo(ada, 'own:boats', 1)).rejects.toMatchObject({ status: 404 })
  await until(async () => (await compared(ada, ben)).interval?.common === 1)
  expect(await textsOf(ada, ben)).toEqual(['High or low tide? You both said “High.”'])
  expect(Buffer.from((await ownExport(world, ada))['data.json'] ?? '').toString()).toContain('"own:boats"')

  world.turnClock(days(29))
  await eraseRetiredQuestions(world.deps)
  const inesAgain = await world.signedInAgain(ines)
  // A version without the section, such as an early one, retires everything, and keeps the first times.
  const none = await setQuestions(inesAgain)
  expect(none?.own.map((each) => each.retiredAt === retiredAt)).toEqual([true, false])
  await setQuestions(inesAgain, { own: [boats, tides] })
  const adaAgain = await world.signedInAgain(ada)
  expect(await answered(adaAgain)).toEqual({ 'own:boats': 0, 'own:tides': 0 })
  const benAgain = await world.signedInAgain(ben)
  await until(async () => (await compared(adaAgain, benAgain)).interval?.common === 2)
})

test('the answers to a question are erased 30 days after it was retired, also hidden ones, and no others', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const faith: OwnQuestion = { ...tides, id: 'faith', text: 'Do you pray?', sensitive: true }
  const bank = { own: [boats, tides, faith] }
  await setQuestions(ines, bank)
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  for (const person of [ada, ben])
    for (const id of ['own:boats', 'own:tides', 'own:faith', ours]) await answerTo(person, id, 0)
  await setQuestions(ines, retire(retire(bank, 'boats'), 'faith'))
  world.turnClock(days(20))
  // What a withdrawn consent hides is erased with its question, too.
  await (
    await world.signedInAgain(ben)
  ).client.setConsent({
    params: { kind: 'special_category' },
    body: { given: false },
  })
  await eraseRetiredQuestions(world.deps)
  world.turnClock(days(10) + 60_000)
  await eraseRetiredQuestions(world.deps)
  await setQuestions(await world.signedInAgain(ines), bank)
  const benAgain = await world.signedInAgain(ben)
  await benAgain.client.setConsent({ params: { kind: 'special_category' }, body: { given: true } })
  for (const person of [await world.signedInAgain(ada), benAgain])
    expect(await answered(person)).toEqual({ 'own:tides': 0, [ours]: 0 })
  const { rows } = await world.query('select answers as sheet from answer_sheets')
  expect(rows.map(({ sheet }) => Object.keys(sheet as object).toSorted())).toEqual([
    [ours, 'own:tides'],
    [ours, 'own:tides'],
  ])
})

test('our questions can be off: they aren’t asked, count in no score, and are erased after 30 days', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await setQuestions(ines, { own: [tides] })
  for (const person of [ada, ben]) for (const id of ['own:tides', ours]) await answerTo(person, id, 0)
  const { oursRetiredAt } = (await setQuestions(ines, { ours: false, own: [tides] }))!
  expect(oursRetiredAt).toEqual(expect.any(String))
  expect((await asked(ada)).map(({ _id }) => _id)).toEqual(['own:tides'])
  await expect(answerTo(ada, ours, 1)).rejects.toMatchObject({ status: 404 })
  await until(async () => (await compared(ada, ben)).interval?.common === 1)

  world.turnClock(days(29))
  const inesThen = await world.signedInAgain(ines)
  // Another change keeps the first time.
  const boatsToo = { ours: false, own: [tides, boats] }
  expect((await setQuestions(inesThen, boatsToo))?.oursRetiredAt).toBe(oursRetiredAt)
  await eraseRetiredQuestions(world.deps)
  expect(await setQuestions(inesThen, { own: [tides] })).not.toHaveProperty('ours')
  expect(await answered(await world.signedInAgain(ada))).toEqual({ 'own:tides': 0, [ours]: 0 })

  await setQuestions(inesThen, { ours: false, own: [tides] })
  world.turnClock(days(30) + 60_000)
  await eraseRetiredQuestions(world.deps)
  await setQuestions(await world.signedInAgain(ines), { own: [tides] })
  expect(await answered(await world.signedInAgain(ada))).toEqual({ 'own:tides': 0 })
  const { rows } = await world.query(`select distinct question_id as id from answers`)
  expect(rows).toEqual([{ id: 'own:tides' }])
})

test('a sensitive question needs the consent that ours about faith need, and its answer goes with it', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await setQuestions(ines, { own: [{ ...tides, sensitive: true }, boats] })
  const person = await world.member(withoutSpecial)
  await expect(answerTo(person, 'own:tides', 0)).rejects.toMatchObject(needs('acceptSpecialCategory'))
  await answerTo(person, 'own:boats', 0)
  const consent = (given: boolean) =>
    person.client.setConsent({ params: { kind: 'special_category' }, body: { given } })
  await consent(true)
  await answerTo(person, 'own:tides', 0)
  await consent(false)
  expect(await answered(person)).toEqual({ 'own:boats': 0 })
  await consent(true)
  expect(await answered(person)).toEqual({ 'own:boats': 0, 'own:tides': 0 })
  // The nightly job hides what was saved without a consent.
  await world.query(`update consents set withdrawn_at = now() where kind = 'special_category'`)
  await applyConsents(world.deps)
  expect(await answered(person)).toEqual({ 'own:boats': 0 })
})

test('a recipe carries the questions in use, and takes no ID of another question', async () => {
  const from = await (await startWorld()).administrator()
  await setQuestions(from, { own: [boats, tides] })
  await setQuestions(from, { ours: false, own: [boats] })
  const recipe = (await from.client.exportRecipe()).data
  expect(recipe.configuration.questions).toEqual({ ours: false, own: [boats] })
  await setQuestions(from)
  expect((await from.client.exportRecipe()).data.configuration).toEqual({})

  const to = await (await startWorld()).administrator()
  await setQuestions(to, { own: [{ ...tides, id: 'boats' }] })
  const { configuration } = (await to.client.readRecipe({ body: recipe })).data
  const saved = await setQuestions(to, configuration.questions)
  expect(saved?.own).toMatchObject([
    { ...boats, id: 'boats-2' },
    { id: 'boats', retiredAt: expect.any(String) as string },
  ])
})
