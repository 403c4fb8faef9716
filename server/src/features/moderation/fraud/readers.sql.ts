import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { nameSeen } from '../../discovery/index.ts'

export type ReaderRow = {
  id: string
  name: string
  language: string | null
  answered: boolean
  sender_name: string | null
}

/**
 * Everyone who received a message or a note with a like from someone, and whether they answered. Deleted messages and
 * ended matches count, because they have been read.
 */
const readersOf = (senderId: string) => sql`
  with talks as materialized (
    select m.id as match_id, case when m.a_id = ${senderId} then m.b_id else m.a_id end as reader_id
    from matching_matches m where m.a_id = ${senderId} or m.b_id = ${senderId}),
  wrote as materialized (
    select g.match_id, bool_or(g.sender_id = ${senderId}) as sender, bool_or(g.sender_id <> ${senderId}) as reader
    from talks t join chat_messages g on g.match_id = t.match_id group by 1),
  noted as materialized (
    select n.chosen_id as reader_id from matching_like_notes n
    where n.chooser_id = ${senderId} and n.said ->> 'note' is not null),
  read as materialized (
    select n.reader_id from noted n
      join matching_reached r on r.chosen_id = n.reader_id and r.chooser_id = ${senderId})
  select o.id, o.full_name as name, o.language, bool_or(coalesce(w.reader, false)) as answered,
    ${nameSeen(sql`o.id`, sql`${senderId}::uuid`, sql`null`)} as sender_name
  from (
    select t.reader_id from talks t join wrote w on w.match_id = t.match_id where w.sender
    union select reader_id from read) r
    join identity_people o on o.id = r.reader_id
    left join (talks t join wrote w on w.match_id = t.match_id) on t.reader_id = r.reader_id
  where o.state not in ('erased', 'banned') group by o.id, o.full_name, o.language`

type Counts = { received: number; answered: number }

type Listed = Omit<ReaderRow, 'sender_name'>

/**
 * There may be thousands, so this finds only the number and the first of them, without the name by which each knows the
 * sender.
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

export async function findUnwarned(tx: Tx, senderId: string, decisionId: string, limit: number): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`
    select * from (${readersOf(senderId)}) r
    where not exists (select from fraud_notices n where n.decision_id = ${decisionId} and n.account_id = r.id)
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** No one is warned about a deleted account, or told that the warning was wrong. */
export const isNotErased = async (db: Db | Tx, id: string): Promise<boolean> =>
  (await db
    .selectFrom('identity_people')
    .select('id')
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .executeTakeFirst()) !== undefined
