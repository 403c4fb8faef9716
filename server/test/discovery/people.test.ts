import { expect, test } from 'vitest'
import { blockContacts } from '../contacts.ts'
import { nameOf, type Person } from '../people.ts'
import { proof } from '../proofs.ts'
import { bornYearsAgo } from '../../../scripts/present.ts'
import { startWorld } from '../world.ts'

const names = async ({ client }: Person, query: object = {}) =>
  (await client.searchPeople({ query })).data.users.map(({ firstName }) => firstName).sort()
const get = ({ client }: Person, { user }: Person) => client.getPerson({ params: { id: user._id } })

test('mutually eligible people are listed with what others may see', async () => {
  const world = await startWorld()
  const ada = await world.dater({}, { gender: 'woman', interestedIn: ['man'] })
  await world.dater({ firstName: 'Ben' }, { gender: 'man', interestedIn: ['woman'], bio: 'Builds bicycles.' })
  await world.dater({ firstName: 'Cai' }, { gender: 'man', interestedIn: ['man'] })
  await world.dater({ firstName: 'Dot' }, { gender: 'woman', interestedIn: ['woman'] })
  const { users, pagination } = (await ada.client.listPeople()).data
  expect(pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1 })
  expect(users).toMatchObject([{ firstName: 'Ben', name: 'Ben', age: 32, bio: 'Builds bicycles.', distance: 2 }])
  expect(Object.keys(users[0]!)).not.toEqual(expect.arrayContaining(['email']))
  for (const secret of ['email', 'lastName', 'dateOfBirth', 'interestedIn', 'settings', 'isAdmin', 'createdAt'])
    expect(users[0]).not.toHaveProperty(secret)
})

test('a custom gender is found by its own words and among non-binary people', async () => {
  const world = await startWorld()
  const ada = await world.dater({}, { interestedIn: ['non-binary'] })
  await world.dater({ firstName: 'Fen' }, { gender: 'Genderfluid', interestedIn: ['woman'] })
  expect(await names(ada)).toEqual(['Fen'])
  await ada.client.editProfile({ body: { interestedIn: ['GENDERFLUID'] } })
  expect(await names(ada)).toEqual(['Fen'])
  await ada.client.editProfile({ body: { interestedIn: ['agender'] } })
  expect(await names(ada)).toEqual([])
})

test('a search filters by words, age, gender, distance, city, intention, interests and languages', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const lisbon = { city: 'Lisbon', country: 'Portugal' }
  await world.dater(
    { firstName: 'Ben', dateOfBirth: bornYearsAgo(46) },
    {
      gender: 'man',
      intention: 'long-term',
      interests: ['Choir', 'bread'],
      languages: ['Português'],
      location: lisbon,
    },
  )
  await world.dater(
    { firstName: 'Cai', dateOfBirth: bornYearsAgo(26) },
    { gender: 'non-binary', bio: '100 % tea', location: { city: 'Porto', country: 'Portugal' } },
  )
  expect(await names(ada)).toEqual(['Ben', 'Cai'])
  for (const [query, found] of [
    [{ q: 'CHOI' }, ['Ben']],
    [{ q: '100 % t' }, ['Cai']],
    [{ q: '%' }, ['Cai']],
    [{ q: '_' }, []],
    [{ q: "' or 1=1 --" }, []],
    [{ q: 'x\u0000' }, []],
    [{ minAge: '40' }, ['Ben']],
    [{ maxAge: '30' }, ['Cai']],
    [{ gender: 'man' }, ['Ben']],
    [{ gender: 'man,non-binary' }, ['Ben', 'Cai']],
    [{ distance: '5' }, ['Ben']],
    [{ city: 'porto' }, ['Cai']],
    [{ intention: 'long-term' }, ['Ben']],
    [{ interests: 'bread, choir' }, ['Ben']],
    [{ interests: 'bread, tea' }, []],
    [{ languages: 'português' }, ['Ben']],
    [{ withPictures: 'true' }, ['Ben', 'Cai']],
    [{ q: '', city: '' }, ['Ben', 'Cai']],
  ] as const)
    expect([query, await names(ada, query)]).toEqual([query, found])
  const { searchParams, pagination } = (await ada.client.searchPeople({ query: { q: 'tea', minAge: '20', city: '' } }))
    .data
  expect(searchParams).toEqual({ q: 'tea', minAge: '20' })
  expect(pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1, hasNext: false, hasPrev: false })
  for (const query of [
    { distance: '7' },
    { minAge: '17' },
    { limit: '101' },
    { page: '0' },
    { online: 'yes' },
    { sort: 'x' },
  ])
    await expect(ada.client.searchPeople({ query: query as never })).rejects.toMatchObject({ status: 400 })
})

