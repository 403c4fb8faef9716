import type { EndedMatch, Match } from '@kindred/contract'
import type { EndedMatchRow, MatchRow } from './matches.sql.ts'
import { PARKED_AFTER } from './rules.ts'

export const toMatch = (row: MatchRow, user: Match['user'], now: Date): Match => ({
  _id: row.id,
  user,
  createdAt: row.created_at.toISOString(),
  lastMessage: toLastMessage(row),
  unread: row.unread,
  muted: row.muted,
  theirLike: row.their_like,
  yourLike: row.your_like,
  parked: now.getTime() - (row.last_message_at ?? row.created_at).getTime() > PARKED_AFTER,
})

const toLastMessage = (row: MatchRow) =>
  row.last_message_at && {
    text: row.last_text ?? '',
    at: row.last_message_at.toISOString(),
    mine: row.last_sender_id !== row.other_id,
    picture: row.last_kind === 'picture',
    voice: row.last_kind === 'voice',
    call: row.last_kind === 'call',
  }

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
