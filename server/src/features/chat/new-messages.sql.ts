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
  kind?: 'voice' | 'call'
  replyTo?: string | undefined
  now: Date
  budget: SpentInStatement | null
  /** Sent to the other person, unless they muted the conversation. */
  notice: Omit<Notice, 'to'>
}

export type Sent = (Recorded & { refused_until: null; id: string; other_id: string; seq: number }) | Refused
type Refused = { refused_until: Date }

/** Outside of a transaction, the statement is one of its own (chat_send_within). */
export const saveMessage = async (db: Db | Tx, { budget, notice, ...message }: NewMessage) =>
  (
    await sql<Sent>`
      select * from chat_send_within(${budget && JSON.stringify(budget)}, ${message.matchId}, ${message.senderId},
        ${message.clientId}, ${message.text ?? null}, ${message.publicId ?? null},
        ${message.publicId === undefined ? (message.kind ?? null) : 'picture'}, ${message.replyTo ?? null},
        ${message.now}, ${JSON.stringify(notice)})`.execute(db)
  ).rows[0]

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
