import { sql } from 'kysely'
import type { SpentInStatement } from '../../infra/budgets.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Notice, Recorded } from '../delivery/index.ts'
import type { MessageRow } from './messages.sql.ts'

type NewMessage = {
  matchId: string
  senderId: string
  clientId: string
  text?: string | undefined
  publicId?: string | undefined
  /** Of a message without words. A photo is one in any case. */
  kind?: 'voice' | 'call'
  replyTo?: string | undefined
  now: Date
  budget: SpentInStatement | null
  /** What the other person is notified of, unless they muted the conversation. */
  notice: Omit<Notice, 'to'>
}

/** A message that was sent, or until when its sender may send none. */
export type Sent = (Recorded & { refused_until: null; id: string; other_id: string; seq: number }) | Refused
type Refused = { refused_until: Date }

/** Sends a message (chat_send_within). Outside of a transaction, the statement is one of its own. */
export const saveMessage = async (db: Db | Tx, { budget, notice, ...message }: NewMessage) =>
  (
    await sql<Sent>`
      select * from chat_send_within(${budget && JSON.stringify(budget)}, ${message.matchId}, ${message.senderId},
        ${message.clientId}, ${message.text ?? null}, ${message.publicId ?? null},
        ${message.publicId === undefined ? (message.kind ?? null) : 'picture'}, ${message.replyTo ?? null},
        ${message.now}, ${JSON.stringify(notice)})`.execute(db)
  ).rows[0]

/** A new message without a picture or a reply, as it has just been saved. */
export const wordsAlone = (
  { matchId, senderId, clientId, text, now }: NewMessage,
  { id, seq }: { id: string; seq: number },
): MessageRow => ({
  id,
  match_id: matchId,
  seq,
  sender_id: senderId,
  client_id: clientId,
  text: text ?? null,
  created_at: now,
  edited_at: null,
  deleted_at: null,
  hidden_at: null,
  public_id: null,
  placeholder: null,
  width: null,
  height: null,
  voice: null,
  call: null,
  reply: null,
  reactions: [],
  flagged_by: null,
})
