import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, plainText, shown, text } from '../text.ts'
import { ListedPerson, Person } from '../profiles/users.ts'

export const Action = z.enum(['like', 'pass', 'superlike'])
export type Action = z.infer<typeof Action>

const note = { note: z.nullable(shown), noteOn: z.nullable(shown), noteOnPhoto: z.nullable(shown) }
/** The extra of a like: a note, or the prompt (by its question) or photo (by its public id). */
export const LikeNote = z.strictObject(note)
export type LikeNote = z.infer<typeof LikeNote>

export const NewMatch = z.strictObject({
  _id: id,
  user: Person,
  createdAt: instant,
  theirLike: z.nullable(LikeNote),
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

const Liked = z.extend(z.strictObject({ user: ListedPerson, action: Action, at: instant }), note)
export type Liked = z.infer<typeof Liked>

export const choices = defineRoutes({
  choose: {
    method: 'POST',
    path: '/choices',
    access: 'member',
    summary: 'Like, pass or super like; repeating it costs nothing. Refused while too many conversations wait for you',
    body: z.strictObject({
      userId: id,
      action: Action,
      note: z.optional(text(1, 140)),
      noteOn: z.optional(text(1, 200)),
      noteOnPhoto: z.optional(plainText(100)),
    }),
    returns: dataOf({ match: z.nullable(NewMatch), allowance: Allowance }),
    errors: ['not_found', 'conflict', 'profile_incomplete', 'your_turn'],
  },
  undoChoice: {
    method: 'POST',
    path: '/choices/undo',
    access: 'member',
    summary: 'Undo the last like or pass, unless it made a match',
    returns: dataOf({ undone: z.strictObject({ userId: id, action: Action }), allowance: Allowance }),
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
})
