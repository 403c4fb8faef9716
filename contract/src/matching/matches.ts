import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, shown } from '../text.ts'
import { Person } from '../profiles/users.ts'
import { LikeNote, MatchKind } from './choices.ts'

export const closingKinds = ['no-spark', 'met-somebody', 'no-time', 'too-far', 'different'] as const
export const Closing = z.enum(closingKinds)
export type Closing = z.infer<typeof Closing>

export const closings = {
  'no-spark': 'It was good to meet you, but I’m not feeling a spark. I wish you well.',
  'met-somebody': 'I’ve met someone and want to see where it goes. Take care.',
  'no-time': 'I don’t have the time you deserve right now. All the best.',
  'too-far': 'The distance is more than I can manage. I hope you find someone close by.',
  different: 'I think we’re looking for different things. Good luck out there.',
} as const satisfies Record<Closing, string>

export const Match = z.strictObject({
  _id: id,
  user: Person,
  createdAt: instant,
  lastMessage: z.nullable(
    z.strictObject({
      text: shown,
      at: instant,
      mine: z.boolean(),
      picture: z.boolean(),
      voice: z.boolean(),
      call: z.boolean(),
    }),
  ),
  unread: z.number(),
  theirLike: z.nullable(LikeNote),
  yourLike: z.nullable(LikeNote),
  /** True after two weeks without a message, which moves the match to a separate list. */
  parked: z.boolean(),
  /** True if the other member wrote last and the match isn’t parked. Too many of these pause likes. */
  yourTurn: z.boolean(),
  muted: z.boolean(),
  kind: MatchKind,
})
export type Match = z.infer<typeof Match>

/** An ended match. It resumes if both members ask for it. Neither learns whether the other has asked. */
export const EndedMatch = z.strictObject({
  _id: id,
  /** Only the name and photo from the other member's current profile. */
  user: z.pick(Person, { _id: true, firstName: true, profilePicture: true }),
  endedAt: instant,
  closing: z.nullable(shown),
  asked: z.boolean(),
  kind: MatchKind,
})
export type EndedMatch = z.infer<typeof EndedMatch>

export const matches = defineRoutes({
  listMatches: {
    method: 'GET',
    path: '/matches',
    access: 'member',
    summary: 'List your matches, newest message first',
    returns: dataOf({ matches: z.array(Match) }),
    errors: ['profile_incomplete'],
  },
  listEndedMatches: {
    method: 'GET',
    path: '/matches/ended',
    access: 'member',
    summary: 'List ended matches, newest first; liking someone again asks to rematch',
    returns: dataOf({ matches: z.array(EndedMatch) }),
    errors: ['profile_incomplete'],
  },
  getMatch: {
    method: 'GET',
    path: '/matches/:id',
    access: 'member',
    summary: 'Get a match',
    params: z.strictObject({ id }),
    returns: dataOf({ match: Match }),
    errors: ['profile_incomplete'],
  },
  muteMatch: {
    method: 'PUT',
    path: '/matches/:id/mute',
    access: 'member',
    summary: 'Mute or unmute a conversation',
    params: z.strictObject({ id }),
    body: z.strictObject({ muted: z.boolean() }),
    returns: dataOf({ match: Match }),
    errors: ['profile_incomplete'],
  },
  unmatch: {
    method: 'DELETE',
    path: '/matches/:id',
    access: 'member',
    summary: 'Unmatch, with an optional goodbye note',
    params: z.strictObject({ id }),
    body: z.strictObject({ closing: z.optional(Closing) }),
    returns: Done,
    errors: ['age_unproven'],
  },
})
