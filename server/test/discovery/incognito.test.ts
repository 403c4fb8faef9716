import { ApiError } from '@kindred/contract'
import { expect, test } from 'vitest'
import { findShownLikes } from '../../src/features/matching/queries.ts'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

// Incognito members are shown to people they like, in a way that doesn't reveal the like at once to members without
// premium.

const deck = async ({ client }: Pick<Person, 'client'>) =>
  (await client.discover({ query: {} })).data.people.map(({ user }) => user.firstName)
const like = ({ client }: Person, { user }: Person) => client.choose({ body: { userId: user._id, action: 'like' } })

/** Everything that could reveal another member: the deck, lists, searches, counts, the profile, a swipe, a block. */
async function allAbout({ client }: Pick<Person, 'client'>, id: string) {
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => 'answered',
      (error: unknown) => (error instanceof ApiError ? error.message : String(error)),
    )
  const names = (people: readonly { firstName: string }[]) => people.map(({ firstName }) => firstName).toSorted()
  return {
    deck: names((await client.discover({ query: {} })).data.people.map(({ user }) => user)),
    list: names((await client.listPeople({ query: { limit: '50' } })).data.users),
    found: names((await client.searchPeople({ query: { q: 'Ben' } })).data.users),
    costs: (await client.getFilterCosts()).data.fitting,
    likes: (await client.listLikes()).data,
    notifications: (await client.listNotifications()).data,
    person: await refused(client.getPerson({ params: { id } })),
    compatibility: await refused(client.getCompatibility({ params: { userId: id } })),
    reasons: await refused(client.getOrderReasons({ params: { userId: id } })),
    reported: await refused(
      client.createReport({ body: { problem_type: 'Harassment', description: 'Was rude to me.', userId: id } }),
    ),
    blocked: await refused(client.block({ body: { userId: id } })),
  }
}

test('an incognito like looks the same to everyone until the next daily renewal, and then differs only in the deck', async () => {
  const world = await startWorld()
  const [ada, twin, ben] = [await world.dater(), await world.dater(), await world.dater({ firstName: 'Ben' })]
  await ben.client.setPrivacy({ body: { incognito: true } })
  const id = ben.user._id
  const renewedAfter = async (from: Date) => {
    const [shown] = await findShownLikes(world.deps.db, [ada.user._id], new Date(from.getTime() + 86_400_000))
    return shown!.renewed_at.getTime() - from.getTime() + 1000
  }
  world.turnClock(await renewedAfter(world.deps.clock.now()))
  await (await world.signedInAgain(ben)).client.choose({ body: { userId: ada.user._id, action: 'like' } })
  // Not even the ranking differs: Ada and her twin see the same people, and everything about Ben is refused.
  const hers = await allAbout(await world.signedInAgain(ada), id)
  expect(hers).toEqual(await allAbout(await world.signedInAgain(twin), id))
  expect(hers).toMatchObject({ deck: ['Ada'], found: [], reported: 'We couldn’t find this person.' })
  // After the renewal, he is in Ada's deck. Until he is shown there, requests for him reveal nothing.
  world.turnClock(await renewedAfter(world.deps.clock.now()))
  const [later, theirs] = [await world.signedInAgain(ada), await world.signedInAgain(twin)]
  const nothing = 'We couldn’t find this person.'
  const asked = async ({ client }: Person) =>
    client.getPerson({ params: { id } }).catch((error: unknown) => (error as Error).message)
  expect([await asked(later), await asked(theirs)]).toEqual([nothing, nothing])
  const lists = async ({ client }: Person) => [
    (await client.listPeople({ query: { limit: '50' } })).data.users.length,
    (await client.searchPeople({ query: { q: 'Ben' } })).data.users.length,
    (await client.getFilterCosts()).data.fitting,
    (await client.listLikes()).data,
  ]
  expect(await lists(later)).toEqual(await lists(theirs))
  expect([(await deck(later)).toSorted(), await deck(theirs)]).toEqual([['Ada', 'Ben'], ['Ada']])
  expect(await lists(later)).toEqual(await lists(theirs))
  expect(await asked(later)).toMatchObject({ data: { user: { firstName: 'Ben' } } })
  // Only Ada can swipe him, because he was shown only to her.
  const { match } = (await later.client.choose({ body: { userId: id, action: 'like' } })).data
  expect(match?.user.firstName).toBe('Ben')
  await expect(theirs.client.choose({ body: { userId: id, action: 'like' } })).rejects.toThrow(nothing)
})

test('with premium an incognito like is seen at once, and after premium ends those who were seen stay', async () => {
  const world = await startWorld()
  const [ada, ben, cai] = [
    await world.dater(),
    await world.dater({ firstName: 'Ben' }),
    await world.dater({ firstName: 'Cai' }),
  ]
  for (const { client } of [ben, cai]) await client.setPrivacy({ body: { incognito: true } })
  const until = (at: string) => world.query(`update accounts set premium_until = ${at} where id = '${ada.user._id}'`)
  await until(`now() + interval '1 day'`)
  await like(ben, ada)
  expect(await deck(ada)).toEqual(['Ben'])
  expect((await ada.client.listPeople({ query: {} })).data.users).toHaveLength(1)
  await until(`now() - interval '1 day'`)
  await like(cai, ada)
  expect((await ada.client.listPeople({ query: {} })).data.users).toEqual([])
  await expect(ada.client.getPerson({ params: { id: ben.user._id } })).resolves.toBeTruthy()
  await expect(ada.client.getPerson({ params: { id: cai.user._id } })).rejects.toThrow('We couldn’t find this person.')
})
