import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

type PictureFingerprint = { public_id: string; account_id: string; fingerprint: string | null }

export const insertFingerprint = (db: Db, fingerprint: PictureFingerprint & { due: boolean }) =>
  db
    .insertInto('picture_fingerprints')
    .values(fingerprint)
    .onConflict((row) => row.doNothing())
    .execute()

export type PictureKey = Pick<PictureFingerprint, 'account_id' | 'public_id'>

/** Pictures that become part of a profile are compared with others. */
export const markDue = (tx: Tx, pictures: readonly PictureKey[]) =>
  sql`
    update picture_fingerprints h set due = true
    from unnest(${pictures.map((each) => each.account_id)}::uuid[], ${pictures.map((each) => each.public_id)}::text[])
      k(account_id, public_id)
    where h.account_id = k.account_id and h.public_id = k.public_id and h.fingerprint is not null`.execute(tx)

type DuePicture = { public_id: string; account_id: string; fingerprint: string; position: number | null }

/** Pictures to compare with others: those of a profile, and without a position, those that someone sends. */
export async function duePictures(db: Db, most: number): Promise<DuePicture[]> {
  const { rows } = await sql<DuePicture>`
    select h.public_id, h.account_id, h.fingerprint::text as fingerprint, p.position
    from picture_fingerprints h join pictures p on p.account_id = h.account_id and p.public_id = h.public_id
    where h.due and h.fingerprint is not null order by h.public_id limit ${most}`.execute(db)
  return rows
}

/** Returns whether it was still due. */
export const settlePicture = async (tx: Tx, { account_id, public_id }: PictureKey): Promise<boolean> =>
  (await tx
    .updateTable('picture_fingerprints')
    .set({ due: false })
    .where('account_id', '=', account_id)
    .where('public_id', '=', public_id)
    .where('due', '=', true)
    .returning('public_id')
    .executeTakeFirst()) !== undefined

type Unmarked = { id: string; public_id: string; account_id: string; position: number | null; skip: boolean }

/** The next pictures by their ids, which begin with their time. Drawings of the demo are left out. */
export async function picturesAfter(db: Db, id: string, most: number): Promise<Unmarked[]> {
  const { rows } = await sql<Unmarked>`
    select p.id, p.public_id, p.account_id, p.position, (h.public_id is not null
      or exists (select from identity_demo_people d where d.id = p.account_id)) as skip
    from pictures p left join picture_fingerprints h on h.account_id = p.account_id and h.public_id = p.public_id
    where p.id > ${id} and p.id < (select uuid_v7(now() - interval '2 minutes')) order by p.id limit ${most}`.execute(
    db,
  )
  return rows
}

export async function fingerprintsOf(tx: Tx, accountId: string, publicIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ fingerprint: string }>`
    select distinct fingerprint::text as fingerprint from picture_fingerprints
    where account_id = ${accountId} and public_id = any(${publicIds}::text[]) and fingerprint is not null`.execute(tx)
  return rows.map(({ fingerprint }) => fingerprint)
}
