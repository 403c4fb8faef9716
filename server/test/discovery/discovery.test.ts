import { expect, test } from 'vitest'
import { countChoices, decayExposure } from '../../src/features/discovery/deck/jobs.ts'
import { saveAnswer } from '../../src/features/profiles/questions/queries.ts'
import { nameOf, type Person } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { startWorld, until, type World } from '../world.ts'

const deck = async ({ client }: Person, query: object = {}) =>
  (await client.discover({ query })).data.people.map(({ user }) => user.firstName)
const premium = (world: World, { user }: Person) =>
  world.query(`update accounts set premium_until = now() + interval '30 days' where id = '${user._id}'`)

test('a deck shows mutually eligible members with distance, score, interval and reasons, without those already chosen', async () => {
  const world = await startWorld()
  const ada = await world.dater({}, { interestedIn: ['man'], intention: 'long-term', interests: ['choir'] })
  const ben = await world.dater(
    { firstName: 'Ben' },
    { gender: 'man', interestedIn: ['woman'], intention: 'long-term', interests: ['Choir'] },
  )
  await world.dater({ firstName: 'Cai' }, { gender: 'man', interestedIn: ['man'] })
  const { people, nextCursor } = (await ada.client.discover()).data
  expect(nextCursor).toBeNull()
  expect(people).toMatchObject([
    {
      user: { firstName: 'Ben', age: 32 },
      distance: 2,
      distanceFormatted: 'Within 2 km',
      compatibilityScore: expect.any(Number),
      interval: { common: 0 },
      reasons: [{ kind: 'agree', text: 'You’re both looking for something long-term.' }, { kind: 'agree' }],
      boosted: false,
    },
  ])
  await ada.client.choose({ body: { userId: ben.user._id, action: 'pass' } })
  expect(await deck(ada)).toEqual([])
})

test('ages and distances must suit both, and filters are saved', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const ben = await world.dater({ firstName: 'Ben', dateOfBirth: '1970-01-01' })
  expect(await deck(ada)).toEqual(['Ben'])
  await ada.client.setPreferences({ body: { ageMax: 40 } })
  expect([await deck(ada), await deck(ben)]).toEqual([[], []])
  await ada.client.setPreferences({ body: { ageMax: 120, distance: 10 } })
  await ben.client.editProfile({ body: { location: { city: 'Porto', country: 'Portugal' } } })
  expect([await deck(ada), await deck(ben)]).toEqual([[], []])
  const { preferences } = (await ada.client.setPreferences({ body: { distance: null } })).data
  expect(preferences).toMatchObject({ ageMin: 18, ageMax: 120, distance: null })
  expect([await deck(ada), await deck(ben)]).toEqual([['Ben'], ['Ada']])
  for (const body of [{ ageMin: 17 }, { distance: 7 }, { ageMin: 50, ageMax: 40 }])
    await expect(ada.client.setPreferences({ body })).rejects.toMatchObject({ status: 400 })
})

test('members without a distance limit see everyone nearby, and far away only others without one', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const living = async (firstName: string, city: string, distance: 10 | 160 | null) => {
    const person = await world.dater({ firstName })
    await person.client.editProfile({ body: { location: { city, country: 'Portugal' } } })
    await person.client.setPreferences({ body: { distance } })
    return person
  }
  await living('Here', 'Lisbon', 10)
  await living('NearFar', 'Setúbal', 160)
  await living('NearHome', 'Setúbal', 10)
  await living('Away', 'Porto', null)
  await living('AwayHome', 'Porto', 160)
  const shown = ['Away', 'Here', 'NearFar']
  expect((await deck(ada)).toSorted()).toEqual(shown)
  const { users, pagination } = (await ada.client.listPeople()).data
  expect([users.map(({ firstName }) => firstName).toSorted(), pagination.total]).toEqual([shown, 3])
  expect((await ada.client.getFilterCosts()).data.fitting).toBe(3)
  await ada.client.setPreferences({ body: { distance: 160 } })
  expect((await deck(ada)).toSorted()).toEqual(['Here', 'NearFar'])
})

test('dealbreakers on basics need premium, and apply both ways', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' }, { basics: { smoking: 'often' } })]
  const body = { dealbreakers: { smoking: ['never'] } }
  await expect(ada.client.setPreferences({ body })).rejects.toMatchObject({ status: 402 })
  await premium(world, ada)
  await ada.client.setPreferences({ body })
  expect([await deck(ada), await deck(ben)]).toEqual([[], []])
  const { fitting, filters } = (await ada.client.getFilterCosts()).data
  expect([fitting, filters.find(({ name }) => name === 'smoking')]).toEqual([0, { name: 'smoking', hides: 1 }])
})

