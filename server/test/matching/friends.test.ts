import { api, type Route } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { blockContacts } from '../contacts.ts'
import { befriended, chooseFriend, datesOf, friendsOf, join, on, straight, twoFriends, women } from '../friends.ts'
import { ruledWorld, setHouse } from '../house.ts'
import { answer, faculty, setFields } from '../own-fields.ts'
import type { Person } from '../people.ts'
import { startWorld, until } from '../world.ts'

// Friends: a deck of its own, with its own preferences, which never mixes with dating.

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const inputs: Record<string, object> = {
  setFriendPreferences: { body: {} },
  chooseFriend: { body: { userId: UNKNOWN_ID, action: 'like' } },
}
const routesOfFriends = (Object.entries(api) as [keyof typeof api, Route][]).flatMap(([name, { feature }]) =>
  feature === 'friends' ? [name] : [],
)

test('as installed, every route of Friends refuses, and nothing mentions it', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  expect(routesOfFriends).toHaveLength(6)
  const calls = ada.client as unknown as Record<string, (input?: object) => Promise<unknown>>
  for (const name of routesOfFriends)
    await expect(calls[name]!(inputs[name])).rejects.toMatchObject({ code: 'turned_off', status: 403 })
  expect((await world.client().getStatus()).settings).not.toHaveProperty('house')
  const ben = await world.dater({ firstName: 'Ben' })
  await world.matched(ada, ben)
  const [match] = (await ada.client.listMatches()).data.matches
  expect(match).not.toHaveProperty('kind')
})

test('an operator turns it on and off; off, matches stay and say what they are', async () => {
  const { world, ada, bea } = await twoFriends()
  const id = await befriended(ada, bea)
  await setHouse(world, undefined)
  await until(() =>
    ada.client.listFriends().then(
      () => false,
      ({ code }: { code: string }) => code === 'turned_off',
    ),
  )
  expect((await ada.client.listMatches()).data.matches).toMatchObject([{ kind: 'friends' }])
  await ada.client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text: 'Still here.' } })
})

test('two women who look for men meet in Friends, and never in dating', async () => {
  const { world, ada, bea } = await twoFriends()
  const cleo = await world.dater({ firstName: 'Cleo' }, straight)
  expect([await friendsOf(ada), await friendsOf(bea)]).toEqual([['Bea'], ['Ada']])
  expect([await datesOf(ada), await datesOf(bea)]).toEqual([[], []])
  // Only those who take part see the deck, or are in it.
  await expect(cleo.client.listFriends()).rejects.toMatchObject({ code: 'conflict' })
  await expect(chooseFriend(cleo, ada)).rejects.toMatchObject({ code: 'conflict' })
  expect((await cleo.client.getFriendPreferences()).data.preferences).toBeNull()
})

test('genders, ages and distances as friends work both ways, apart from dating’s', async () => {
  const { ada, bea } = await twoFriends()
  const finds = async () => [await friendsOf(ada), await friendsOf(bea)]
  const [both, none] = [
    [['Bea'], ['Ada']],
    [[], []],
  ]
  await ada.client.setPreferences({ body: { ageMin: 60, ageMax: 70, distance: 2 } })
  expect(await finds()).toEqual(both)
  for (const narrow of [{ genders: ['man' as const] }, { ageMin: 60 }, { ageMax: 20 }]) {
    await join(bea, narrow)
    expect(await finds()).toEqual(none)
    await join(bea, { genders: ['woman', 'man', 'non-binary'], ageMin: 18, ageMax: 120 })
    expect(await finds()).toEqual(both)
  }
  await join(bea, { distance: 2 })
  expect(await finds()).toEqual(both)
  await ada.client.editProfile({ body: { location: { city: 'Porto', country: 'Portugal' } } })
  expect(await finds()).toEqual(none)
  await join(bea, { distance: null })
  expect(await finds()).toEqual(both)
  expect((await bea.client.getPreferences()).data.preferences).toMatchObject({ ageMin: 18, distance: null })
  await expect(join(bea, { ageMin: 50, ageMax: 40 })).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a hidden age, gender or distance fails every narrower preference, both ways', async () => {
  const { ada, bea } = await twoFriends()
  const finds = async () => [await friendsOf(ada), await friendsOf(bea)]
  for (const [hide, narrow, any] of [
    [{ hideAge: true }, { ageMin: 19 }, { ageMin: 18 }],
    [{ hideGender: true }, { genders: ['woman' as const] }, { genders: ['woman', 'man', 'non-binary'] as const }],
    [{ hideDistance: true }, { distance: 160 }, { distance: null }],
  ] as const) {
    await join(bea, { ...narrow })
    expect(await finds()).toEqual([['Bea'], ['Ada']])
    await ada.client.setPrivacy({ body: hide })
    expect(await finds()).toEqual([[], []])
    await join(bea, { ...any })
    expect(await finds()).toEqual([['Bea'], ['Ada']])
    // Two people share one distance, so who hides it may not limit it, either.
    await join(ada, { ...narrow })
    expect(await finds()).toEqual('distance' in narrow ? [[], []] : [['Bea'], ['Ada']])
    await join(ada, { ...any })
  }
})

