import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Pictures } from '../../../infra/db/schema.ts'

export type PictureRow = Selectable<Pictures>

export const add = (db: Db, picture: Insertable<Pictures>) => db.insertInto('pictures').values(picture).execute()

/** Holds the person's pictures: one change after another. */
export async function hold(tx: Tx, accountId: string): Promise<PictureRow[]> {
  await sql`select identity_lock(${accountId})`.execute(tx)
  return tx.selectFrom('pictures').selectAll().where('account_id', '=', accountId).orderBy('position').execute()
}

/** Attaches them in this order, the first as the profile picture where `from` is 0. */
export const place = (tx: Tx, publicIds: readonly string[], from: number) =>
  sql`update pictures set position = given.at + ${from} from (select * from unnest(${publicIds}::text[]) with ordinality as g(public_id, n)) o
    cross join lateral (select (o.n - 1)::int as at) given where pictures.public_id = o.public_id`.execute(tx)

export const describe = (tx: Tx, publicId: string, values: { alt?: string; audience?: string; review?: string }) =>
  tx.updateTable('pictures').set(values).where('public_id', '=', publicId).execute()

export const remove = (tx: Tx, publicId: string) =>
  tx.deleteFrom('pictures').where('public_id', '=', publicId).execute()

export const picturesOf = (db: Db | Tx, accountId: string) =>
  db.selectFrom('profiles').select('pictures').where('account_id', '=', accountId).executeTakeFirst()

export const neverAttached = (db: Db, before: Date) =>
  db
    .deleteFrom('pictures')
    .where('position', 'is', null)
    .where('created_at', '<', before)
    .where(
      sql<boolean>`not exists (select from photo_checks c where c.public_id = pictures.public_id and status = 'waiting')
        and not exists (select from chat_messages m where m.public_id = pictures.public_id)`,
    )
    .execute()

export const droppedFiles = (db: Db) => db.selectFrom('dropped_files').select('public_id').limit(500).execute()
export const forgetDropped = (db: Db, publicId: string) =>
  db.deleteFrom('dropped_files').where('public_id', '=', publicId).execute()
