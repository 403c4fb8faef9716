import { type RawBuilder, sql } from 'kysely'
import type { ShownPlace } from '@kindred/contract'
import { messagePlaces } from '../../chat/index.ts'
import type { ShownFile } from '../../profiles/index.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'

export type Sealed = {
  place: number
  id: string
  report_id: string
  about_id: string
  reporter_id: string | null
  at: Date
  content_digest: string
  previous: string
}

export type Link = Sealed & { hash: string; salt: string | null; content: string | null }

/** Evidence is sealed in sequence, because each row follows the previous one. */
export async function lockHead(tx: Tx): Promise<{ place: number; hash: string }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('evidence chain', 0))`.execute(tx)
  const head = await tx
    .selectFrom('evidence')
    .select(['place', 'hash'])
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? { place: 0, hash: '' }
}

export const insertEvidence = (tx: Tx, sealed: Sealed & { hash: string }) =>
  tx.insertInto('evidence').values(sealed).execute()

export const insertContent = (tx: Tx, content: { evidence_id: string; salt: string; content: string }) =>
  tx.insertInto('evidence_contents').values(content).execute()

const links = (db: Db | Tx) =>
  db
    .selectFrom('evidence')
    .leftJoin('evidence_contents', 'evidence_contents.evidence_id', 'evidence.id')
    .selectAll('evidence')
    .select(['salt', 'content'])
    .$castTo<Link>()

export const findEvidenceOf = (db: Db | Tx, reportId: string): Promise<Link[]> =>
  links(db).where('report_id', '=', reportId).orderBy('place').execute()

/** When evidence was last sealed with each report about a person. */
export async function findLastSealed(db: Db | Tx, aboutId: string): Promise<{ report_id: string; at: Date }[]> {
  const { rows } = await sql<{ report_id: string; at: Date }>`
    select report_id, max(at) as at from evidence where about_id = ${aboutId} group by report_id`.execute(db)
  return rows
}

export const isSealed = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('evidence').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const BATCH = 200

export const findLinksAfter = (db: Db, place: number): Promise<Link[]> =>
  links(db).where('place', '>', place).orderBy('place').limit(BATCH).execute()

/** Content without a sealed row remains if the end of the chain was cut off. */
export const findUnsealed = async (db: Db): Promise<string | undefined> =>
  (
    await db
      .selectFrom('evidence_contents')
      .select('evidence_id')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('evidence')
              .select('evidence.id')
              .whereRef('evidence.id', '=', 'evidence_contents.evidence_id'),
          ),
        ),
      )
      .limit(1)
      .executeTakeFirst()
  )?.evidence_id

/** Content at the end of its retention: its report is deleted, and there is no legal hold. */
export async function findOutdated(db: Db, before: Date): Promise<{ id: string; content: string }[]> {
  const { rows } = await sql<{ id: string; content: string }>`
    select e.id, c.content from evidence_contents c join evidence e on e.id = c.evidence_id
    where e.at < ${before} and not exists (select from reports r where r.id = e.report_id)
      and not exists (select from moderation_legal_holds h where h.account_id in (e.about_id, e.reporter_id))
    order by e.at limit 100`.execute(db)
  return rows
}

export const deleteContent = (db: Db, id: string) =>
  db.deleteFrom('evidence_contents').where('evidence_id', '=', id).execute()

export type PictureRow = { public_id: string; placeholder: string; alt: string }

export const findPictures = (db: Db, accountId: string): Promise<PictureRow[]> =>
  db
    .selectFrom('profiles_pictures')
    .select(['public_id', 'placeholder', 'alt'])
    .where('account_id', '=', accountId)
    .where('position', 'is not', null)
    .orderBy('position')
    .$castTo<PictureRow>()
    .execute()

export const findUpload = (db: Db, accountId: string, publicId: string): Promise<PictureRow[]> =>
  db
    .selectFrom('profiles_pictures')
    .select(['public_id', 'placeholder', 'alt'])
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .$castTo<PictureRow>()
    .execute()

export type MessageRow = {
  id: string
  sender_id: string
  kind: 'picture' | 'voice' | 'call' | null
  text: string | null
  public_id: string | null
  placeholder: string | null
  created_at: Date
  edited_at: Date | null
  earlier_texts: string[] | null
  deleted_at: Date | null
  file_id: string | null
  duration_ms: number | null
}

export type MessageNowRow = Pick<MessageRow, 'id' | 'text' | 'deleted_at'>

/**
 * Current messages between two people, without deleted ones. A rule's finding may be in other conversations of the
 * first person.
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

export type NoteRow = { id: string; sender_id: string; reader_id: string; text: string; at: Date; until: Date | null }

/** The notes that the person sent to these readers, and that the reporter sent to the person, also withdrawn ones. */
export async function findNotes(
  db: Db,
  about: string,
  { reporter, readers }: { reporter: string | null; readers: readonly string[] },
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select id, author_id as sender_id, reader_id, text, coalesce(since, until) as at, until from profiles_shown_texts
    where place = 'note' and (
      author_id = ${about} and reader_id = any(${[...readers, ...(reporter ? [reporter] : [])]}::uuid[])
      or author_id = ${reporter} and reader_id = ${about})
    order by coalesce(since, until), id`.execute(db)
  return rows
}

