import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { publicId } from '../profiles/pictures.ts'
import { defineRoutes } from '../route.ts'
import { LONGEST_MESSAGE } from './longest-message.ts'
import {
  dataOf,
  id,
  instant,
  integer,
  LARGEST_INTEGER,
  plainText,
  searchText,
  shown,
  text,
  wholeNumber,
} from '../text.ts'

export const emojis = ['❤️', '😂', '😮', '😢', '🙏', '👍'] as const

export const Nudge = z.enum(['money', 'elsewhere', 'link', 'scam', 'copied'])
export type Nudge = z.infer<typeof Nudge>

export const Message = z.strictObject({
  _id: id,
  matchId: id,
  seq: z.number(),
  clientId: shown,
  senderId: id,
  /** The caption of a picture or the transcript of a voice note. Null if the message was deleted or has no text. */
  text: z.nullable(shown),
  picture: z.nullable(z.strictObject({ url: shown, placeholder: shown, width: z.number(), height: z.number() })),
  /** `peaks` is the loudness over time, from 0 to 100. */
  voice: z.nullable(z.strictObject({ durationMs: z.number(), peaks: z.array(z.number()) })),
  call: z.nullable(z.literal('missed')),
  /** `only` is the kind of a message without text, unless it was deleted. */
  replyTo: z.nullable(
    z.strictObject({
      _id: id,
      text: z.nullable(shown),
      only: z.nullable(z.enum(['picture', 'voice'])),
      mine: z.boolean(),
    }),
  ),
  reactions: z.array(z.strictObject({ emoji: shown, mine: z.boolean() })),
  createdAt: instant,
  editedAt: z.nullable(instant),
  deletedAt: z.nullable(instant),
  removed: z.boolean(),
  nudge: z.nullable(Nudge),
})
export type Message = z.infer<typeof Message>

export const messageAnswer = dataOf({ message: Message })
const inMatch = z.strictObject({ id })
const oneMessage = z.strictObject({ id, messageId: id })

export const chat = defineRoutes({
  listMessages: {
    method: 'GET',
    path: '/matches/:id/messages',
    access: 'member',
    summary: 'Get messages of a conversation',
    params: inMatch,
    query: z.strictObject({
      before: z.optional(wholeNumber(0, 999_999_999)),
      after: z.optional(wholeNumber(0, 999_999_999)),
      limit: z._default(wholeNumber(1, 100), 50),
    }),
    returns: dataOf({
      messages: z.array(Message),
      more: z.boolean(),
      /** The last message that the other member has read and received. Null if either member hides read receipts. */
      readTo: z.nullable(z.number()),
      deliveredTo: z.nullable(z.number()),
    }),
  },
  sendMessage: {
    method: 'POST',
    path: '/matches/:id/messages',
    access: 'member',
    contact: true,
    newTerms: true,
    summary: 'Send a message, once for each client ID',
    params: inMatch,
    body: z.strictObject({
      clientId: plainText(64).check(z.minLength(8)),
      text: z.optional(text(1, LONGEST_MESSAGE)),
      publicId: z.optional(publicId),
      replyTo: z.optional(id),
    }),
    returns: messageAnswer,
    status: 201,
    errors: ['conflict', 'forbidden', 'turned_off', 'their_turn', 'key_reused'],
  },
  editMessage: {
    method: 'PUT',
    path: '/matches/:id/messages/:messageId',
    access: 'member',
    newTerms: true,
    contact: true,
    summary: 'Edit one of your messages within 15 minutes',
    params: oneMessage,
    body: z.strictObject({ text: text(1, LONGEST_MESSAGE) }),
    returns: messageAnswer,
    errors: ['conflict', 'forbidden'],
  },
  deleteMessage: {
    method: 'DELETE',
    path: '/matches/:id/messages/:messageId',
    access: 'member',
    summary: 'Delete one of your messages for both people',
    params: oneMessage,
    returns: messageAnswer,
  },
  react: {
    method: 'PUT',
    path: '/matches/:id/messages/:messageId/reaction',
    access: 'member',
    newTerms: true,
    contact: true,
    summary: 'React to a message, or remove your reaction',
    params: oneMessage,
    body: z.strictObject({ emoji: z.nullable(z.enum(emojis)) }),
    returns: messageAnswer,
    errors: ['forbidden'],
  },
  readMessages: {
    method: 'PUT',
    path: '/matches/:id/read',
    access: 'member',
    summary: 'Mark messages up to this one as read',
    params: inMatch,
    body: z.strictObject({ seq: integer(0, LARGEST_INTEGER) }),
    returns: Done,
  },
  typing: {
    method: 'POST',
    path: '/matches/:id/typing',
    access: 'member',
    summary: 'Show that you’re typing',
    params: inMatch,
    returns: Done,
    errors: ['forbidden'],
  },
  searchMessages: {
    method: 'GET',
    path: '/messages/search',
    access: 'member',
    summary: 'Search your conversations, newest first',
    query: z.strictObject({ q: searchText(100).check(z.minLength(2, 'At least {minimum} characters.')) }),
    returns: dataOf({ messages: z.array(Message) }),
  },
})
