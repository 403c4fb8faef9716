import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

type PictureFingerprint = { public_id: string; account_id: string; fingerprint: string | null }

export const insertFingerprint = (db: Db, fingerprint: PictureFingerprint & { due: boolean }) =>
  db
    .insertInto('picture_fingerprints')
    .values(fingerprint)
    .onConflict((row) => row.doNothing())
    .execute()

/** Pictures that become part of a profile are compared with others. */
export const markDue = (tx: Tx, publicIds: readonly string[]) =>
  tx
    .updateTable('picture_fingerprints')
    .set({ due: true })
    .where('public_id', '=', sql<string>`any(${publicIds})`)
    .where('fingerprint', 'is not', null)
    .execute()

type DuePicture = { public_id: string; account_id: string; fingerprint: string; position: number | null }

/** Pictures to compare with others: those of a profile, and without a position, those that someone sends. */
export async function duePictures(db: Db, most: number): Promise<DuePicture[]> {
  const { rows } = await sql<DuePicture>`
    select h.public_id, h.account_id, h.fingerprint::text as fingerprint, p.position
    from picture_fingerprints h join pictures p on p.public_id = h.public_id
    where h.due and h.fingerprint is not null order by h.public_id limit ${most}`.execute(db)
  return rows
}

/** Returns whether it was still due. */
export const settlePicture = async (tx: Tx, publicId: string): Promise<boolean> =>
  (await tx
    .updateTable('picture_fingerprints')
    .set({ due: false })
    .where('public_id', '=', publicId)
    .where('due', '=', true)
    .returning('public_id')
    .executeTakeFirst()) !== undefined

type Unmarked = { id: string; public_id: string; account_id: string; position: number | null; skip: boolean }

/** The next pictures by their ids, which begin with their time. Drawings of the demo are left out. */
export async function picturesAfter(db: Db, id: string, most: number): Promise<Unmarked[]> {
  const { rows } = await sql<Unmarked>`
    select p.id, p.public_id, p.account_id, p.position, (h.public_id is not null
      or exists (select from identity_demo_people d where d.id = p.account_id)) as skip
    from pictures p left join picture_fingerprints h on h.public_id = p.public_id
    where p.id > ${id} and p.id < first_id_of(now() - interval '2 minutes') order by p.id limit ${most}`.execute(db)
  return rows
}

export async function fingerprintsOf(tx: Tx, publicIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ fingerprint: string }>`
    select distinct fingerprint::text as fingerprint from picture_fingerprints
    where public_id = any(${publicIds}::text[]) and fingerprint is not null`.execute(tx)
  return rows.map(({ fingerprint }) => fingerprint)
}
