import { setHouse } from './house.ts'
import type { Between } from './observed.ts'
import { nothing, set, standsAt, type Vary } from './varied.ts'
import { until, type World } from './world.ts'

// What Friends keeps to those who take part, for the proof that it stays hidden (platform/interference.test.ts).

/** Turns Friends on, and lets these members take part. */
const friends =
  (...who: ('viewer' | 'other')[]) =>
  async (world: World, between: Between) => {
    await setHouse(world, { friends: true })
    await until(async () => {
      const taking = who.map((each) => between[each].client.setFriendPreferences({ body: {} }))
      return (await Promise.allSettled(taking)).every(({ status }) => status === 'fulfilled')
    })
  }
const likesAsFriend: Vary = (_, { other, viewer }) =>
  other.client.chooseFriend({ body: { userId: viewer.user._id, action: 'like' } })

type FriendCase = { name: string; befriends?: true; before: Vary; values: [Vary, Vary] }

export const friendCases: FriendCase[] = [
  {
    name: 'taking part in Friends',
    before: friends(),
    values: [(_, { other }) => other.client.setFriendPreferences({ body: {} }), nothing],
  },
  {
    name: 'what someone looks for in Friends',
    before: friends('other'),
    values: [nothing, (_, { other }) => other.client.setFriendPreferences({ body: { ageMin: 50, genders: ['man'] } })],
  },
  { name: 'a like in Friends', before: friends('other'), values: [likesAsFriend, nothing] },
  {
    name: 'a like in Friends, to someone who takes part,',
    before: friends('viewer', 'other'),
    befriends: true,
    values: [likesAsFriend, nothing],
  },
  {
    name: 'a hidden age in Friends',
    before: async (world, between) => {
      await friends('viewer', 'other')(world, between)
      await set('hide_age = true')(world, between)
    },
    befriends: true,
    values: [set(`date_of_birth = '1992-03-01'`), set(`date_of_birth = '1968-03-01'`)],
  },
  {
    name: 'a hidden distance in Friends',
    before: async (world, between) => {
      await friends('viewer', 'other')(world, between)
      await set('hide_distance = true')(world, between)
    },
    befriends: true,
    values: [standsAt(38.7223, -9.1393), standsAt(38.75, -9.24)],
  },
]