test('paid filters stop applying when premium ends, for both, and apply again when it is back', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' }, { basics: { smoking: 'often' } })]
  const seen = async () => {
    const [mine, theirs] = [await deck(ada), await deck(ben)]
    const list = (await ada.client.listPeople({ query: {} })).data.users.map(({ firstName }) => firstName)
    const found = (await ben.client.searchPeople({ query: { q: 'Ada' } })).data.users.map(({ firstName }) => firstName)
    const { filters } = (await ada.client.getFilterCosts()).data
    const names = filters
      .map(({ name }) => name)
      .filter((name) => ['smoking', 'checkedOnly', 'intention'].includes(name))
    return { mine, theirs, list, found, names }
  }
  const paid = { smoking: ['never'], checkedOnly: true }
  const dealbreakers = { ...paid, intention: ['long-term' as const] }
  await premium(world, ada)
  await ada.client.setPreferences({ body: { dealbreakers } })
  expect(await seen()).toEqual({
    mine: [],
    theirs: [],
    list: [],
    found: [],
    names: expect.objectContaining({ length: 3 }),
  })
  const storedDealbreakers = async () => (await ada.client.getPreferences()).data.preferences.dealbreakers
  expect(await storedDealbreakers()).toEqual(dealbreakers)
  // Premium expires without any write.
  await world.query(`update accounts set premium_until = now() + interval '1 second' where id = '${ada.user._id}'`)
  world.turnClock(2000)
  const together = { mine: ['Ben'], theirs: ['Ada'], list: ['Ben'], found: ['Ada'], names: ['intention'] }
  expect(await seen()).toEqual(together)
  expect(await storedDealbreakers()).toEqual({ intention: ['long-term'] })
  // Saving without premium keeps the paid filters.
  await ada.client.setPreferences({ body: { ageMin: 20 } })
  await ada.client.setPreferences({ body: { dealbreakers: { intention: ['open'] } } })
  await expect(ada.client.setPreferences({ body: { dealbreakers: paid } })).rejects.toMatchObject({ status: 402 })
  expect(await seen()).toEqual(together)
  await premium(world, ada)
  expect(await storedDealbreakers()).toEqual({ ...paid, intention: ['open'] })
  expect(await seen()).toMatchObject({ mine: [], theirs: [], list: [], found: [] })
  await ada.client.setPreferences({ body: { dealbreakers: {} } })
  expect(await storedDealbreakers()).toEqual({})
})

test('a deck continues from its cursor without repeats', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  for (let each = 0; each < 7; each++) await world.dater({ firstName: nameOf(each) })
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = (await ada.client.discover({ query: { limit: '3', ...(cursor ? { cursor } : {}) } })).data
    seen.push(...page.people.map(({ user }) => user.firstName))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, each) => nameOf(each)))
  for (const nonsense of ['ÿ%', 'AAAA', 'last'])
    await expect(ada.client.discover({ query: { cursor: nonsense } })).rejects.toMatchObject({
      status: 400,
      details: { errors: [{ path: 'cursor' }] },
    })
})

test('paying never changes the ranking: a viewer sees the same people no matter who pays', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const others: Person[] = []
  for (let each = 0; each < 8; each++) others.push(await world.dater({ firstName: nameOf(each) }))
  for (const [at, person] of others.entries())
    await world.query(
      `update ranking_stats set got = ${10 * at}, got_likes = ${5 * at}, gave = 20, gave_likes = ${at} where account_id = '${person.user._id}'`,
    )
  const order = async () => {
    return deck(ada)
  }
  const before = await order()
  expect(before).toHaveLength(8)
  for (const payers of [[ada], others.slice(0, 4), others.slice(4), [ada, ...others]]) {
    await world.query('update accounts set premium_until = null')
    for (const payer of payers) await premium(world, payer)
    expect(await order()).toEqual(before)
  }
})

test('a boost needs premium, works once a month, and marks the card', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  for (let each = 0; each < 12; each++) await world.dater({ firstName: 'P' })
  await expect(ben.client.boost()).rejects.toMatchObject({ status: 402 })
  await premium(world, ben)
  await ben.client.boost()
  await expect(ben.client.boost()).rejects.toMatchObject({ status: 409 })
  const { people } = (await ada.client.discover()).data
  expect(people.filter(({ boosted }) => boosted).map(({ user }) => user.firstName)).toEqual(['Ben'])
  world.turnClock(31 * 60_000)
  const later = await world.signedInAgain(ada)
  expect((await later.client.discover()).data.people.some(({ boosted }) => boosted)).toBe(false)
})

