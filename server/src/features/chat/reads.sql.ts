import { sql } from 'kysely'
import type { Account } from '../../http/session.ts'
import type { Db } from '../../infra/db/db.ts'
import { isOpen } from './open-matches.sql.ts'

/** Moves the read mark forward, and the delivered mark with it. Returns false if it was there already. */
export const markRead = async (db: Db, match_id: string, account_id: string, seq: number): Promise<boolean> =>
  (
    await sql`
      insert into reads (match_id, account_id, seq, delivered) values (${match_id}, ${account_id}, ${seq}, ${seq})
      on conflict (match_id, account_id) do update
      set seq = excluded.seq, delivered = greatest(reads.delivered, excluded.seq)
      where reads.seq < excluded.seq returning 1`.execute(db)
  ).rows.length > 0

export const markDelivered = (db: Db, match_id: string, account_id: string, seq: number) =>
  sql`
    insert into reads (match_id, account_id, delivered) values (${match_id}, ${account_id}, ${seq})
    on conflict (match_id, account_id) do update
    set delivered = excluded.delivered where reads.delivered < excluded.delivered`.execute(db)

/** Read receipts also reveal when someone was online. They are shown only if both settings allow it. */
export const showsReceipts = ({ receipts, show_last_active }: Pick<Account, 'receipts' | 'show_last_active'>) =>
  receipts && show_last_active

/**
 * A conversation that the viewer may write in: how far it goes and has reached them, how far the other person has read
 * and received, and whether they show their presence and their read receipts.
 */
type Conversation = {
  other_id: string
  last_seq: number
  own_delivered: number
  seq: number
  delivered: number
  presence: boolean
  receipts: boolean
}

export async function openConversation(db: Db, viewerId: string, matchId: string): Promise<Conversation | undefined> {
  const { rows } = await sql<Conversation>`
    select o.id as other_id, m.last_seq, coalesce(own.delivered, 0) as own_delivered, coalesce(r.seq, 0) as seq,
      coalesce(r.delivered, 0) as delivered, o.show_last_active as presence,
      o.receipts and o.show_last_active as receipts
    from matching_matches m
      join identity_people o on o.id = case when m.a_id = ${viewerId} then m.b_id else m.a_id end
      left join reads r on r.match_id = m.id and r.account_id = o.id
      left join reads own on own.match_id = m.id and own.account_id = ${viewerId}
    where m.id = ${matchId} and ${isOpen(viewerId)}`.execute(db)
  return rows[0]
}

/** Turns notifications about one conversation off or on. */
export const setMuted = (db: Db, match_id: string, account_id: string, muted: boolean) =>
  db
    .insertInto('reads')
    .values({ match_id, account_id, muted })
    .onConflict((row) => row.columns(['match_id', 'account_id']).doUpdateSet({ muted }))
    .execute()
