import type { ListedPicture, SamePicture, SamePictureOutcome } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export type SamePictureRow = {
  id: string
  version: number
  why: SamePicture['why']
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
  listed_kind: ListedPicture['kind'] | null
  state: SamePicture['state']
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
  why: SamePicture['why']
  distance: number
  found_at: Date
}

export const insertSamePicture = async (tx: Tx, found: Found): Promise<string | undefined> =>
  (
    await tx
      .insertInto('same_pictures')
      .values(found)
      .onConflict((row) => row.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

const withDetails = (rows: RawBuilder<unknown>) => sql<SamePictureRow>`
  select s.id, s.version, s.why, s.distance, s.found_at, s.fingerprint::text as fingerprint, s.state, s.decided_at,
    s.note, s.account_id, p.full_name as name, p.state as account_state, p.created_at as joined_at, s.public_id,
    h.public_id is not null as has_picture, s.other_id, o.full_name as other_name, o.state as other_state,
    o.created_at as other_joined_at, s.other_public_id, oh.public_id is not null as has_other_picture, s.listed_id,
    l.note as listed_note, l.kind as listed_kind, d.full_name as decider
  from (${rows}) s join identity_people p on p.id = s.account_id left join identity_people o on o.id = s.other_id
    left join profiles_pictures h on h.public_id = s.public_id
    left join profiles_pictures oh on oh.public_id = s.other_public_id
    left join listed_pictures l on l.id = s.listed_id left join identity_people d on d.id = s.decided_by
  order by s.found_at desc, s.id desc`

export const findSamePicture = async (db: Db, id: string): Promise<SamePictureRow | undefined> =>
  (await withDetails(sql`select * from same_pictures where id = ${id}`).execute(db)).rows[0]

export type Page = { before?: string | undefined; limit: number }

export async function findSamePictures(db: Db, { before, limit }: Page, isOpen: boolean): Promise<SamePictureRow[]> {
  const isBefore = before
    ? sql`(found_at, id) < (select found_at, id from same_pictures where id = ${before})`
    : sql`true`
  const rows = sql`select * from same_pictures where ${isBefore} and ${isOpen ? sql`state = 'open'` : sql`true`}
    order by found_at desc, id desc limit ${limit}`
  return (await withDetails(rows).execute(db)).rows
}

export const lockSamePicture = (tx: Tx, id: string) =>
  tx.selectFrom('same_pictures').select(['version', 'state']).where('id', '=', id).forUpdate().executeTakeFirst()

type Outcome = { state: SamePictureOutcome; decided_by: string; decided_at: Date; note: string | null }

export const saveOutcome = (tx: Tx, id: string, outcome: Outcome) =>
  tx
    .updateTable('same_pictures')
    .set((eb) => ({ ...outcome, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export async function countOpenSamePictures(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from same_pictures where state = 'open' limit ${most}) s`.execute(db)
  return rows[0]?.count ?? 0
}
