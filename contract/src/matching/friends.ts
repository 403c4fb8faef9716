import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, integer, oneOf, plainText, shown, wholeNumber } from '../text.ts'
import { Closeness, distances, GenderGroup, OLDEST, Person, YOUNGEST } from '../profiles/users.ts'
import { NewMatch } from './choices.ts'

// Friends: a deck of its own for members who look for friends. Nothing of it counts for dating, or the other way round.

/** A person in the deck, without what they look for in dating and without a score. */
export const FriendCard = z.extend(
  z.strictObject({ user: Person }),
  z.pick(z.strictObject(Closeness.shape), { distance: true, distanceFormatted: true }).shape,
)
export type FriendCard = z.infer<typeof FriendCard>

const age = integer(YOUNGEST, OLDEST)
const known = z.refine<number>((value) => distances.some((each) => each === value), oneOf(distances))

export const FriendPreferences = z.strictObject({
  genders: z.array(GenderGroup).check(z.minLength(1, 'Choose at least one.'), z.maxLength(3)),
  ageMin: age,
  ageMax: age,
  distance: z.nullable(z.number().check(known)),
  /** The public ids of the member’s photos in their order here. The others follow in the order of the profile. */
  pictures: z.array(plainText(100)).check(z.maxLength(20)),
})
export type FriendPreferences = z.output<typeof FriendPreferences>

export const FriendAction = z.enum(['like', 'pass'])
export type FriendAction = z.infer<typeof FriendAction>

export const friends = defineRoutes({
  listFriends: {
    method: 'GET',
    path: '/friends',
    access: 'member',
    feature: 'friends',
    summary: 'Get people who look for friends and are a mutual fit',
    query: z.strictObject({
      limit: z._default(wholeNumber(1, 50), 20),
      cursor: z.optional(plainText(4000)),
    }),
    returns: dataOf({ people: z.array(FriendCard), nextCursor: z.nullable(shown) }),
    errors: ['profile_incomplete', 'conflict'],
  },
  getFriendPreferences: {
    method: 'GET',
    path: '/friends/preferences',
    access: 'member',
    feature: 'friends',
    summary: 'Get your preferences for friends; null if you don’t take part',
    returns: dataOf({ preferences: z.nullable(FriendPreferences) }),
  },
  setFriendPreferences: {
    method: 'PUT',
    path: '/friends/preferences',
    access: 'member',
    feature: 'friends',
    summary: 'Look for friends, or change your preferences; anything you leave out stays the same',
    body: z.partial(FriendPreferences),
    returns: dataOf({ preferences: FriendPreferences }),
    errors: ['profile_incomplete'],
  },
  leaveFriends: {
    method: 'DELETE',
    path: '/friends/preferences',
    access: 'member',
    feature: 'friends',
    summary: 'Stop looking for friends, and delete your preferences and choices there',
    returns: Done,
  },
  chooseFriend: {
    method: 'POST',
    path: '/friends/choices',
    access: 'member',
    newTerms: true,
    feature: 'friends',
    summary: 'Like or pass someone as a friend',
    body: z.strictObject({ userId: id, action: FriendAction }),
    returns: dataOf({
      match: z.nullable(NewMatch),
      /** Null if they’re unlimited. */
      likes: z.nullable(z.number()),
      resetsAt: instant,
    }),
    errors: ['not_found', 'conflict', 'profile_incomplete', 'your_turn'],
  },
  undoFriendChoice: {
    method: 'POST',
    path: '/friends/choices/undo',
    access: 'member',
    feature: 'friends',
    summary: 'Undo your last like or pass as a friend, unless it made a match; the like stays used',
    returns: dataOf({ undone: z.strictObject({ userId: id, action: FriendAction }) }),
    errors: ['not_found', 'conflict', 'profile_incomplete'],
  },
})
