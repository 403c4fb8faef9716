import type { EndedMatch, Match } from '@kindred/contract'
import { type LastMessage, PARKED_AFTER } from '../chat/index.ts'
import type { EndedMatchRow, MatchRow } from './matches.sql.ts'

export const toMatch = (
  { id, created_at, muted, their_like, your_like }: MatchRow,
  user: Match['user'],
  last: LastMessage | undefined,
  viewerId: string,
  now: Date,
): Match => ({
  _id: id,
  user,
  createdAt: created_at.toISOString(),
  lastMessage: last ? toLastMessage(last, viewerId) : null,
  unread: last?.unread ?? 0,
  muted,
  theirLike: their_like,
  yourLike: your_like,
  parked: now.getTime() - (last?.at ?? created_at).getTime() > PARKED_AFTER,
})

const toLastMessage = ({ text, at, sender_id, picture, voice, call }: LastMessage, viewerId: string) => ({
  text: text ?? '',
  at: at.toISOString(),
  mine: sender_id === viewerId,
  picture,
  voice,
  call,
})

export const toEndedMatch = (
  { id, other_id, ended_at, ended_by, closing, asked }: EndedMatchRow,
  { _id, firstName, profilePicture }: EndedMatch['user'],
): EndedMatch => ({
  _id: id,
  user: { _id, firstName, profilePicture },
  endedAt: ended_at.toISOString(),
  closing: ended_by === other_id ? closing : null,
  asked,
})
