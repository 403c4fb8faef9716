import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { nameSeen } from '../../discovery/index.ts'

export type ReaderRow = {
  id: string
  name: string
  language: string | null
  answered: boolean
  /** By which first name they know the sender. */
  sender_name: string | null
}

/**
 * Everyone who received a message from someone, or a note with a like, and whether they answered. What was deleted
 * since, or whether the match ended, makes no difference: they have read it.
 */
const readersOf = (senderId: string) => sql`
  select o.id, o.full_name as name, o.language, bool_or(r.answered) as answered,
    ${nameSeen(sql`o.id`, sql`${senderId}::uuid`, sql`null`)} as sender_name
  from (
    select case when m.a_id = ${senderId} then m.b_id else m.a_id end as id, exists (
      select from chat_messages a where a.match_id = m.id and a.sender_id <> ${senderId}) as answered
    from matching_matches m
    where (m.a_id = ${senderId} or m.b_id = ${senderId})
      and exists (select from chat_messages g where g.match_id = m.id and g.sender_id = ${senderId})
    union all
    select n.chosen_id, exists (select from matching_matches m
        join chat_messages a on a.match_id = m.id and a.sender_id = n.chosen_id
      where m.a_id = least(n.chosen_id, n.chooser_id) and m.b_id = greatest(n.chosen_id, n.chooser_id))
    from matching_like_notes n where n.chooser_id = ${senderId} and n.said ->> 'note' is not null and n.was_received) r
    join identity_people o on o.id = r.id
  where o.state not in ('erased', 'banned') group by o.id, o.full_name, o.language`

type Counts = { received: number; answered: number }

type Listed = Omit<ReaderRow, 'sender_name'>

/**
 * How many they are, with the first of them: they may be thousands, so they are found once, without the name by which
 * each knows the sender.
 */
export async function findReaders(db: Db, senderId: string, limit: number): Promise<Counts & { first: Listed[] }> {
  const { rows } = await sql<Listed & { counts: Counts }>`
    select r.id, r.name, r.language, r.answered, jsonb_build_object('received', count(*) over (),
      'answered', count(*) filter (where answered) over ()) as counts
    from (${readersOf(senderId)}) r order by answered desc, id limit ${limit}`.execute(db)
  return { ...(rows[0]?.counts ?? { received: 0, answered: 0 }), first: rows }
}

export async function countReaders(db: Db, senderId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${readersOf(senderId)}) r`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findReader(db: Db, senderId: string, readerId: string): Promise<ReaderRow | undefined> {
  const { rows } = await sql<ReaderRow>`select * from (${readersOf(senderId)}) r where id = ${readerId}`.execute(db)
  return rows[0]
}

/** The next ones who haven't been warned. */
export async function findUnwarned(tx: Tx, senderId: string, decisionId: string, limit: number): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`
    select * from (${readersOf(senderId)}) r
    where not exists (select from fraud_notices n where n.decision_id = ${decisionId} and n.account_id = r.id)
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** Nobody is warned of an account that is gone, or told that the warning was wrong. */
export const isNotErased = async (db: Db | Tx, id: string): Promise<boolean> =>
  (await db
    .selectFrom('identity_people')
    .select('id')
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .executeTakeFirst()) !== undefined
