import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../infra/db/db.ts'
import { hasWords } from '../../infra/db/search.ts'
import { uncountNotice } from '../delivery/index.ts'
import { showChanged } from '../matching/index.ts'
import { isOpen } from './open-matches.sql.ts'

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
  /** Set if staff removed it; it is then deleted, too. */
  hidden_at: Date | null
  public_id: string | null
  placeholder: string | null
  width: number | null
  height: number | null
  voice: { durationMs: number; peaks: number[] } | null
  call: 'missed' | null
  reply: { id: string; text: string | null; only: 'picture' | 'voice' | null; sender: string } | null
  reactions: { emoji: string; account_id: string }[]
  flagged_by: string | null
}

/**
 * Messages `m` that meet a condition, without the text, picture and sound of deleted ones. They are read with the rest
 * of their conversations first, because those may be on another server. Each message's other rows are found separately,
 * in the match that `match` names: a join could read the whole conversation.
 */
const messagesOf = (condition: RawBuilder<unknown>, match: RawBuilder<unknown> = sql`m.match_id`) => sql`
  with found as materialized (
    select m.id, m.match_id, m.seq, m.sender_id, m.client_id, m.created_at, m.edited_at, m.deleted_at, m.hidden_at,
      case when m.deleted_at is null then m.text end as text,
      case when m.deleted_at is null then m.public_id end as public_id,
      case when m.deleted_at is null and m.kind = 'call' then 'missed' end as call,
      (select jsonb_build_object('durationMs', v.duration_ms, 'peaks', v.peaks) from voice_notes v
        where v.match_id = ${match} and v.message_id = m.id and m.deleted_at is null) as voice,
      (select jsonb_build_object('id', r.id, 'text', case when r.deleted_at is null then r.text end,
          'only', case when r.deleted_at is null and r.text is null then nullif(r.kind, 'call') end,
          'sender', r.sender_id)
        from messages r where r.match_id = ${match} and r.id = m.reply_to) as reply,
      coalesce((select jsonb_agg(jsonb_build_object('emoji', e.emoji, 'account_id', e.account_id)) from reactions e
        where e.match_id = ${match} and e.message_id = m.id), '[]') as reactions
    from messages m where ${condition})
  select m.*, p.placeholder, p.width, p.height, f.rule as flagged_by
  from found m left join profiles_pictures p on p.public_id = m.public_id
    left join moderation_flagged_messages f on f.match_id = m.match_id and f.message_id = m.id`

async function findInMatch(db: Db | Tx, matchId: string, condition: RawBuilder<unknown>, order = sql``) {
  const match = sql`${matchId}`
  const { rows } = await sql<MessageRow>`
    ${messagesOf(sql`m.match_id = ${match} and ${condition}`, match)} ${order}`.execute(db)
  return rows
}

export const messageByClientId = async (db: Db, matchId: string, senderId: string, clientId: string) =>
  (await findInMatch(db, matchId, sql`m.sender_id = ${senderId} and m.client_id = ${clientId}`))[0]

export const messageById = async (db: Db | Tx, matchId: string, id: string) =>
  (await findInMatch(db, matchId, sql`m.id = ${id}`))[0]

export async function lockMessage(tx: Tx, matchId: string, id: string): Promise<MessageRow | undefined> {
  await tx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', id)
    .where('match_id', '=', matchId)
    .forUpdate()
    .execute()
  return messageById(tx, matchId, id)
}

export type MessageWindow = { before?: number | undefined; after?: number | undefined; limit: number }

/**
 * The messages before a number, after a number, or the newest ones. The page has one more than the limit if there are
 * more.
 */
export function messagesAround(db: Db, matchId: string, window: MessageWindow): Promise<MessageRow[]> {
  const { before, after, limit } = window
  const [where, order] =
    after !== undefined
      ? [sql`m.seq > ${after}`, sql`order by m.seq`]
      : [sql`m.seq < ${before ?? 2_147_483_647}`, sql`order by m.seq desc`]
  return findInMatch(db, matchId, sql`${where} ${order} limit ${limit + 1}`, order)
}

/** Fails if the search takes too many milliseconds. */
export const findMessages = (
  db: Db,
  viewerId: string,
  text: string,
  { most, within }: { most: number; within: number },
) =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(within)}`.execute(tx)
    const open = await sql<{ id: string }>`
      select m.id from matching_matches m
      where (m.a_id = ${viewerId} or m.b_id = ${viewerId}) and ${isOpen(viewerId)}`.execute(tx)
    const { rows } = await sql<MessageRow>`
      ${messagesOf(sql`
        m.match_id = any(${open.rows.map(({ id }) => id)}::uuid[]) and m.deleted_at is null and m.text is not null
        and ${hasWords(sql`folded(m.text)`, text)} order by m.created_at desc limit ${most}`)}
      order by m.created_at desc`.execute(tx)
    return rows
  })

type MessageKey = Pick<MessageRow, 'id' | 'match_id'>
type Edited = { text: string; edited_at: Date } | { deleted_at: Date }

export async function updateMessage(tx: Tx, message: MessageKey, values: Edited): Promise<void> {
  const { id, match_id } = message
  await tx.updateTable('messages').set(values).where('match_id', '=', match_id).where('id', '=', id).execute()
  const pair = await showChanged(tx, match_id)
  if (pair && 'deleted_at' in values) await uncountMessage(tx, message, pair)
}

/** Removes a deleted message from the count of its reader's unread notification, once its match shows the deletion. */
export async function uncountMessage(
  tx: Tx,
  { id, match_id }: MessageKey,
  { a_id, b_id }: { a_id: string; b_id: string },
): Promise<void> {
  const { rows } = await sql<{ sender_id: string; at: Date; later: number }>`
    select m.sender_id, m.created_at as at,
      (select count(*)::int from messages l where l.match_id = ${match_id}
        and l.sender_id = m.sender_id and l.seq > m.seq and l.deleted_at is null) as later
    from messages m where m.match_id = ${match_id} and m.id = ${id}`.execute(tx)
  for (const { sender_id, ...counted } of rows)
    await uncountNotice(tx, { to: sender_id === a_id ? b_id : a_id, topic: topicOf(match_id) }, counted)
}

export const topicOf = (matchId: string) => `message:${matchId}`

export const saveReaction = (
  tx: Tx,
  { id: message_id, match_id }: MessageKey,
  account_id: string,
  emoji: string | null,
) =>
  emoji === null
    ? tx
        .deleteFrom('reactions')
        .where('match_id', '=', match_id)
        .where('message_id', '=', message_id)
        .where('account_id', '=', account_id)
        .execute()
    : tx
        .insertInto('reactions')
        .values({ match_id, message_id, account_id, emoji })
        .onConflict((row) => row.columns(['match_id', 'message_id', 'account_id']).doUpdateSet({ emoji }))
        .execute()
