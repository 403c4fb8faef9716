import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { MOST_DISTANCE } from '../../profiles/index.ts'
import { nearParts } from './rules.ts'

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

export type Other = KnownPicture & { distance: number; banned: boolean }

/**
 * Decisions by staff about two accounts are kept: for every picture if they are one person, otherwise for similar
 * pictures.
 */
const isSettled = (accountId: string, fingerprint: string) => sql`exists (select from same_pictures s
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

/** The nearest entry, removed pictures first, without the entries of the decision itself. */
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
    from listed_pictures l
    where ${isNear(sql.ref('l.fingerprint'), fingerprint)} and not exists (select from same_pictures s
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
