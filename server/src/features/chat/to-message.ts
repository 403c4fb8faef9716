import type { Message } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { pictureAddress } from '../../infra/picture-address.ts'
import { type Words, wordsOf } from '../operations/index.ts'
import type { MessageRow } from './messages.sql.ts'
import { nudgeFor } from './rules.ts'

type Reader = Pick<Deps, 'keys' | 'clock'> & { viewer: Viewer; words: Words }

export const readerOf = async (context: Deps, viewer: Viewer): Promise<Reader> => ({
  keys: context.keys,
  clock: context.clock,
  viewer,
  words: await wordsOf(context),
})

export function toMessage(reader: Reader, row: MessageRow): Message {
  const viewerId = reader.viewer.account.id
  return {
    _id: row.id,
    matchId: row.match_id,
    seq: row.seq,
    clientId: row.client_id,
    senderId: row.sender_id,
    text: row.text,
    picture: toPicture(reader, row),
    voice: row.voice,
    call: row.call,
    replyTo: row.reply && {
      _id: row.reply.id,
      text: row.reply.text,
      only: row.reply.only,
      mine: row.reply.sender === viewerId,
    },
    reactions: row.reactions.map(({ emoji, account_id }) => ({ emoji, mine: account_id === viewerId })),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    removed: row.hidden_at !== null,
    nudge: row.sender_id === viewerId ? null : nudgeFor(row, reader.words),
  }
}

const toPicture = ({ keys, clock, viewer }: Reader, row: MessageRow): Message['picture'] =>
  row.public_id
    ? {
        url: pictureAddress(keys, viewer.sessionId, row.public_id, clock.now()),
        placeholder: row.placeholder ?? '',
        width: row.width ?? 0,
        height: row.height ?? 0,
      }
    : null
