import type { FriendAction, House, ProfileChange } from '@kindred/contract'
import { ruledWorld } from './house.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

// People who take part in Friends.

export const on: House = { friends: true }

/** A woman who looks for men in dating. */
export const straight: Partial<ProfileChange> = { gender: 'woman', interestedIn: ['man'] }

export const join = ({ client }: Person, body = {}) => client.setFriendPreferences({ body })

/** Women who look for men, and take part in Friends. */
export async function women(world: World, ...names: string[]): Promise<Person[]> {
  const all = []
  for (const firstName of names) {
    const person = await world.dater({ firstName }, straight)
    await join(person)
    all.push(person)
  }
  return all
}

export const twoFriends = async (house: House = on) => twoFriendsIn(await ruledWorld(house))

export async function twoFriendsIn(world: World) {
  const [ada, bea] = (await women(world, 'Ada', 'Bea')) as [Person, Person]
  return { world, ada, bea }
}

export const friendsOf = async ({ client }: Person) =>
  (await client.listFriends()).data.people.map(({ user }) => user.firstName)
export const datesOf = async ({ client }: Person) =>
  (await client.discover()).data.people.map(({ user }) => user.firstName)

export const chooseFriend = async ({ client }: Person, { user }: Person, action: FriendAction = 'like') =>
  (await client.chooseFriend({ body: { userId: user._id, action } })).data

/** Matches two people as friends. */
export async function befriended(one: Person, other: Person): Promise<string> {
  await chooseFriend(one, other)
  return (await chooseFriend(other, one)).match!._id
}