type EarlierRow = { place: ShownPlace; about: string | null; text: string; since: Date | null; until: Date }

/** More than anyone can change within ten days. */
const MOST_EARLIER = 5000

/** What was on the profile before, oldest first. */
export async function findEarlierTexts(db: Db, authorId: string): Promise<EarlierRow[]> {
  const { rows } = await sql<EarlierRow>`
    select place, about, text, since, until from profiles_shown_texts
    where author_id = ${authorId} and reader_id is null and until is not null
    order by until desc, id desc limit ${MOST_EARLIER}`.execute(db)
  return rows.toReversed()
}

const withFiles = (messages: RawBuilder<unknown>, inMatch = sql`true`) => sql`
  with found as materialized (
    select m.*, v.file_id, v.duration_ms
    from (${messages}) m left join chat_voice_notes v
      on v.match_id = m.match_id and v.message_id = m.id and ${inMatch})
  select found.id, sender_id, kind, text, found.public_id, p.placeholder, created_at, edited_at, earlier_texts, deleted_at,
    file_id, duration_ms
  from found left join profiles_pictures p on p.public_id = found.public_id`

const AROUND = 10
const LAST = 20
const PAGE = 50
/** More than anyone can upload, and record, in a day. */
const MOST_WITHDRAWN = 150

export type WithdrawnRow = { public_id: string; shown: ShownFile }

/** The photos and recordings that others could see on the profile within the last month, newest first. */
export async function findWithdrawn(db: Db, accountId: string): Promise<WithdrawnRow[]> {
  const { rows } = await sql<WithdrawnRow>`
    select public_id, shown from profiles_withdrawn_files
    where account_id = ${accountId} order by spared_until desc limit ${MOST_WITHDRAWN}`.execute(db)
  return rows
}

/** Enough that a deleted threat can't be hidden behind deleted fillers. */
const MOST_CHANGED = 500

const matchOf = async (db: Db, [one, other]: Pair): Promise<string | undefined> =>
  (
    await sql<{ id: string }>`
      select id from matching_matches
      where a_id = least(${one}::uuid, ${other}::uuid) and b_id = greatest(${one}::uuid, ${other}::uuid)`.execute(db)
  ).rows[0]?.id

const inOrder = async (db: Db, match: string, which: RawBuilder<unknown>): Promise<MessageRow[]> =>
  (
    await sql<MessageRow>`
      ${withFiles(sql`select * from chat_messages where match_id = ${match} and ${which}`, sql`v.match_id = ${match}`)}
      order by seq`.execute(db)
  ).rows

const lastBefore = (match: string, most: number, where = sql`true`) => sql`
  seq in (select seq from chat_messages where match_id = ${match} and ${where} order by seq desc limit ${most})`

type Pair = readonly [string, string]

/**
 * The messages around a reported one, or the last ones of two people, and all that were edited or deleted since. Those
 * that their authors deleted are included.
 */
export async function findMessages(
  db: Db,
  pair: Pair,
  { messageId, since }: { messageId: string | undefined; since: Date },
): Promise<MessageRow[]> {
  const match = await matchOf(db, pair)
  if (match === undefined) return []
  const around = sql`seq between
    (select seq from chat_messages where match_id = ${match} and id = ${messageId ?? null}) - ${AROUND}::int and
    (select seq from chat_messages where match_id = ${match} and id = ${messageId ?? null}) + ${AROUND}::int`
  const changed = lastBefore(match, MOST_CHANGED, sql`greatest(edited_at, deleted_at) >= ${since}`)
  return inOrder(db, match, sql`(${messageId ? around : lastBefore(match, LAST)} or ${changed})`)
}

/** A page of messages before one of them, or the last page. */
export async function findPage(db: Db, pair: Pair, before: string | undefined) {
  const match = await matchOf(db, pair)
  if (match === undefined) return { messages: [], hasEarlier: false }
  const where = before
    ? sql`seq < (select seq from chat_messages where match_id = ${match} and id = ${before})`
    : sql`true`
  const messages = await inOrder(db, match, lastBefore(match, PAGE + 1, where))
  return { messages: messages.slice(-PAGE), hasEarlier: messages.length > PAGE }
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

export const findHold = (db: Db, accountId: string) =>
  db
    .selectFrom('legal_holds')
    .leftJoin('identity_people', 'identity_people.id', 'legal_holds.set_by')
    .select(['reason', 'set_at', 'identity_people.full_name as set_by_name'])
    .where('account_id', '=', accountId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()

export async function lockPerson(tx: Tx, id: string): Promise<boolean> {
  await sql`select identity_lock(${id})`.execute(tx)
  return (await tx.selectFrom('identity_people').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

type NewHold = { account_id: string; reason: string; set_by: string; set_at: Date }

export const insertHold = (tx: Tx, hold: NewHold) => tx.insertInto('legal_holds').values(hold).execute()

export async function liftHold(
  tx: Tx,
  accountId: string,
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('legal_holds')
    .set({ lifted_by: by, lifted_at: at, lift_reason: reason })
    .where('account_id', '=', accountId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function isAnyHeld(tx: Tx, accountIds: readonly (string | null)[]): Promise<boolean> {
  const { rows } = await sql`
    select from moderation_legal_holds where account_id = any(${accountIds}::uuid[]) limit 1`.execute(tx)
  return rows.length > 0
}
