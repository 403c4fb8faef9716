import { type RawBuilder, sql } from 'kysely'
import { type Notice, type Recorded, uncountNotice } from '../delivery/index.ts'
import { showChanged, type Side } from '../matching/index.ts'
import { assertTextNotHidden, markDue } from '../profiles/index.ts'
import type { Account } from '../../http/session.ts'
import type { SpentInStatement } from '../../infra/budgets.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import { hasWords } from '../../infra/db/search.ts'

/** Queues the sender's photo for comparison, and returns true if it looks like a removed one. */
export async function isHeldBack(db: Db, senderId: string, publicId: string): Promise<boolean> {
  await markDue(db, [{ account_id: senderId, public_id: publicId }])
  const { rows } = await sql<{ held: boolean }>`select moderation_holds_back(${publicId}, ${senderId}) as held`.execute(
    db,
  )
  return rows[0]?.held ?? false
}

/** A message, and the match of its conversation. */
export type Place = { id: string; match_id: string }

/**
 * Finds messages that a person wrote or read. They are most likely in the conversation with `other`. The rest is looked
 * up in all conversations of that person, which may be on many servers.
 */
export async function messagePlaces(
  db: Db | Tx,
  ids: readonly string[],
  person: string,
  other: string | null,
): Promise<Place[]> {
  const talks = other
    ? sql`m.a_id = least(${person}::uuid, ${other}::uuid) and m.b_id = greatest(${person}::uuid, ${other}::uuid)`
    : sql`m.a_id = ${person} or m.b_id = ${person}`
  const matches = await sql<{ id: string }>`select m.id from matching_matches m where ${talks}`.execute(db)
  const { rows } = await sql<Place>`
    select id, match_id from messages
    where match_id = any(${matches.rows.map(({ id }) => id)}::uuid[]) and id = any(${ids}::uuid[])`.execute(db)
  const rest = ids.filter((id) => rows.every((found) => found.id !== id))
  return other && rest.length > 0 ? [...rows, ...(await messagePlaces(db, rest, person, null))] : rows
}

export const isOpen = (viewerId: string | RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (m.a_id = ${viewerId} or m.b_id = ${viewerId}) and m.ended_at is null
  and exists (select from identity_people o
    where o.id = case when m.a_id = ${viewerId} then m.b_id else m.a_id end and o.state in ('active', 'paused'))
  and not exists (select from discovery_blocks where one_id = m.a_id and other_id = m.b_id)`

type OpenMatch = { other_id: string; last_seq: number }

export const openMatch = async (db: Db | Tx, viewerId: string, matchId: string): Promise<OpenMatch | undefined> =>
  (
    await sql<OpenMatch>`
      select case when m.a_id = ${viewerId} then m.b_id else m.a_id end as other_id, m.last_seq
      from matching_matches m where m.id = ${matchId} and ${isOpen(viewerId)}`.execute(db)
  ).rows[0]

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
  /** Set if staff removed the message, which also sets `deleted_at`. */
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
 * Messages `m` that meet a condition, without the text, photo and sound of deleted ones. The query reads them with the
 * rest of their conversations first, because those may be on another server. Each message's related rows are found
 * separately, in the match that `match` names, because a join could read the whole conversation.
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

/** Returns the messages before or after a number, or the newest. One more than the limit shows that there are more. */
export function messagesAround(db: Db, matchId: string, window: MessageWindow): Promise<MessageRow[]> {
  const { before, after, limit } = window
  const [where, order] =
    after !== undefined
      ? [sql`m.seq > ${after}`, sql`order by m.seq`]
      : [sql`m.seq < ${before ?? 2_147_483_647}`, sql`order by m.seq desc`]
  return findInMatch(db, matchId, sql`${where} ${order} limit ${limit + 1}`, order)
}

/** Fails if the search takes longer than `within` milliseconds. */
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

/** Keeps the text before. Returns false if that would be more than `most` texts. */
export async function editText(
  tx: Tx,
  { id, match_id }: MessageKey,
  { text, now, most }: { text: string; now: Date; most: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update messages set text = ${text}, edited_at = ${now}, earlier_texts = array_append(earlier_texts, text)
    where match_id = ${match_id} and id = ${id} and coalesce(cardinality(earlier_texts), 0) < ${most}`.execute(tx)
  await showChanged(tx, match_id)
  return numAffectedRows === 1n
}

export async function markDeleted(tx: Tx, message: MessageKey, now: Date): Promise<void> {
  const { id, match_id } = message
  await tx
    .updateTable('messages')
    .set({ deleted_at: now })
    .where('match_id', '=', match_id)
    .where('id', '=', id)
    .execute()
  const pair = await showChanged(tx, match_id)
  if (pair) await uncountMessage(tx, message, pair)
}

/**
 * Subtracts a deleted message from the count in the reader's unread notification. Call it after `showChanged`, which
 * updates the match.
 */
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

type NewMessage = {
  matchId: string
  senderId: string
  clientId: string
  text?: string | undefined
  publicId?: string | undefined
  kind?: 'voice' | 'call'
  /** True if the sender is a man, where women write first. */
  womenFirst?: boolean
  replyTo?: string | undefined
  now: Date
  budget: SpentInStatement | null
  /** Sent to the other person, unless they muted the conversation. */
  notice: Omit<Notice, 'to'>
}

type Sent = (Recorded & { refused_until: null; id: string; other_id: string; seq: number }) | Refused
type Refused = { refused_until: Date }

/** Outside a transaction, the statement is its own transaction (chat_send_within). */
export async function saveMessage(db: Db | Tx, message: NewMessage): Promise<Sent | undefined> {
  const sent = await trySaving(db, message, false)
  if (!sent?.needs_check) return sent
  await assertTextNotHidden(db, message.senderId, message.text ?? '', 'text')
  return trySaving(db, message, true)
}

const trySaving = async (db: Db | Tx, { budget, notice, ...message }: NewMessage, isChecked: boolean) =>
  (
    await sql<Sent & { needs_check: boolean | null }>`
      select * from chat_send_within(${budget && JSON.stringify(budget)}, ${message.matchId}, ${message.senderId},
        ${message.clientId}, ${message.text ?? null}, ${message.publicId ?? null},
        ${message.publicId === undefined ? (message.kind ?? null) : 'picture'}, ${message.replyTo ?? null},
        ${message.now}, ${JSON.stringify(notice)}, ${message.womenFirst ?? false}, ${isChecked})`.execute(db)
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