test('pages follow each other without gaps or repeats', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  for (let each = 0; each < 5; each++) await world.dater({ firstName: nameOf(each) })
  const seen: string[] = []
  for (const page of ['1', '2', '3']) {
    const { users, pagination } = (await ada.client.searchPeople({ query: { page, limit: '2' } })).data
    seen.push(...users.map(({ _id }) => _id))
    expect(pagination).toMatchObject({ total: 5, pages: 3, hasNext: page !== '3', hasPrev: page !== '1' })
  }
  expect(new Set(seen).size).toBe(5)
})

test("a member with an incomplete profile can't see anyone", async () => {
  const world = await startWorld()
  const [ben, ada] = [await world.dater({ firstName: 'Ben' }), await world.member()]
  for (const read of [() => get(ada, ben), () => ada.client.listPeople(), () => ada.client.searchPeople()])
    await expect(read()).rejects.toMatchObject({ status: 403, code: 'profile_incomplete' })
})

test("a hidden member can't be told apart from one who never existed", async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const answer = async (id: string) => {
    const { status, body } = await world
      .request(`/api/v1/auth/user/${id}`, { headers: { authorization: `Bearer ${ada.token}` } })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as object }))
    return JSON.stringify({ status, ...body, requestId: '' })
  }
  const never = await answer('00000000-0000-4000-8000-000000000000')
  const hide: Record<string, (person: Person) => Promise<unknown>> = {
    banned: (person) => world.setState(person, 'banned'),
    suspended: (person) => world.setState(person, 'suspended'),
    deleting: (person) => world.setState(person, 'deleting'),
    incomplete: ({ client }) => client.editProfile({ body: { interestedIn: [] } }),
    withdrawn: ({ client }) => client.setConsent({ params: { kind: 'special_category' }, body: { given: false } }),
    unverified: ({ user }) => world.query(`update accounts set email_verified_at = null where id = '${user._id}'`),
    blocked: ({ user }) => ada.client.block({ body: { userId: user._id } }),
    blocking: ({ client }) => client.block({ body: { userId: ada.user._id } }),
    'blocking by address': (person) => blockContacts(person, ada.email).then(world.contactsCompared),
    paused: ({ client }) => client.setPrivacy({ body: { paused: true } }),
    incognito: ({ client }) => client.setPrivacy({ body: { incognito: true } }),
  }
  for (const [how, act] of Object.entries(hide)) {
    const person = await world.dater({ firstName: 'Ben' })
    expect([how, (await get(ada, person)).data.user.firstName]).toEqual([how, 'Ben'])
    await act(person)
    expect([how, await answer(person.user._id)]).toEqual([how, never])
    expect([how, await names(ada)]).toEqual([how, []])
  }
  proof(`${Object.keys(hide).length} ways to be hidden: answers identical to those for someone who never existed`)
})

test("hiding one's last activity is mutual, and looks the same as being away", async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const seen = async () => (await get(ada, ben)).data
  expect((await seen()).user).toMatchObject({ isOnline: true })
  expect(await names(ada, { online: 'true' })).toEqual(['Ben'])
  await ben.client.showLastActive({ body: { showLastActive: false } })
  const hidden = JSON.stringify([(await seen()).user, (await seen()).privacyInfo, await names(ada, { online: 'true' })])
  await world.query(`update accounts set last_active_at = now() - interval '2 days' where id = '${ben.user._id}'`)
  expect(JSON.stringify([(await seen()).user, (await seen()).privacyInfo, await names(ada, { online: 'true' })])).toBe(
    hidden,
  )
  expect((await get(ben, ada)).data).toMatchObject({
    user: { isOnline: false, lastActive: null },
    privacyInfo: { hidden: [{ field: 'lastActive' }] },
  })
  expect(await names(ben, { online: 'true' })).toEqual([])
})

test('a hidden age or distance is never shown, and no filter reveals it', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await ben.client.setPrivacy({ body: { hideAge: true, hideDistance: true } })
  const { user, distance, distanceFormatted, privacyInfo } = (await get(ada, ben)).data
  expect([user.age, distance, distanceFormatted]).toEqual([null, null, null])
  expect(privacyInfo.hidden.map(({ field }) => field)).toEqual(['age', 'distance'])
  expect(await names(ada)).toEqual(['Ben'])
  for (const query of [{ minAge: '18' }, { maxAge: '120' }, { distance: '160' }])
    expect([query, await names(ada, query)]).toEqual([query, []])
})

