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
  /** When staff removed it; it is then deleted, too. */
  hidden_at: Date | null
  public_id: string | null
  placeholder: string | null
  width: number | null
  height: number | null
  voice: { durationMs: number; peaks: number[] } | null
  call: 'missed' | null
  reply_id: string | null
  reply_text: string | null
  reply_only: 'picture' | 'voice' | null
  reply_sender: string | null
  reactions: { emoji: string; account_id: string }[]
  /** The monitoring rule that flagged it for its reader. */
  flagged_by: string | null
}

/**
 * Messages `m` of a match, or of all, without the text, picture and sound of those that were deleted. What a message
 * refers to is found by itself (`limit 1`): a join could read all of the conversation.
 */
const messagesOf = (match: RawBuilder<unknown> = sql`m.match_id`) => sql`
  select m.id, m.match_id, m.seq, m.sender_id, m.client_id, m.created_at, m.edited_at, m.deleted_at,
    m.hidden_at,
    case when m.deleted_at is null then m.text end as text, p.public_id, p.placeholder, p.width, p.height,
    case when v.message_id is not null
      then json_build_object('durationMs', v.duration_ms, 'peaks', v.peaks) end as voice,
    (select 'missed' from calls
      where match_id = m.match_id and message_id = m.id and m.deleted_at is null limit 1) as call,
    r.id as reply_id, case when r.deleted_at is null then r.text end as reply_text, r.sender_id as reply_sender,
    case when r.deleted_at is not null or r.text is not null then null when r.public_id is not null then 'picture'
      when exists (select from voice_notes where match_id = r.match_id and message_id = r.id) then 'voice'
      end as reply_only,
    coalesce((select jsonb_agg(jsonb_build_object('emoji', emoji, 'account_id', account_id))
      from reactions where match_id = m.match_id and message_id = m.id), '[]') as reactions,
    (select f.rule from moderation_flagged_messages f
      where f.match_id = m.match_id and f.message_id = m.id) as flagged_by
  from messages m left join profiles_pictures p on p.public_id = m.public_id and m.deleted_at is null
    left join lateral (select * from voice_notes
      where match_id = m.match_id and message_id = m.id and m.deleted_at is null limit 1) v on true
    left join lateral (select * from messages where match_id = ${match} and id = m.reply_to limit 1) r on true`

/** Messages `m` of one match, which also meet a condition. */
async function findInMatch(db: Db | Tx, matchId: string, condition: RawBuilder<unknown>): Promise<MessageRow[]> {
  const { rows } =
    await sql<MessageRow>`${messagesOf(sql`${matchId}`)} where m.match_id = ${matchId} and ${condition}`.execute(db)
  return rows
}

export const messageByClientId = async (db: Db, matchId: string, senderId: string, clientId: string) =>
  (await findInMatch(db, matchId, sql`m.sender_id = ${senderId} and m.client_id = ${clientId}`))[0]

export const messageById = async (db: Db | Tx, matchId: string, id: string) =>
  (await findInMatch(db, matchId, sql`m.id = ${id}`))[0]

/** Reads a message once nobody else is changing it. */
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
 * A page of a conversation: the messages before a number, after a number, or the newest ones. It has one message more
 * than the limit if there are more.
 */
export function messagesAround(db: Db, matchId: string, window: MessageWindow): Promise<MessageRow[]> {
  const { before, after, limit } = window
  const where =
    after !== undefined
      ? sql`m.seq > ${after} order by m.seq`
      : sql`m.seq < ${before ?? 2_147_483_647} order by m.seq desc`
  return findInMatch(db, matchId, sql`${where} limit ${limit + 1}`)
}

/**
 * Searches one match after the other: `offset 0` keeps PostgreSQL from reading all messages for it. It fails if that
 * takes too many milliseconds.
 */
export const findMessages = (
  db: Db,
  viewerId: string,
  text: string,
  { most, within }: { most: number; within: number },
) =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(within)}`.execute(tx)
    const { rows } = await sql<MessageRow>`
      select found.* from matching_matches m cross join lateral (
        select * from (${messagesOf()}) any_of where any_of.match_id = m.id
          and any_of.text is not null and ${hasWords(sql`folded(any_of.text)`, text)} offset 0) found
      where (m.a_id = ${viewerId} or m.b_id = ${viewerId}) and ${isOpen(viewerId)}
      order by found.created_at desc limit ${most}`.execute(tx)
    return rows
  })

type MessageKey = Pick<MessageRow, 'id' | 'match_id'>
type Edited = { text: string; edited_at: Date } | { deleted_at: Date }

export async function updateMessage(tx: Tx, { id, match_id }: MessageKey, values: Edited): Promise<void> {
  await tx.updateTable('messages').set(values).where('match_id', '=', match_id).where('id', '=', id).execute()
  await showChanged(tx, match_id)
  if ('deleted_at' in values) await uncountMessage(tx, { id, match_id })
}

/** Has the unread notification of a message's reader no longer count it, once its match shows that it is deleted. */
export async function uncountMessage(tx: Tx, { id, match_id }: MessageKey): Promise<void> {
  const { rows } = await sql<{ to: string; at: Date; later: number }>`
    select case when m.sender_id = of.a_id then of.b_id else of.a_id end as to, m.created_at as at,
      (select count(*)::int from messages l where l.match_id = m.match_id
        and l.sender_id = m.sender_id and l.seq > m.seq and l.deleted_at is null) as later
    from messages m join matching_matches of on of.id = m.match_id
    where m.match_id = ${match_id} and m.id = ${id}`.execute(tx)
  for (const { to, ...counted } of rows) await uncountNotice(tx, { to, topic: topicOf(match_id) }, counted)
}

/** Under which the reader is notified of the messages of a match. */
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
        .onConflict((row) => row.constraint('reactions_pkey').doUpdateSet({ emoji }))
        .execute()
