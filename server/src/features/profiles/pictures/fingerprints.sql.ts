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

/** Pictures to compare with others. One that left its profile in the meantime is no longer due. */
export async function duePictures(
  db: Db,
  most: number,
): Promise<{ public_id: string; account_id: string; fingerprint: string }[]> {
  await sql`update picture_fingerprints h set due = false from pictures p
    where h.due and p.public_id = h.public_id and p.position is null`.execute(db)
  const { rows } = await sql<{ public_id: string; account_id: string; fingerprint: string }>`
    select public_id, account_id, fingerprint::text as fingerprint from picture_fingerprints
    where due and fingerprint is not null order by public_id limit ${most}`.execute(db)
  return rows
}

export const settlePicture = (tx: Tx, publicId: string) =>
  tx.updateTable('picture_fingerprints').set({ due: false }).where('public_id', '=', publicId).execute()

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