test('blocking, a pause, incognito mode and leaving remove someone at once', async () => {
  const { world, ada, bea } = await twoFriends()
  const gone: [hide: () => Promise<unknown>, back: () => Promise<unknown>][] = [
    [() => bea.client.setPrivacy({ body: { paused: true } }), () => bea.client.setPrivacy({ body: { paused: false } })],
    [
      () => bea.client.setPrivacy({ body: { incognito: true } }),
      () => bea.client.setPrivacy({ body: { incognito: false } }),
    ],
    [() => bea.client.leaveFriends(), () => join(bea)],
    [
      async () => {
        await blockContacts(bea, ada.email)
        await world.contactsCompared()
      },
      async () => {
        const { contacts } = (await bea.client.listBlockedContacts()).data
        await bea.client.unblockContact({ params: { id: contacts[0]!._id } })
        await world.contactsCompared()
      },
    ],
    [
      () => bea.client.block({ body: { userId: ada.user._id } }),
      () => bea.client.unblock({ params: { userId: ada.user._id } }),
    ],
  ]
  await world.contactsCompared()
  for (const [hide, back] of gone) {
    expect(await friendsOf(ada)).toEqual(['Bea'])
    await hide()
    expect(await friendsOf(ada)).toEqual([])
    await back()
  }
  // Members that no one can find don’t find anyone either.
  await bea.client.setPrivacy({ body: { incognito: true } })
  expect(await friendsOf(bea)).toEqual([])
})

test('a friend isn’t shown what someone looks for in dating, and sees their photos in the order for friends', async () => {
  const world = await ruledWorld(on)
  const options = ['straight', 'gay'].map((id) => ({ id, label: id }))
  const orientation = { ...faculty, id: 'orientation', label: 'Orientation', options, audience: 'everyone' as const }
  await setFields(await world.administrator(), [faculty, orientation])
  const [ada, bea] = (await women(world, 'Ada', 'Bea')) as [Person, Person]
  for (const { client } of [ada, bea]) await client.editProfile({ body: { intention: 'long-term' } })
  const compared = async () => (await ada.client.getCompatibility({ params: { userId: bea.user._id } })).data.reasons
  await answer(bea, {
    faculty: { value: 'law', audience: 'eligible' },
    orientation: { value: 'straight', audience: 'everyone' },
  })
  const second = await world.picture(bea, 1)
  const third = await world.picture(bea, 2)
  await join(bea, { pictures: [third.public_id, second.public_id, 'f'.repeat(32)] })
  const order = [third.public_id, second.public_id]
  expect((await bea.client.getFriendPreferences()).data.preferences!.pictures).toEqual(order)
  const seesAFriend = ({ intention, fields = [], pictures, profilePicture }: (typeof cards)[0]['user']) => {
    expect([intention, fields]).toEqual([null, []])
    expect(pictures.map(({ publicId }) => publicId).slice(0, 2)).toEqual(order)
    expect(profilePicture).toContain(third.public_id)
  }
  const cards = (await ada.client.listFriends()).data.people
  seesAFriend(cards[0]!.user)
  const id = await befriended(ada, bea)
  seesAFriend((await ada.client.getMatch({ params: { id } })).data.match.user)
  const profile = (await ada.client.getPerson({ params: { id: bea.user._id } })).data
  seesAFriend(profile.user)
  expect(profile.compatibilityScore).toBeNull()
  expect(await compared()).toEqual([])
  // In dating, the order is the profile’s.
  const dan = await world.dater({ firstName: 'Dan' }, { gender: 'man', interestedIn: ['woman'] })
  const [card] = (await dan.client.discover()).data.people.filter(({ user }) => user._id === bea.user._id)
  expect(card!.user).toMatchObject({ intention: 'long-term', fields: [{ id: 'faculty' }, { id: 'orientation' }] })
  expect(card!.user.pictures[1]!.publicId).toBe(second.public_id)
})

test('people with more in common come first, and pages have everyone once', async () => {
  const world = await ruledWorld(on)
  const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gwen']
  const [ada, ...others] = (await women(world, ...names)) as [Person, ...Person[]]
  await ada.client.editProfile({ body: { interests: ['choir', 'chess', 'rowing'] } })
  await others[3]!.client.editProfile({ body: { interests: ['chess', 'rowing', 'choir'] } })
  await others[1]!.client.editProfile({ body: { interests: ['chess'] } })
  expect((await friendsOf(ada)).slice(0, 2)).toEqual(['Eve', 'Cleo'])
  const walked: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: '2', ...(cursor ? { cursor } : {}) }
    const { people, nextCursor }: { people: { user: { firstName: string } }[]; nextCursor: string | null } = (
      await ada.client.listFriends({ query })
    ).data
    walked.push(...people.map(({ user }) => user.firstName))
    cursor = nextCursor
  }
  expect(walked).toEqual(await friendsOf(ada))
  expect(walked.toSorted()).toEqual(names.slice(1))
})

test('in a community of one place, everyone who takes part is found', async () => {
  const world = await ruledWorld({ ...on, place: { city: 'Lisbon', country: 'Portugal' } })
  const [ada, bea] = (await women(world, 'Ada', 'Bea')) as [Person, Person]
  expect([await friendsOf(ada), await friendsOf(bea)]).toEqual([['Bea'], ['Ada']])
})
