import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { messagePlaces } from '../../chat/index.ts'

export type PictureRow = { public_id: string; placeholder: string }

export const findPictures = (db: Db, accountId: string): Promise<PictureRow[]> =>
  db
    .selectFrom('profiles_pictures')
    .select(['public_id', 'placeholder'])
    .where('account_id', '=', accountId)
    .where('position', 'is not', null)
    .orderBy('position')
    .$castTo<PictureRow>()
    .execute()

export const findUpload = (db: Db, accountId: string, publicId: string): Promise<PictureRow[]> =>
  db
    .selectFrom('profiles_pictures')
    .select(['public_id', 'placeholder'])
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .$castTo<PictureRow>()
    .execute()

export type MessageRow = {
  id: string
  sender_id: string
  text: string | null
  public_id: string | null
  placeholder: string | null
  created_at: Date
  deleted_at: Date | null
  file_id: string | null
  duration_ms: number | null
}

export type MessageNowRow = Pick<MessageRow, 'id' | 'text' | 'deleted_at'>

/**
 * Messages of two people as they are now, without those that are gone. What a rule found may be in other conversations of
 * the first.
 */
export async function findMessagesNow(
  db: Db,
  ids: readonly string[],
  about: string,
  reporter: string | null,
): Promise<MessageNowRow[]> {
  const places = await messagePlaces(db, ids, about, reporter)
  const { rows } = await sql<MessageNowRow>`
    select id, text, deleted_at from chat_messages
    where match_id = any(${places.map(({ match_id }) => match_id)}::uuid[])
      and id = any(${places.map(({ id }) => id)}::uuid[]) order by seq`.execute(db)
  return rows
}

export type NoteRow = { id: string; sender_id: string; reader_id: string; text: string; at: Date }

export async function findNotes(
  db: Db,
  about: string,
  { reporter, readers }: { reporter: string | null; readers: readonly string[] },
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    with theirs as materialized (
      select * from matching_like_notes
      where chooser_id = ${about} and chosen_id = any(${[...readers, ...(reporter ? [reporter] : [])]}::uuid[])),
    received as materialized (
      select * from matching_like_notes where chooser_id = ${reporter} and chosen_id = ${about})
    select md5(concat(c.chooser_id, c.chosen_id, c.said ->> 'note'))::uuid as id, c.chooser_id as sender_id,
      c.chosen_id as reader_id, c.said ->> 'note' as text, c.at
    from (select * from theirs union all select * from received) c
    where c.said ->> 'note' is not null order by c.at`.execute(db)
  return rows
}

const withFiles = (messages: RawBuilder<unknown>, inMatch = sql`true`) => sql`
  with found as materialized (
    select m.*, v.file_id, v.duration_ms
    from (${messages}) m left join chat_voice_notes v
      on v.match_id = m.match_id and v.message_id = m.id and ${inMatch})
  select found.id, sender_id, text, found.public_id, p.placeholder, created_at, deleted_at, file_id, duration_ms
  from found left join profiles_pictures p on p.public_id = found.public_id`

const AROUND = 10
const LAST = 20

/** The messages around a reported one, or the last ones of two people, including those that their authors deleted. */
export async function findMessages(
  db: Db,
  pair: readonly [string, string],
  messageId: string | undefined,
): Promise<MessageRow[]> {
  const [one, other] = pair
  const matches = await sql<{ id: string }>`
    select id from matching_matches
    where a_id = least(${one}::uuid, ${other}::uuid) and b_id = greatest(${one}::uuid, ${other}::uuid)`.execute(db)
  const match = matches.rows[0]?.id
  if (match === undefined) return []
  const reported = await sql<{ seq: number }>`
    select seq from chat_messages where match_id = ${match} and id = ${messageId ?? null}`.execute(db)
  const place = reported.rows[0]?.seq
  const where = place === undefined ? sql`true` : sql`seq between ${place - AROUND} and ${place + AROUND}`
  const { rows } = await sql<MessageRow>`
    ${withFiles(
      sql`
      select * from chat_messages where match_id = ${match} and ${where}
      order by seq desc limit ${messageId ? 2 * AROUND + 1 : LAST}`,
      sql`v.match_id = ${match}`,
    )} order by seq`.execute(db)
  return rows
}

export async function findMessagesBy(db: Db, senderId: string, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MessageRow>`
    ${withFiles(sql`
      select * from chat_messages where id = any(${ids}::uuid[]) and sender_id = ${senderId}`)} order by created_at`.execute(
    db,
  )
  return rows
}
