import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { bornYearsAgo } from '../../../scripts/present.ts'
import { startWorld } from '../world.ts'

// On the routes by which members find each other, an administrator without a profile can read all accounts.

/** Fields of a user that only administrators see. */
const forStaff = [
  'lastName',
  'email',
  'createdAt',
  'isActive',
  'isVIP',
  'isEmailVerified',
  'emailVerificationSent',
  'profileComplete',
  'settings',
  'isAdmin',
  'staffRole',
]

const names = async ({ client }: Person, query: object = {}) =>
  (await client.searchPeople({ query })).data.users.map(({ firstName }) => firstName).sort()

test.each([true, false])(
  'an administrator without a profile lists all accounts, newest first (strict: %s)',
  async (strict) => {
    const world = await startWorld({ strict })
    const ines = await world.administrator()
    const [ada, gone, erased] = [await world.dater(), await world.newcomer({ firstName: 'Gone' }), await world.member()]
    await world.setState(gone, 'deactivated')
    // What only the member's own view says isn't passed on.
    await world.query(`update accounts set admission = 'applied', age_asked_at = now() where id = '${gone.user._id}'`)
    await world.query(
      `update accounts set state = 'erased', email = null, email_key = null where id = '${erased.user._id}'`,
    )
    const { users, pagination } = (await ines.client.listPeople({ query: { page: '1', limit: '1000' } })).data
    expect(users.map(({ firstName }) => firstName)).toEqual(['Gone', 'Ada', 'Ines'])
    expect(pagination).toEqual({ page: 1, limit: 1000, total: 3, pages: 1 })
    expect(users[1]).toMatchObject({
      _id: ada.user._id,
      name: 'Ada',
      lastName: 'Marlowe',
      email: ada.email,
      age: 32,
      gender: 'woman',
      location: { city: 'Lisbon', country: 'Portugal' },
      profilePicture: expect.stringMatching(/\/large\?v=[\w-]{22}&/),
      isActive: true,
      isVIP: false,
      isEmailVerified: true,
      emailVerificationSent: true,
      profileComplete: true,
      isAdmin: false,
      settings: { showLastActive: true, units: 'km', timeZone: 'UTC' },
      distance: null,
      distanceFormatted: null,
      compatibilityScore: null,
    })
    expect(users[0]).toMatchObject({ isActive: false, isEmailVerified: false, profileComplete: false })
    const second = (await ines.client.listPeople({ query: { page: '2', limit: '2' } })).data
    expect(second).toMatchObject({
      users: [{ firstName: 'Ines' }],
      pagination: { page: 2, limit: 2, total: 3, pages: 2 },
    })
  },
)

test('an administrator without a profile reads any account that is not erased', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const [ada, gone] = [await world.dater(), await world.newcomer({ firstName: 'Gone' })]
  await ada.client.setPrivacy({ body: { hideAge: true, incognito: true } })
  await world.setState(gone, 'banned')
  const read = async (person: Person) => (await ines.client.getPerson({ params: { id: person.user._id } })).data
  const { user, ...rest } = await read(ada)
  expect(rest).toEqual({
    distance: null,
    distanceFormatted: null,
    compatibilityScore: null,
    privacyInfo: { hidden: [] },
  })
  expect(user).toMatchObject({
    firstName: 'Ada',
    lastName: 'Marlowe',
    email: ada.email,
    age: 32,
    profileComplete: true,
  })
  expect((await read(gone)).user).toMatchObject({ firstName: 'Gone', isActive: false })
  await world.query(
    `update accounts set state = 'erased', email = null, email_key = null where id = '${gone.user._id}'`,
  )
  await expect(read(gone)).rejects.toMatchObject({ status: 404 })
})

