import type { WatchlistPhoto, DuplicatePhoto } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Place } from '../../chat/index.ts'
import { nearParts } from './rules.ts'
import { MOST_DISTANCE } from '../../profiles/index.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { placeOf, timeAndId } from '../../../infra/db/row-place.ts'
import { type CasePage, casesIn, orderOf } from '../cases.ts'

export type DuplicatePhotoRow = {
  id: string
  version: number
  why: DuplicatePhoto['why']
  distance: number
  found_at: Date
  fingerprint: string
  account_id: string
  name: string
  account_state: string
  joined_at: Date
  public_id: string
  has_picture: boolean
  other_id: string | null
  other_name: string | null
  other_state: string | null
  other_joined_at: Date | null
  other_public_id: string | null
  has_other_picture: boolean
  listed_id: string | null
  listed_note: string | null
  listed_kind: WatchlistPhoto['kind'] | null
  state: DuplicatePhoto['state']
  decider: string | null
  decided_at: Date | null
  note: string | null
}

type Found = {
  account_id: string
  public_id: string
  fingerprint: string
  other_id?: string
  other_public_id?: string
  listed_id?: string
  why: DuplicatePhoto['why']
  distance: number
  found_at: Date
}

export const insertDuplicatePhoto = async (tx: Tx, found: Found): Promise<string | undefined> =>
  (
    await tx
      .insertInto('duplicate_photos')
      .values(found)
      .onConflict((row) => row.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

const withDetails = (rows: RawBuilder<unknown>, isOpen = false) => sql<DuplicatePhotoRow>`
  select s.id, s.version, s.why, s.distance, s.found_at, s.fingerprint::text as fingerprint, s.state, s.decided_at,
    s.note, s.account_id, p.full_name as name, p.state as account_state, p.created_at as joined_at, s.public_id,
    h.public_id is not null as has_picture, s.other_id, o.full_name as other_name, o.state as other_state,
    o.created_at as other_joined_at, s.other_public_id, oh.public_id is not null as has_other_picture, s.listed_id,
    l.note as listed_note, l.kind as listed_kind, d.full_name as decider
  from (${rows}) s join identity_people p on p.id = s.account_id left join identity_people o on o.id = s.other_id
    left join profiles_pictures h on h.public_id = s.public_id
    left join profiles_pictures oh on oh.public_id = s.other_public_id
    left join watchlist_photos l on l.id = s.listed_id left join identity_people d on d.id = s.decided_by
  order by ${orderOf('duplicate_photos', isOpen, 's')}`

export const findDuplicatePhoto = async (db: Db, id: string): Promise<DuplicatePhotoRow | undefined> =>
  (await withDetails(sql`select * from duplicate_photos where id = ${id}`).execute(db)).rows[0]

export type Page = { before?: string | undefined; limit: number }

export const findDuplicatePhotos = async (db: Db, page: CasePage): Promise<DuplicatePhotoRow[]> =>
  (await withDetails(casesIn('duplicate_photos', page), page.isOpen).execute(db)).rows

export type ListedRow = {
  id: string
  kind: WatchlistPhoto['kind']
  fingerprint: string
  note: string
  adder: string | null
  added_at: Date
  place: string
}

export async function findWatchlistPhotos(db: Db, { before, limit }: Page): Promise<ListedRow[]> {
  const isBefore = before ? sql`(added_at, l.id) < ${timeAndId(before)}` : sql`true`
  const { rows } = await sql<ListedRow>`
    select l.id, l.kind, l.fingerprint::text as fingerprint, l.note, p.full_name as adder, l.added_at,
      ${placeOf(sql`l.added_at`, sql`l.id`)} as place
    from watchlist_photos l left join identity_people p on p.id = l.added_by
    where ${isBefore} order by added_at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

type Entry = { fingerprint: string; note: string }

export async function insertListed(
  tx: Tx,
  entries: readonly Entry[],
  { by, at }: { by: string | null; at: Date },
): Promise<number> {
  const { rows } = await sql`
    insert into watchlist_photos (fingerprint, note, added_by, added_at)
    select h::bit(64), note, ${by}::uuid, ${at}::timestamptz
    from unnest(${entries.map(({ fingerprint }) => fingerprint)}::text[],
      ${entries.map(({ note }) => note)}::text[]) e(h, note)
    on conflict do nothing returning 1`.execute(tx)
  return rows.length
}

type Removed = { decisionId: string; by: string | null; at: Date; pictures: readonly string[]; message?: Place }

export async function insertRemoved(tx: Tx, { decisionId, by, at, pictures, message }: Removed): Promise<number> {
  const sent = await sql<{ public_id: string | null }>`
    select public_id from chat_messages where match_id = ${message?.match_id ?? null} and id = ${message?.id ?? null}`.execute(
    tx,
  )
  const removed = [...pictures, ...sent.rows.flatMap(({ public_id }) => public_id ?? [])]
  const { rows } = await sql`
    insert into watchlist_photos as l (fingerprint, note, added_by, added_at, kind, decisions)
    select distinct h.fingerprint, '', ${by}::uuid, ${at}::timestamptz, 'removed', array[${decisionId}::uuid]
    from profiles_pictures h
    where h.fingerprint is not null and h.public_id = any(${removed}::text[])
    on conflict (fingerprint) do update set decisions = l.decisions || excluded.decisions, due = true
    returning 1`.execute(tx)
  return rows.length
}

/** Removes a decision's entries, except those that another decision added, too, or that were on the list before. */
export async function deleteRemoved(tx: Tx, decisionId: string): Promise<void> {
  await sql`update watchlist_photos set decisions = array_remove(decisions, ${decisionId}::uuid)
    where ${decisionId}::uuid = any(decisions)`.execute(tx)
  await sql`delete from watchlist_photos where kind = 'removed' and decisions = '{}'`.execute(tx)
}

/** Takes back the entry that a decision added at this time, but not one that was on the list before. */
export const deleteListedAt = (tx: Tx, fingerprint: string, at: Date) =>
  sql`delete from watchlist_photos where fingerprint = ${fingerprint}::bit(64) and kind = 'fake' and added_at = ${at}
    `.execute(tx)

export const deleteListed = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.deleteFrom('watchlist_photos').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export async function dueListed(db: Db, most: number): Promise<{ id: string; fingerprint: string }[]> {
  const { rows } = await sql<{ id: string; fingerprint: string }>`
    select id, fingerprint::text as fingerprint from watchlist_photos where due order by id limit ${most}`.execute(db)
  return rows
}

export const markCompared = (tx: Tx, id: string) =>
  tx.updateTable('watchlist_photos').set({ due: false }).where('id', '=', id).execute()

// Finds similar pictures. Each quarter of the fingerprint has an index, so nothing reads the whole table.

const quarters = [1, 17, 33, 49] as const

const distance = (column: RawBuilder<unknown>, fingerprint: string) =>
  sql`bit_count(${column} # ${fingerprint}::bit(64))`

const isNear = (column: RawBuilder<unknown>, fingerprint: string): RawBuilder<boolean> => {
  const parts = nearParts(fingerprint)
  const shared = quarters.map(
    (start, at) => sql`substring(${column} from ${sql.lit(start)} for 16) = any(${parts[at]}::bit(16)[])`,
  )
  return sql<boolean>`((${sql.join(shared, sql` or `)}) and ${distance(column, fingerprint)} <= ${MOST_DISTANCE})`
}

export type KnownPicture = { public_id: string; account_id: string; fingerprint: string }
export async function findByIds(tx: Tx, accountId: string, publicIds: readonly string[]): Promise<KnownPicture[]> {
  const { rows } = await sql<KnownPicture>`
    select public_id, account_id, fingerprint::text as fingerprint from profiles_pictures
    where account_id = ${accountId} and public_id = any(${publicIds}::text[]) and fingerprint is not null`.execute(tx)
  return rows
}

type Other = KnownPicture & { distance: number; banned: boolean }

/**
 * Earlier decisions about two accounts still apply: to every picture if they are one person, otherwise to similar
 * pictures.
 */
const isSettled = (accountId: string, fingerprint: string) => sql`exists (select from duplicate_photos s
  where ((s.account_id = ${accountId} and s.other_id = h.account_id)
      or (s.account_id = h.account_id and s.other_id = ${accountId}))
    and (s.state = 'same_person' or (s.state = 'dismissed'
      and ${distance(sql.ref('s.fingerprint'), fingerprint)} <= ${MOST_DISTANCE})))`

/** The strongest matches among other accounts' pictures. */
export async function findOthers(tx: Tx, { account_id, fingerprint }: KnownPicture, most: number): Promise<Other[]> {
  const { rows } = await sql<Other>`
    select * from (
      select distinct on (h.account_id) h.public_id, h.account_id, h.fingerprint::text as fingerprint,
        ${distance(sql.ref('h.fingerprint'), fingerprint)}::int as distance, p.state = 'banned' as banned
      from profiles_pictures h join identity_people p on p.id = h.account_id
      where ${isNear(sql.ref('h.fingerprint'), fingerprint)} and h.account_id <> ${account_id}
        and h.position is not null and p.state <> 'erased' and not p.is_admin
        and not ${isSettled(account_id, fingerprint)}
      order by h.account_id, distance) others
    order by banned desc, distance, public_id limit ${most}`.execute(tx)
  return rows
}

/** `kind` is the reason for the entry: a known fake, or removed, or showing a minor if one of the decisions says so. */
export type Listed = { id: string; distance: number; kind: 'known_fake' | 'removed_picture' | 'picture_of_minor' }

/**
 * The nearest entry, removed pictures first. Leaves out entries from this very picture, and those that staff decided
 * about.
 */
export async function findListed(
  db: Db | Tx,
  { public_id, account_id, fingerprint }: KnownPicture,
): Promise<Listed | undefined> {
  const { rows } = await sql<Listed>`
    select l.id, ${distance(sql.ref('l.fingerprint'), fingerprint)}::int as distance,
      case when l.decisions = '{}' then 'known_fake'
        when exists (select from decisions d where d.id = any(l.decisions) and d.category = 'minor')
          then 'picture_of_minor'
        else 'removed_picture' end as kind
    from watchlist_photos l
    where ${isNear(sql.ref('l.fingerprint'), fingerprint)} and not exists (select from duplicate_photos s
      where s.account_id = ${account_id} and s.listed_id = l.id and s.state <> 'open'
        and ${distance(sql.ref('s.fingerprint'), fingerprint)} <= ${MOST_DISTANCE})
      and not exists (select from decisions d where d.id = any(l.decisions) and d.hidden -> 'pictures' ? ${public_id})
    order by l.decisions = '{}', distance limit 1`.execute(db)
  return rows[0]
}

export async function findLikeListed(tx: Tx, fingerprint: string, most: number): Promise<KnownPicture[]> {
  const { rows } = await sql<KnownPicture>`
    select h.public_id, h.account_id, h.fingerprint::text as fingerprint
    from profiles_pictures h join identity_people p on p.id = h.account_id
    where ${isNear(sql.ref('h.fingerprint'), fingerprint)} and h.position is not null and p.state <> 'erased'
      and not p.is_admin
    limit ${most}`.execute(tx)
  return rows
}

export async function findSentLike(tx: Tx, fingerprint: string, most: number) {
  const { rows } = await sql<Pick<KnownPicture, 'account_id' | 'public_id'>>`
    select h.account_id, h.public_id from profiles_pictures h
    where ${isNear(sql.ref('h.fingerprint'), fingerprint)} and h.position is null`.execute(tx)
  const sent = await sql<{ public_id: string }>`
    select distinct public_id from chat_messages
    where public_id = any(${rows.map(({ public_id }) => public_id)}::text[]) and deleted_at is null
    limit ${most}`.execute(tx)
  const ids = new Set(sent.rows.map(({ public_id }) => public_id))
  return rows.filter(({ public_id }) => ids.has(public_id))
}

export async function findMessageWith(db: Db, publicId: string) {
  const { rows } = await sql<{ id: string; match: string; reader: string; at: Date }>`
    with first as materialized (
      select id, match_id, sender_id, created_at from chat_messages
      where public_id = ${publicId} and deleted_at is null order by id limit 1)
    select g.id, g.match_id as match, case g.sender_id when m.a_id then m.b_id else m.a_id end as reader,
      g.created_at as at
    from first g join matching_matches m on m.id = g.match_id`.execute(db)
  return rows[0]
}
