import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/db/db.ts'
import { hasWords } from '../../infra/db/search.ts'

export type MessageRow = {
  id: string
  match_id: string
  seq: number
  sender_id: string
  client_id: string
  text: string | null
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
  public_id: string | null
  placeholder: string | null
  width: number | null
  height: number | null
  reply_id: string | null
  reply_text: string | null
  reply_sender: string | null
  reactions: { emoji: string; account_id: string }[]
}

const open = (viewerId: string) => sql`(m.a_id = ${viewerId} or m.b_id = ${viewerId}) and m.ended_at is null
  and exists (select from identity_people o where o.id = case when m.a_id = ${viewerId} then m.b_id else m.a_id end and o.state in ('active', 'paused'))
  and not exists (select from discovery_blocks where one_id = m.a_id and other_id = m.b_id)`

type OpenMatch = { other_id: string; last_seq: number }
type Place = OpenMatch & { /** The other does not want to hear of it. */ muted: boolean }

/** A match of one's own that one may write in; nothing where there is none. */
export const openMatch = async (db: Db | Tx, viewerId: string, matchId: string): Promise<OpenMatch | undefined> =>
  (
    await sql<OpenMatch>`select case when m.a_id = ${viewerId} then m.b_id else m.a_id end as other_id, m.last_seq
      from matching_matches m where m.id = ${matchId} and ${open(viewerId)}`.execute(db)
  ).rows[0]

/** Takes the next place in the conversation, and holds it until the message stands in it. */
export const nextPlace = async (tx: Tx, viewerId: string, matchId: string, now: Date): Promise<Place | undefined> =>
  (
    await sql<Place>`select p.*, exists (select from reads where match_id = ${matchId} and account_id = p.other_id and muted) as muted
      from matching_next_place(${matchId}, ${viewerId}, ${now}) p`.execute(tx)
  ).rows[0]

type NewMessage = {
  match_id: string
  seq: number
  sender_id: string
  client_id: string
  text: string | null
  public_id: string | null
  reply_to: string | null
  created_at: Date
}
export const add = (tx: Tx, message: NewMessage) =>
  tx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()

const shown = sql`select m.id, m.match_id, m.seq, m.sender_id, m.client_id, m.created_at, m.edited_at, m.deleted_at,
    case when m.deleted_at is null then m.text end as text, p.public_id, p.placeholder, p.width, p.height,
    r.id as reply_id, case when r.deleted_at is null then r.text end as reply_text, r.sender_id as reply_sender,
    coalesce((select jsonb_agg(jsonb_build_object('emoji', emoji, 'account_id', account_id)) from reactions where message_id = m.id), '[]') as reactions
  from messages m left join profiles_pictures p on p.public_id = m.public_id and m.deleted_at is null left join messages r on r.id = m.reply_to`

export const bySender = async (db: Db | Tx, matchId: string, senderId: string, clientId: string) =>
  (
    await sql<MessageRow>`${shown} where m.match_id = ${matchId} and m.sender_id = ${senderId} and m.client_id = ${clientId}`.execute(
      db,
    )
  ).rows[0]

export const byId = async (db: Db | Tx, matchId: string, id: string) =>
  (await sql<MessageRow>`${shown} where m.match_id = ${matchId} and m.id = ${id}`.execute(db)).rows[0]

type Window = { before?: number | undefined; after?: number | undefined; limit: number }

/** A stretch of the conversation in its order: before a place, after one, or its end. One more than asked for tells of more. */
export async function stretch(db: Db, matchId: string, { before, after, limit }: Window): Promise<MessageRow[]> {
  const where =
    after !== undefined
      ? sql`m.seq > ${after} order by m.seq`
      : sql`m.seq < ${before ?? 2_147_483_647} order by m.seq desc`
  const { rows } =
    await sql<MessageRow>`${shown} where m.match_id = ${matchId} and ${where} limit ${limit + 1}`.execute(db)
  return rows
}

export const change = (
  tx: Tx,
  id: string,
  values: { text?: string | null; edited_at?: Date; deleted_at?: Date; public_id?: null },
) => tx.updateTable('messages').set(values).where('id', '=', id).execute()