test('an administrator without a profile searches all accounts by their texts', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await world.member({ firstName: 'Zoë', lastName: 'Lefèvre', dateOfBirth: bornYearsAgo(66) })
  const ada = await world.dater(
    { dateOfBirth: bornYearsAgo(32) },
    {
      intention: 'long-term',
      interests: ['Bread'],
      languages: ['Português'],
      location: { city: 'Zürich', country: 'Switzerland' },
    },
  )
  await world.dater({ firstName: 'Ben', dateOfBirth: bornYearsAgo(46) }, { gender: 'man' })
  await world.query(`update accounts set photo_checked_at = now() where id = '${ada.user._id}'`)
  await world.query(`update accounts set last_active_at = now() - interval '1 day' where first_name <> 'Ben'`)
  for (const [query, found] of [
    [{}, ['Ada', 'Ben', 'Ines', 'Zoë']],
    [{ q: 'lefevre' }, ['Zoë']],
    [{ q: ada.email }, ['Ada']],
    [{ q: 'x\u0000' }, []],
    [{ gender: 'man' }, ['Ben']],
    [{ gender: 'man,woman' }, ['Ada', 'Ben']],
    [{ minAge: '40' }, ['Ben', 'Zoë']],
    [{ minAge: '40', maxAge: '50' }, ['Ben']],
    [{ city: 'zurich' }, ['Ada']],
    [{ intention: 'long-term' }, ['Ada']],
    [{ interests: 'bread' }, ['Ada']],
    [{ languages: 'PORTUGUÊS' }, ['Ada']],
    [{ withPictures: 'true' }, ['Ada', 'Ben']],
    [{ verified: 'true' }, ['Ada']],
    [{ q: 'marlowe', gender: 'woman', city: 'ZÜRICH' }, ['Ada']],
  ] as const)
    expect([query, await names(ines, query)]).toEqual([query, found])
  // The administrator may be marked as online by then.
  expect((await names(ines, { online: 'true' })).filter((name) => name !== 'Ines')).toEqual(['Ben'])
  const { users, pagination, searchParams } = (
    await ines.client.searchPeople({ query: { minAge: '18', page: '2', limit: '2' } })
  ).data
  expect(users).toHaveLength(2)
  expect(users[0]).toMatchObject({ email: expect.any(String), distance: null })
  expect(pagination).toEqual({ page: 2, limit: 2, total: 4, pages: 2, hasNext: false, hasPrev: true })
  expect(searchParams).toEqual({ minAge: '18' })
})

test('only administrators can list more than 100 at once', async () => {
  const world = await startWorld()
  const [ada, ines, staff] = [await world.dater(), await world.administrator(), await world.dater({ firstName: 'Uma' })]
  await world.query(`update accounts set is_admin = true where id = '${staff.user._id}'`)
  const list = ({ client }: Person, limit: string) => client.listPeople({ query: { page: '1', limit } })
  await expect(list(ada, '101')).rejects.toMatchObject({
    status: 400,
    message: 'limit: Enter 100 or less.',
    details: { errors: [{ path: 'limit', msg: 'Enter 100 or less.' }] },
  })
  await expect(list(ada, '100')).resolves.toBeTruthy()
  await expect(list(ines, '1001')).rejects.toMatchObject({ status: 400 })
  await expect(list(ines, '1000')).resolves.toBeTruthy()
  // An administrator with a profile finds people like any member.
  const { users } = (await list(staff, '1000')).data
  expect(users).toMatchObject([{ firstName: 'Ada', distance: 2 }])
  for (const key of forStaff) expect(users[0]).not.toHaveProperty(key)
})

test('a member receives nothing meant for administrators', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await world.administrator()
  const [listed] = (await ada.client.listPeople()).data.users
  const [found] = (await ada.client.searchPeople({ query: {} })).data.users
  const { user } = (await ada.client.getPerson({ params: { id: ben.user._id } })).data
  for (const person of [listed, found, user]) {
    expect(person).toMatchObject({ firstName: 'Ben' })
    for (const key of forStaff) expect(person).not.toHaveProperty(key)
  }
})

test("where staff need a second factor, an administrator without one can't read any user", async () => {
  const world = await startWorld({ env: { STAFF_2FA: 'required' } })
  const [ada, ines] = [await world.dater(), await world.administrator()]
  for (const read of [
    () => ines.client.listPeople(),
    () => ines.client.searchPeople(),
    () => ines.client.getPerson({ params: { id: ada.user._id } }),
  ])
    await expect(read()).rejects.toMatchObject({ status: 403, code: 'profile_incomplete' })
})