test('searching for verified photos needs premium, saved or not, and finds those alone', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await world.dater({ firstName: 'Cai' })
  await world.query(`update accounts set photo_checked_at = now() where id = '${ben.user._id}'`)
  const query = { verified: 'true' } as const
  const save = () => ada.client.saveSearch({ body: { name: 'Verified', query } })
  const refusal = { status: 402, code: 'premium_required' }
  await expect(ada.client.searchPeople({ query })).rejects.toMatchObject(refusal)
  await expect(save()).rejects.toMatchObject(refusal)
  expect((await ada.client.listSearches()).data.searches).toEqual([])
  const until = (change: string) =>
    world.query(`update accounts set premium_until = now() ${change} where id = '${ada.user._id}'`)
  await until(`+ interval '1 day'`)
  expect(await names(ada, query)).toEqual(['Ben'])
  await save()
  await until(`- interval '1 second'`)
  await expect(ada.client.searchPeople({ query })).rejects.toMatchObject(refusal)
})

test('searches can be saved under a name, and deleted', async () => {
  const world = await startWorld()
  const { client } = await world.dater()
  const { searches } = (await client.saveSearch({ body: { name: 'Bakers', query: { interests: 'bread' } } })).data
  expect(searches).toMatchObject([{ name: 'Bakers', query: { interests: 'bread' } }])
  await client.dropSearch({ params: { id: searches[0]!._id } })
  expect((await client.listSearches()).data.searches).toEqual([])
})

test('a photo check shows two poses, takes new selfies within minutes, and waits for review', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  expect((await ada.client.getPhotoCheck()).data.check).toBeNull()
  const { check } = (await ada.client.askForPhotoCheck()).data
  expect(check).toMatchObject({ status: 'asked', pose: expect.stringMatching(/\.$/) })
  expect(check!.secondPose).toMatch(/\.$/)
  expect(check!.secondPose).not.toBe(check!.pose)
  const eve = await world.dater({ firstName: 'Eve' })
  const photo = async (person: Person) =>
    (await world.picture(person, null as never, { created_at: world.deps.clock.now() })).public_id
  const send = (publicId: string, secondId: string) => ada.client.sendPhotoCheck({ body: { publicId, secondId } })
  const [mine, theirs] = [await photo(ada), await photo(eve)]
  await expect(send(mine, theirs)).rejects.toMatchObject({ status: 404 })
  await expect(send(mine, mine)).rejects.toMatchObject({ status: 404 })
  // Photos from before the poses don't count, nor does anything after the two minutes and one for the upload.
  const again = (await ada.client.askForPhotoCheck({ body: { hands: false } })).data.check!
  await world.query(`update pictures set created_at = '${again.askedAt}'::timestamptz - interval '1 second'
    where public_id = '${mine}'`)
  await expect(send(mine, await photo(ada))).rejects.toMatchObject({ status: 409 })
  world.turnClock(181_000)
  await expect(send(await photo(ada), await photo(ada))).rejects.toMatchObject({ status: 409 })
  await ada.client.askForPhotoCheck()
  // Nor does a copy, of the other selfie or of a photo in the profile.
  const copies = [await photo(ada), await photo(ada)] as const
  const alike = (ids: string) => world.query(`update pictures set fingerprint = repeat('01', 32)::bit(64) where ${ids}`)
  await alike(`public_id in ('${copies[0]}', '${copies[1]}')`)
  await expect(send(...copies)).rejects.toMatchObject({ status: 409 })
  await alike(`account_id = '${ada.user._id}' and position = 0`)
  await expect(send(copies[0], await photo(ada))).rejects.toMatchObject({ status: 409 })
  expect((await send(await photo(ada), await photo(ada))).data.check).toMatchObject({ status: 'waiting' })
  await expect(ada.client.askForPhotoCheck()).rejects.toMatchObject({ status: 409 })
})

test('last activity is shown to the hour, day or week, never more precisely', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const seen = async (ago: number) => {
    await world.query(
      `update accounts set last_active_at = now() - interval '${ago} seconds' where id = '${ben.user._id}'`,
    )
    const { rows } = await world.query(`select last_active_at as at from accounts where id = '${ben.user._id}'`)
    const user = (await ada.client.getPerson({ params: { id: ben.user._id } })).data.user
    const listed = (await ada.client.listPeople()).data.users.find(({ _id }) => _id === ben.user._id)
    expect(listed!.lastActive).toBe(user.lastActive)
    return { at: rows[0].at as Date, shown: new Date(user.lastActive!) }
  }
  for (const [ago, step] of [
    [600, 3600],
    [3 * 86_400, 86_400],
    [40 * 86_400, 7 * 86_400],
  ] as const) {
    const { at, shown } = await seen(ago)
    // Weeks begin on a Monday, and the Unix epoch was a Thursday.
    const from = step > 86_400 ? 4 * 86_400_000 : 0
    expect((shown.getTime() - from) % (step * 1000)).toBe(0)
    expect(at.getTime() - shown.getTime()).toBeGreaterThanOrEqual(0)
    expect(at.getTime() - shown.getTime()).toBeLessThan(step * 1000)
  }
})
