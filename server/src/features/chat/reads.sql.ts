import { sql } from 'kysely'
import type { Account } from '../../http/session.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Side } from '../matching/index.ts'
import { isOpen } from './open-matches.sql.ts'

/** Read receipts also reveal when someone was online. They are shown only if both settings allow it. */
export const showsReceipts = ({ receipts, show_last_active }: Pick<Account, 'receipts' | 'show_last_active'>) =>
  receipts && show_last_active

/**
 * A conversation that the viewer may write in: its last message, the viewer's read mark, the marks that each shows the
 * other for read and received messages, and whether the other person shows their presence and receipts.
 */
type Conversation = Side & {
  other_id: string
  last_seq: number
  own_seq: number
  own_shown: number
  own_delivered: number
  seq: number
  delivered: number
  presence: boolean
  receipts: boolean
}

export async function openConversation(db: Db, viewerId: string, matchId: string): Promise<Conversation | undefined> {
  const { rows } = await sql<Conversation>`
    select m.id, case when m.a_id = o.id then 'b' else 'a' end as side, o.id as other_id, m.last_seq,
      case when m.a_id = o.id then m.b_read else m.a_read end as own_seq,
      case when m.a_id = o.id then m.b_shown_read else m.a_shown_read end as own_shown,
      case when m.a_id = o.id then m.b_received else m.a_received end as own_delivered,
      case when m.a_id = o.id then m.a_shown_read else m.b_shown_read end as seq,
      case when m.a_id = o.id then m.a_received else m.b_received end as delivered,
      o.show_last_active as presence, o.receipts and o.show_last_active as receipts
    from matching_matches m
      join identity_people o on o.id = case when m.a_id = ${viewerId} then m.b_id else m.a_id end
    where m.id = ${matchId} and ${isOpen(viewerId)}`.execute(db)
  return rows[0]
}
