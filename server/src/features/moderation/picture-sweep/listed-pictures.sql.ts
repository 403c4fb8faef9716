import { sql } from 'kysely'
import type { ListedPicture } from '@kindred/contract'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Place } from '../../chat/index.ts'
import type { Page } from './same-pictures.sql.ts'

export type ListedRow = {
  id: string
  kind: ListedPicture['kind']
  fingerprint: string
  note: string
  adder: string | null
  added_at: Date
}

export async function findListedPictures(db: Db, { before, limit }: Page): Promise<ListedRow[]> {
  const isBefore = before
    ? sql`(added_at, l.id) < (select added_at, id from listed_pictures where id = ${before})`
    : sql`true`
  const { rows } = await sql<ListedRow>`
    select l.id, l.kind, l.fingerprint::text as fingerprint, l.note, p.full_name as adder, l.added_at
    from listed_pictures l left join identity_people p on p.id = l.added_by
    where ${isBefore} order by added_at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

export type Entry = { fingerprint: string; note: string }

export async function insertListed(
  tx: Tx,
  entries: readonly Entry[],
  { by, at }: { by: string | null; at: Date },
): Promise<number> {
  const { rows } = await sql`
    insert into listed_pictures (fingerprint, note, added_by, added_at)
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
    insert into listed_pictures as l (fingerprint, note, added_by, added_at, kind, decisions)
    select distinct h.fingerprint, '', ${by}::uuid, ${at}::timestamptz, 'removed', array[${decisionId}::uuid]
    from profiles_pictures h
    where h.fingerprint is not null and h.public_id = any(${removed}::text[])
    on conflict (fingerprint) do update set decisions = l.decisions || excluded.decisions, due = true
    returning 1`.execute(tx)
  return rows.length
}

/** Removes a decision's entries, except those of another decision, or that were on the list before. */
export async function deleteRemoved(tx: Tx, decisionId: string): Promise<void> {
  await sql`update listed_pictures set decisions = array_remove(decisions, ${decisionId}::uuid)
    where ${decisionId}::uuid = any(decisions)`.execute(tx)
  await sql`delete from listed_pictures where kind = 'removed' and decisions = '{}'`.execute(tx)
}

export const deleteListed = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.deleteFrom('listed_pictures').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export async function dueListed(db: Db, most: number): Promise<{ id: string; fingerprint: string }[]> {
  const { rows } = await sql<{ id: string; fingerprint: string }>`
    select id, fingerprint::text as fingerprint from listed_pictures where due order by id limit ${most}`.execute(db)
  return rows
}

export const markCompared = (tx: Tx, id: string) =>
  tx.updateTable('listed_pictures').set({ due: false }).where('id', '=', id).execute()
