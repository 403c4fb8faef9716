import { sql } from 'kysely'
import type { Account } from '../../http/session.ts'
import type { Db } from '../../infra/db/db.ts'

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

type Receipts = { seq: number; delivered: number; presence: boolean; receipts: boolean }

/** How far a person has read and received, and whether they show their presence and their read receipts. */
export const receiptsOf = async (db: Db, matchId: string, accountId: string): Promise<Receipts | undefined> =>
  (
    await sql<Receipts>`
      select coalesce(r.seq, 0) as seq, coalesce(r.delivered, 0) as delivered,
        a.show_last_active as presence, a.receipts and a.show_last_active as receipts
      from identity_people a left join reads r on r.account_id = a.id and r.match_id = ${matchId}
      where a.id = ${accountId}`.execute(db)
  ).rows[0]

/** Turns notifications about one conversation off or on. */
export const setMuted = (db: Db, match_id: string, account_id: string, muted: boolean) =>
  db
    .insertInto('reads')
    .values({ match_id, account_id, muted })
    .onConflict((row) => row.columns(['match_id', 'account_id']).doUpdateSet({ muted }))
    .execute()
