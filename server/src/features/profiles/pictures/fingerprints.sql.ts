import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export type PictureKey = { account_id: string; public_id: string }

export const markDue = (db: Db, pictures: readonly PictureKey[]) =>
  sql`
    update pictures p set to_compare = true
    from unnest(${pictures.map((each) => each.account_id)}::uuid[], ${pictures.map((each) => each.public_id)}::text[])
      k(account_id, public_id)
    where p.account_id = k.account_id and p.public_id = k.public_id and p.fingerprint is not null`.execute(db)

type DuePicture = { public_id: string; account_id: string; fingerprint: string; position: number | null }

/** Pictures of a profile, and those that someone sends, which have no position. */
export async function duePictures(db: Db, most: number): Promise<DuePicture[]> {
  const { rows } = await sql<DuePicture>`
    select public_id, account_id, fingerprint::text as fingerprint, position
    from pictures where to_compare and fingerprint is not null order by public_id limit ${most}`.execute(db)
  return rows
}

export const markPictureCompared = async (tx: Tx, { account_id, public_id }: PictureKey): Promise<boolean> =>
  (await tx
    .updateTable('pictures')
    .set({ to_compare: false })
    .where('account_id', '=', account_id)
    .where('public_id', '=', public_id)
    .where('to_compare', '=', true)
    .returning('public_id')
    .executeTakeFirst()) !== undefined

export async function fingerprintsOf(tx: Tx, accountId: string, publicIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ fingerprint: string }>`
    select distinct fingerprint::text as fingerprint from pictures
    where account_id = ${accountId} and public_id = any(${publicIds}::text[]) and fingerprint is not null`.execute(tx)
  return rows.map(({ fingerprint }) => fingerprint)
}
