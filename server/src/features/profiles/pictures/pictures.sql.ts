import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { Profile } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Pictures } from '../../../infra/db/schema.ts'
import { inBatches } from '../../../infra/in-turns.ts'
import type { WaitingFile } from '../../../infra/storage/storage.ts'
import { storedPictures, type StoredPicture } from '../users/profile-pictures.ts'

export type PictureRow = Selectable<Pictures>

export const insertPicture = (db: Db, picture: Insertable<Pictures>) =>
  db.insertInto('pictures').values(picture).execute()

/** The lock on the account serializes changes to its pictures. */
export async function lockPictures(tx: Tx, accountId: string): Promise<PictureRow[]> {
  await sql`select identity_lock(${accountId})`.execute(tx)
  return tx.selectFrom('pictures').selectAll().where('account_id', '=', accountId).orderBy('position').execute()
}

export const attachInOrder = (tx: Tx, accountId: string, publicIds: readonly string[], from: number) =>
  sql`update pictures set position = given.at + ${from}
    from (select * from unnest(${publicIds}::text[]) with ordinality as g(public_id, n)) o
    cross join lateral (select (o.n - 1)::int as at) given
    where pictures.account_id = ${accountId} and pictures.public_id = o.public_id`.execute(tx)

type Described = { publicId: string; alt: string | null; review: string }

export const describePictures = (tx: Tx, accountId: string, described: readonly Described[]) =>
  sql`update pictures set alt = d.alt, review = d.review
    from (select distinct on (g.public_id) * from unnest(${described.map(({ publicId }) => publicId)}::text[],
        ${described.map(({ alt }) => alt)}::text[], ${described.map(({ review }) => review)}::text[])
        with ordinality g(public_id, alt, review, n) order by g.public_id, n desc) d
    where pictures.account_id = ${accountId} and pictures.public_id = d.public_id`.execute(tx)

type Description = { alt?: string; audience?: string; review?: string }

export const savePicture = (tx: Tx, accountId: string, publicId: string, values: Description) =>
  tx.updateTable('pictures').set(values).where('account_id', '=', accountId).where('public_id', '=', publicId).execute()

export const deletePictures = (db: Db, which: RawBuilder<boolean>) =>
  sql`
    with gone as (delete from pictures where ${which} returning public_id)
    select profiles_drop_files(array(select public_id from gone))`.execute(db)

export const removePicture = (tx: Tx, accountId: string, publicId: string) =>
  deletePictures(tx, sql`account_id = ${accountId} and public_id = ${publicId}`)

/**
 * Lists read the pictures from the profile's row. Every change of pictures calls this once at its end. The account is
 * locked: of two concurrent changes, the second sees the first.
 */
export async function writePictures(tx: Tx, accountId: string): Promise<StoredPicture[]> {
  const { rows } = await sql<Pick<Profile, 'pictures'>>`
    with attached as (
      select coalesce(jsonb_agg(jsonb_build_object('publicId', public_id, 'name', name, 'size', size,
        'mimeType', mime_type, 'width', width, 'height', height, 'placeholder', placeholder, 'alt', alt,
        'position', position, 'audience', audience, 'review', review) order by position), '[]') as pictures
      from pictures where account_id = ${accountId} and position is not null),
    written as (
      insert into profiles (account_id, updated_at, pictures) select ${accountId}::uuid, now(), pictures from attached
      on conflict (account_id) do update set pictures = excluded.pictures
      where profiles.pictures is distinct from excluded.pictures)
    select pictures from attached`.execute(tx)
  return storedPictures(rows[0])
}

const AT_ONCE = 5000

export async function deleteNeverAttached(db: Db, before: Date): Promise<void> {
  let [at, id] = ['-infinity', '']
  await inBatches(async () => {
    const { rows } = await sql<{ at: string; id: string }>`
      select created_at::text as at, public_id as id from pictures
      where position is null and created_at < ${before} and (created_at, public_id) > (${at}::timestamptz, ${id})
      order by created_at, public_id limit ${AT_ONCE}`.execute(db)
    const ids = rows.map((row) => row.id)
    const sent = await sql<{ id: string }>`
      select distinct public_id as id from chat_messages where public_id = any(${ids}::text[])`.execute(db)
    const isSent = new Set(sent.rows.map((row) => row.id))
    await deletePictures(
      db,
      sql`public_id = any(${ids.filter((each) => !isSent.has(each))}::text[]) and position is null
        and not exists (select from photo_checks c where c.public_id = pictures.public_id and status = 'waiting')`,
    )
    const last = rows.at(-1)
    if (last) [at, id] = [last.at, last.id]
    return rows.length === AT_ONCE
  })
}

/** No transaction can write to the storage, so the removal is recorded. */
export const dropFile = (tx: Tx, fileId: string) => sql`select profiles_drop_files(array[${fileId}])`.execute(tx)
export const droppedFiles = (db: Db) => db.selectFrom('dropped_files').select('public_id').limit(500).execute()
export const forgetDroppedFile = (db: Db, publicId: string) =>
  db.deleteFrom('dropped_files').where('public_id', '=', publicId).execute()

/** Files of pictures and recordings that no row names. Other files may belong to something else. */
export async function filesWithoutRow(db: Db, waiting: readonly WaitingFile[]): Promise<string[]> {
  const [keys, owners] = [waiting.map(({ key }) => key), waiting.map(({ owner }) => owner)]
  const { rows } = await sql<{ key: string; id: string }>`
    select k.key, file.id from unnest(${keys}::text[], ${owners}::uuid[]) k(key, owner)
    cross join lateral (select substring(k.key from '^([0-9a-f]{32})/') as id) file
    where file.id is not null
      and not exists (select from pictures p where p.public_id = file.id)
      and not exists (select from profiles p where p.account_id = k.owner and p.voice ->> 'fileId' = file.id)
    `.execute(db)
  const notes = await sql<{ file_id: string }>`
    select file_id from chat_voice_notes where file_id = any(${rows.map(({ id }) => id)}::text[])`.execute(db)
  const named = new Set(notes.rows.map(({ file_id }) => file_id))
  return rows.flatMap(({ key, id }) => (named.has(id) ? [] : key))
}