test('answers can be given, changed, skipped and withdrawn; both sides see the same score and its reasons', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const { questions } = (await ada.client.listQuestions()).data
  expect(questions.length).toBeGreaterThanOrEqual(120)
  for (const { _id: id } of questions.slice(0, 10))
    for (const person of [ada, ben])
      await person.client.answerQuestion({
        params: { id },
        body: { answer: 1, accepted: [1], importance: 50, shown: true },
      })
  const secret = questions[10]!
  const preference = { accepted: [1], importance: 250 as const }
  await ada.client.answerQuestion({ params: { id: secret._id }, body: { ...preference, answer: 1, shown: true } })
  await ben.client.answerQuestion({ params: { id: secret._id }, body: { ...preference, answer: 0, shown: false } })
  const one = (await ada.client.getCompatibility({ params: { userId: ben.user._id } })).data
  const other = (await ben.client.getCompatibility({ params: { userId: ada.user._id } })).data
  expect(one).toMatchObject({ compatibilityScore: other.compatibilityScore, interval: { common: 10 } })
  expect(JSON.stringify(one)).not.toContain(secret.text)
  expect((await ada.client.getPerson({ params: { id: ben.user._id } })).data.compatibilityScore).toBe(
    one.compatibilityScore,
  )
  await ada.client.answerQuestion({ params: { id: secret._id }, body: { skip: true } })
  await ada.client.withdrawAnswer({ params: { id: questions[0]!._id } })
  const now = (await ada.client.listQuestions()).data.questions
  expect([now[0]!.mine, now[10]!.skipped]).toEqual([null, true])
  expect((await ada.client.getCompatibility({ params: { userId: ben.user._id } })).data.interval?.common).toBe(9)
  const bad = { ...preference, shown: true }
  await expect(
    ada.client.answerQuestion({ params: { id: questions[0]!._id }, body: { ...bad, answer: 9 } }),
  ).rejects.toMatchObject({ status: 400 })
  await expect(
    ada.client.answerQuestion({ params: { id: 'no-such-question' }, body: { ...bad, answer: 0 } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('an answer waits for one that is being saved, so that scores see both', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const body = { answer: 1, accepted: [1], importance: 50 as const, shown: true }
  const [first, second] = (await ada.client.listQuestions()).data.questions.map(({ _id }) => _id)
  for (const id of [first!, second!]) await ben.client.answerQuestion({ params: { id }, body })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const [saved] = await world.deps.db.transaction().execute(async (tx) => {
    await saveAnswer(tx, ada.user._id, first!, { ...body, skipped: false }, present())
    const other = ada.client.answerQuestion({ params: { id: second! }, body })
    await until(async () => (await world.query(waiting)).rowCount === 1)
    return [other]
  })
  await saved
  expect((await ada.client.getCompatibility({ params: { userId: ben.user._id } })).data.interval?.common).toBe(2)
})

test("one account can't bury another: each person's choice is one exposure, however often they look", async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const shown = async () => {
    await countChoices(world.deps)
    const { rows } = await world.query(`select shown from ranking_stats where account_id = '${ben.user._id}'`)
    return rows[0].shown as number
  }
  await Promise.all(Array.from({ length: 8 }, () => deck(ada)))
  expect(await shown()).toBe(0)
  const choose = (action: 'pass' | 'like') => ada.client.choose({ body: { userId: ben.user._id, action } })
  await Promise.all([choose('pass'), choose('pass'), choose('pass')])
  await choose('like')
  expect(await shown()).toBe(1)
  await ada.client.undoChoice()
  expect(await shown()).toBe(0)
  await world.query('update ranking_stats set shown = 0.2')
  await choose('pass')
  expect(await shown()).toBeCloseTo(1.2)
})

test('the mean exposure is that of members of a gender who were active lately', async () => {
  const world = await startWorld()
  const people = [await world.dater(), await world.dater(), await world.dater({}, { gender: 'man' })]
  const [ada, away, ben] = people as [Person, Person, Person]
  for (const [person, times] of [
    [ada, 4],
    [away, 20],
    [ben, 9],
  ] as const)
    await world.query(`update ranking_stats set shown = ${times} where account_id = '${person.user._id}'`)
  await world.query(`update accounts set last_active_at = now() - interval '15 days' where id = '${away.user._id}'`)
  await decayExposure(world.deps)
  const { rows } = await world.query('select gender_group, mean_shown from order_groups order by 1')
  expect(rows).toEqual([
    { gender_group: 'man', mean_shown: 9 },
    { gender_group: 'non-binary', mean_shown: 1 },
    { gender_group: 'woman', mean_shown: 4 },
  ])
})

test('incognito members are shown only to people they liked', async () => {
  const world = await startWorld()
  const [ada, ben, cai] = [
    await world.dater(),
    await world.dater({ firstName: 'Ben' }),
    await world.dater({ firstName: 'Cai' }),
  ]
  await ben.client.setPrivacy({ body: { incognito: true } })
  expect([await deck(ada), await deck(cai)]).toEqual([['Cai'], ['Ada']])
  await ben.client.choose({ body: { userId: ada.user._id, action: 'superlike' } })
  expect([(await deck(ada)).toSorted(), await deck(cai)]).toEqual([['Ben', 'Cai'], ['Ada']])
  await expect(ada.client.getPerson({ params: { id: ben.user._id } })).resolves.toBeTruthy()
})
