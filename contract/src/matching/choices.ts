import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, plainText, shown, text } from '../text.ts'
import { ListedPerson, Person } from '../profiles/users.ts'

export const Action = z.enum(['like', 'pass', 'superlike'])
export type Action = z.infer<typeof Action>
/** What a member can do with a card: a swipe, or setting it aside for a week, which isn't one. */
export const CardAction = z.enum([...Action.options, 'later'])
export type CardAction = z.infer<typeof CardAction>

const note = text(1, 140)
const likeNote = { note: z.nullable(shown), noteOn: z.nullable(shown), noteOnPhoto: z.nullable(shown) }
/** The extra of a like: a note, or the prompt (by its question) or photo (by its public id). */
export const LikeNote = z.strictObject(likeNote)
export type LikeNote = z.infer<typeof LikeNote>

/** Present only in matches that aren’t for dating. */
export const MatchKind = z.optional(z.literal('friends'))

export const NewMatch = z.strictObject({
  _id: id,
  user: Person,
  createdAt: instant,
  theirLike: z.nullable(LikeNote),
  kind: MatchKind,
})
export type NewMatch = z.infer<typeof NewMatch>

/** The member's remaining likes and super likes for today. Null means unlimited. */
export const Allowance = z.strictObject({
  likes: z.nullable(z.number()),
  superlikes: z.number(),
  undos: z.nullable(z.number()),
  resetsAt: instant,
})
export type Allowance = z.infer<typeof Allowance>

const Liked = z.extend(z.strictObject({ user: ListedPerson, action: Action, at: instant }), likeNote)
export type Liked = z.infer<typeof Liked>

export const choices = defineRoutes({
  choose: {
    method: 'POST',
    path: '/choices',
    access: 'member',
    newTerms: true,
    summary: 'Like, pass, super like or set aside; likes are refused while too many conversations wait for you',
    body: z.strictObject({
      userId: id,
      action: CardAction,
      note: z.optional(note),
      noteOn: z.optional(text(1, 200)),
      noteOnPhoto: z.optional(plainText(100)),
    }),
    returns: dataOf({ match: z.nullable(NewMatch), allowance: Allowance }),
    errors: ['not_found', 'conflict', 'profile_incomplete', 'your_turn', 'age_unproven'],
  },
  undoChoice: {
    method: 'POST',
    path: '/choices/undo',
    access: 'member',
    summary: 'Undo the last like, pass or setting aside, unless it made a match',
    returns: dataOf({ undone: z.strictObject({ userId: id, action: CardAction }), allowance: Allowance }),
    errors: ['not_found', 'conflict', 'profile_incomplete'],
  },
  getAllowance: {
    method: 'GET',
    path: '/choices/allowance',
    access: 'member',
    summary: 'Get what’s left of today’s allowances',
    returns: z.strictObject({ data: Allowance }),
  },
  listLikes: {
    method: 'GET',
    path: '/likes',
    access: 'member',
    starts: true,
    summary: 'List who likes you with Premium, otherwise how many. Super likes are always shown',
    returns: dataOf({
      /** Null if there are fewer than five. */
      count: z.nullable(z.number()),
      countText: shown,
      people: z.nullable(z.array(Liked)),
      blurred: z.array(z.strictObject({ _id: shown, url: shown })),
      superlikes: z.array(Liked),
    }),
    errors: ['profile_incomplete'],
  },
  listGivenLikes: {
    method: 'GET',
    path: '/likes/given',
    access: 'member',
    summary: 'List people you’ve liked who aren’t matches yet',
    returns: dataOf({ likes: z.array(Liked) }),
    errors: ['profile_incomplete'],
  },
  addNote: {
    method: 'PUT',
    path: '/likes/given/:userId/note',
    access: 'member',
    newTerms: true,
    contact: true,
    summary: 'Add a note to a like you’ve sent, once, until it’s seen',
    params: z.strictObject({ userId: id }),
    body: z.strictObject({ note }),
    returns: Done,
    errors: ['not_found', 'conflict', 'profile_incomplete'],
  },
  listSetAside: {
    method: 'GET',
    path: '/choices/later',
    access: 'member',
    summary: 'List people you’ve set aside, who come back after a week',
    returns: dataOf({ people: z.array(z.strictObject({ user: ListedPerson, until: instant })) }),
    errors: ['profile_incomplete'],
  },
  bringBack: {
    method: 'DELETE',
    path: '/choices/later/:userId',
    access: 'member',
    summary: 'Bring back someone you set aside',
    params: z.strictObject({ userId: id }),
    returns: Done,
    errors: ['profile_incomplete'],
  },
})