export const setReaction = (tx: Tx, message_id: string, account_id: string, emoji: string | null) =>
  emoji === null
    ? tx.deleteFrom('reactions').where('message_id', '=', message_id).where('account_id', '=', account_id).execute()
    : tx
        .insertInto('reactions')
        .values({ message_id, account_id, emoji })
        .onConflict((row) => row.columns(['message_id', 'account_id']).doUpdateSet({ emoji }))
        .execute()

/** Reading goes forward only; who has read has received. */
export const read = async (db: Db, match_id: string, account_id: string, seq: number): Promise<boolean> =>
  (
    await sql`insert into reads (match_id, account_id, seq, delivered) values (${match_id}, ${account_id}, ${seq}, ${seq})
      on conflict (match_id, account_id) do update set seq = excluded.seq, delivered = greatest(reads.delivered, excluded.seq)
      where reads.seq < excluded.seq returning 1`.execute(db)
  ).rows.length > 0

export const delivered = (db: Db, match_id: string, account_id: string, seq: number) =>
  sql`insert into reads (match_id, account_id, delivered) values (${match_id}, ${account_id}, ${seq})
    on conflict (match_id, account_id) do update set delivered = excluded.delivered where reads.delivered < excluded.delivered`.execute(
    db,
  )

type Receipts = { seq: number; delivered: number; presence: boolean; receipts: boolean }
/** How far the other has come, and whether they let it be seen. */
export const receiptsOf = async (db: Db, matchId: string, accountId: string): Promise<Receipts | undefined> =>
  (
    await sql<Receipts>`select coalesce(r.seq, 0) as seq, coalesce(r.delivered, 0) as delivered,
        a.show_last_active as presence, a.receipts and a.show_last_active as receipts
      from identity_people a left join reads r on r.account_id = a.id and r.match_id = ${matchId} where a.id = ${accountId}`.execute(
      db,
    )
  ).rows[0]

/** A picture of the sender's own that hangs nowhere yet. */
export const freePicture = (tx: Tx, accountId: string, publicId: string) =>
  tx
    .selectFrom('profiles_pictures')
    .select('public_id')
    .where('public_id', '=', publicId)
    .where('account_id', '=', accountId)
    .where('position', 'is', null)
    .executeTakeFirst()

export const search = async (db: Db, viewerId: string, text: string, most: number): Promise<MessageRow[]> =>
  (
    await sql<MessageRow>`select found.* from (${shown}) found join matching_matches m on m.id = found.match_id
      where (m.a_id = ${viewerId} or m.b_id = ${viewerId}) and ${open(viewerId)}
        and found.text is not null and ${hasWords(sql`folded(found.text)`, text)}
      order by found.created_at desc limit ${most}`.execute(db)
  ).rows

export type Newest = {
  match_id: string
  text: string | null
  at: Date
  sender_id: string
  unread: number
  last_seq: number
  picture: boolean
}

/** For lists of matches: the newest words of each, and how many are unread. */
export const newest = async (db: Db, viewerId: string, matchIds: readonly string[]): Promise<Newest[]> =>
  (
    await sql<Newest>`select m.id as match_id, last.text, last.created_at as at, last.sender_id, m.last_seq, last.public_id is not null as picture,
        (select count(*)::int from messages n where n.match_id = m.id and n.sender_id <> ${viewerId} and n.deleted_at is null
          and n.seq > coalesce((select seq from reads where match_id = m.id and account_id = ${viewerId}), 0)) as unread
      from matching_matches m cross join lateral (
        select case when deleted_at is null then text end as text, created_at, sender_id, public_id from messages where match_id = m.id and seq = m.last_seq) last
      where m.id = any(${matchIds}::uuid[])`.execute(db)
  ).rows

/** Whether somebody wants to hear nothing of a conversation. */
export const setMuted = (db: Db, match_id: string, account_id: string, muted: boolean) =>
  db
    .insertInto('reads')
    .values({ match_id, account_id, muted })
    .onConflict((row) => row.columns(['match_id', 'account_id']).doUpdateSet({ muted }))
    .execute()
