import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { type StoredPicture, storedPictures } from '../users/users.ts'
import { isVoiceHeld } from '../voice-answers/queries.ts'
import type { Profile } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Pictures } from '../../../infra/db/schema.ts'
import { days, later } from '../../../infra/clock.ts'
import { inBatches } from '../../../infra/in-turns.ts'
import type { WaitingFile } from '../../../infra/storage/storage.ts'
import type { Decided, TakingBack, Settled } from './rules.ts'
import { keepShown, textsOfPictures } from '../shown-texts/shown-texts.ts'

type PictureKey = { account_id: string; public_id: string }

export const markDue = (db: Db, pictures: readonly PictureKey[]) =>
  sql`
    update pictures p set to_compare = true
    from unnest(${pictures.map((each) => each.account_id)}::uuid[], ${pictures.map((each) => each.public_id)}::text[])
      k(account_id, public_id)
    where p.account_id = k.account_id and p.public_id = k.public_id and p.fingerprint is not null`.execute(db)

type DuePicture = { public_id: string; account_id: string; fingerprint: string; position: number | null }

/** Includes photos in messages, which have no position. */
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

export type PictureRow = Selectable<Pictures>

export const insertPicture = (db: Db, picture: Insertable<Pictures>) =>
  db.insertInto('pictures').values(picture).execute()

/** Locks the account, which serializes changes to its photos. */
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

const deletePictures = (db: Db, which: RawBuilder<boolean>) =>
  sql`
    with gone as (delete from pictures where ${which} returning public_id)
    select profiles_drop_files(array(select public_id from gone))`.execute(db)

/** Removes a member’s photo. What others could see of it can still become evidence. */
export async function withdrawPicture(tx: Tx, picture: PictureRow, now: Date): Promise<void> {
  const { account_id, public_id, placeholder, alt, review } = picture
  const until = now.toISOString()
  if (review === 'shown') await spareShown(tx, account_id, public_id, { kind: 'photo', placeholder, alt, until })
  await deletePictures(tx, sql`account_id = ${account_id} and public_id = ${public_id}`)
}

/**
 * Lists read photos from the profile's row, so every change of photos calls this once at its end. The caller has locked
 * the account, so the second of two concurrent changes sees the first.
 */
export async function writePictures(tx: Tx, accountId: string, now: Date): Promise<StoredPicture[]> {
  const { rows } = await sql<Pick<Profile, 'pictures'> & { before: Profile['pictures'] | null }>`
    with attached as (
      select coalesce(jsonb_agg(jsonb_build_object('publicId', public_id, 'name', name, 'size', size,
        'mimeType', mime_type, 'width', width, 'height', height, 'placeholder', placeholder, 'alt', alt,
        'position', position, 'audience', audience, 'review', review) order by position), '[]') as pictures
      from pictures where account_id = ${accountId} and position is not null),
    written as (
      insert into profiles (account_id, updated_at, pictures) select ${accountId}::uuid, ${now}::timestamptz, pictures from attached
      on conflict (account_id) do update set pictures = excluded.pictures
      where profiles.pictures is distinct from excluded.pictures)
    select pictures, (select p.pictures from profiles p where p.account_id = ${accountId}) as before
    from attached`.execute(tx)
  const [written] = rows
  const [before, after] = [textsOfPictures(written?.before), textsOfPictures(written?.pictures)]
  await keepShown(tx, accountId, { before, after }, now)
  return storedPictures(written)
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
        and not exists (select from photo_checks c where c.account_id = pictures.account_id
          and pictures.public_id in (c.public_id, c.second_id) and status = 'waiting')`,
    )
    const last = rows.at(-1)
    if (last) [at, id] = [last.at, last.id]
    return rows.length === AT_ONCE
  })
}

/** What was beside a file on the profile, and when that ended. */
export type ShownFile = { until: string } & (
  | { kind: 'photo'; placeholder: string; alt: string }
  | { kind: 'voice'; question: string; durationMs: number; text: string | null }
)

const EVIDENCE_FOR = days(30)

/** Keeps a file that others could see for evidence, after its owner removed it. */
export const spareShown = (tx: Tx, accountId: string, fileId: string, shown: ShownFile) =>
  tx
    .insertInto('dropped_files')
    .values({
      public_id: fileId,
      account_id: accountId,
      shown: JSON.stringify(shown),
      spared_until: later(new Date(shown.until), EVIDENCE_FOR),
    })
    .execute()

/** Records the removal for the sweep, because a transaction can't include the storage. */
export const dropFile = (tx: Tx, fileId: string) => sql`select profiles_drop_files(array[${fileId}])`.execute(tx)
export const droppedFiles = (db: Db, now: Date) =>
  db
    .selectFrom('dropped_files')
    .select('public_id')
    .where((eb) => eb.or([eb('spared_until', 'is', null), eb('spared_until', '<=', now)]))
    .limit(500)
    .execute()
export const spareFile = (db: Db, fileId: string, until: Date) =>
  db.insertInto('dropped_files').values({ public_id: fileId, spared_until: until }).execute()
/** Returns false if the sweep has taken it. */
export const deleteSpared = async (tx: Tx, fileId: string): Promise<boolean> =>
  (await tx.deleteFrom('dropped_files').where('public_id', '=', fileId).executeTakeFirst()).numDeletedRows === 1n
export const forgetDroppedFile = (db: Db, publicId: string) =>
  db.deleteFrom('dropped_files').where('public_id', '=', publicId).execute()

/** Finds files of photos and recordings that no row names. Other files may belong to something else. */
export async function filesWithoutRow(db: Db, waiting: readonly WaitingFile[]): Promise<string[]> {
  const [keys, owners] = [waiting.map(({ key }) => key), waiting.map(({ owner }) => owner)]
  const { rows } = await sql<{ key: string; id: string }>`
    select k.key, file.id from unnest(${keys}::text[], ${owners}::uuid[]) k(key, owner)
    cross join lateral (select substring(k.key from '^([0-9a-f]{32})/') as id) file
    where file.id is not null
      and not exists (select from pictures p where p.public_id = file.id)
      and not exists (select from profiles p where p.account_id = k.owner and p.voice ->> 'fileId' = file.id)
      and not exists (select from dropped_files d where d.public_id = file.id)
    `.execute(db)
  const notes = await sql<{ file_id: string }>`
    select file_id from chat_voice_notes where file_id = any(${rows.map(({ id }) => id)}::text[])`.execute(db)
  const named = new Set(notes.rows.map(({ file_id }) => file_id))
  return rows.flatMap(({ key, id }) => (named.has(id) ? [] : key))
}

export type WaitingRow = {
  id: string
  account_id: string
  name: string
  pose: string | null
  public_id: string
  second_pose: string | null
  second_id: string | null
  others: string[]
  at: Date
}

const shownIds = sql`coalesce((select array_agg(o.public_id order by o.position) from pictures o
  where o.account_id = a.id and o.position is not null and o.review = 'shown'), '{}')`

export async function waitingPictures(db: Db): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select p.id, a.id as account_id, a.full_name as name, null as pose, p.public_id,
      null as second_pose, null as second_id,
      ${shownIds} as others, p.created_at as at
    from pictures p join identity_people a on a.id = p.account_id
    where p.review = 'held' and p.decided is null and p.position is not null order by p.created_at limit 100`.execute(
    db,
  )
  return rows
}

export async function waitingChecks(db: Db): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select c.id, a.id as account_id, a.full_name as name, c.pose, c.public_id, c.second_pose, c.second_id,
      ${shownIds} as others, c.sent_at as at
    from photo_checks c join identity_people a on a.id = c.account_id
    where c.status = 'waiting' and c.decision is null order by c.sent_at limit 100`.execute(db)
  return rows
}

export async function countWaiting(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from (
      select from pictures where review = 'held' and decided is null and position is not null
      limit ${most}) p)::int
    + (select count(*) from (
      select from photo_checks where status = 'waiting' and decision is null limit ${most}) c)::int
    + (select count(*) from (
      select from profiles where voice_details ? 'heldAt' and ${isVoiceHeld} and not voice_details ? 'decided'
      limit ${most}) v)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

export const notePictureDecision = async (tx: Tx, id: string, decided: Decided): Promise<string | undefined> =>
  (
    await tx
      .updateTable('pictures')
      .set({ decided: JSON.stringify(decided) })
      .where('id', '=', id)
      .where('review', '=', 'held')
      .where('decided', 'is', null)
      .returning('account_id')
      .executeTakeFirst()
  )?.account_id

export async function forgetPictureDecision(tx: Tx, { id, by, since }: TakingBack): Promise<string | undefined> {
  const { rows } = await sql<{ account_id: string }>`update pictures set decided = null
    where id = ${id} and review = 'held' and decided ->> 'by' = ${by}::text
      and (decided ->> 'at')::timestamptz > ${since} returning account_id`.execute(tx)
  return rows[0]?.account_id
}

const pending = {
  picture: (id: string) => sql`select decided ->> 'by' as by, (decided ->> 'at')::timestamptz as at from pictures
    where id = ${id} and review = 'held'`,
  check: (id: string) => sql`select decided_by::text as by, decided_at as at from photo_checks
    where id = ${id} and status = 'waiting'`,
  voice: (id: string) => sql`select voice_details #>> '{decided,by}' as by,
      (voice_details #>> '{decided,at}')::timestamptz as at from profiles
    where voice_details ? 'heldAt' and ${isVoiceHeld} and voice ->> 'fileId' = ${id}`,
}

export async function pendingDecision(tx: Tx, kind: keyof typeof pending, id: string) {
  const { rows } = await sql<{ by: string | null; at: Date | null }>`${pending[kind](id)}`.execute(tx)
  return rows[0]
}

/** Applies the decision made at `at`. Returns undefined if the decision was undone or the photo is gone. */
export async function applyPictureDecision(tx: Tx, id: string, at: string): Promise<Settled | undefined> {
  await sql`select identity_lock(account_id) from pictures where id = ${id}`.execute(tx)
  const { rows } = await sql<Settled>`
    with found as (
      select id, decided from pictures
      where id = ${id} and review = 'held' and decided ->> 'at' = ${at}::text for update)
    update pictures p set decided = null,
      review = case when (f.decided ->> 'shown')::boolean then 'shown' else 'refused' end
    from found f where p.id = f.id returning p.account_id, f.decided`.execute(tx)
  if (rows[0]) await writePictures(tx, rows[0].account_id, new Date(at))
  return rows[0]
}

export const noteCheckDecision = async (
  tx: Tx,
  id: string,
  { shown, by, at }: Pick<Decided, 'shown' | 'by' | 'at'>,
): Promise<string | undefined> =>
  (
    await tx
      .updateTable('photo_checks')
      .set({ decision: shown ? 'accepted' : 'refused', decided_by: by, decided_at: at })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('decision', 'is', null)
      .returning('account_id')
      .executeTakeFirst()
  )?.account_id

export const forgetCheckDecision = async (tx: Tx, { id, by, since }: TakingBack): Promise<string | undefined> =>
  (
    await tx
      .updateTable('photo_checks')
      .set({ decision: null, decided_by: null, decided_at: null })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('decision', 'is not', null)
      .where('decided_by', '=', by)
      .where('decided_at', '>', since)
      .returning('account_id')
      .executeTakeFirst()
  )?.account_id

export const applyCheckDecision = (tx: Tx, id: string, at: string) =>
  tx
    .updateTable('photo_checks')
    .set((eb) => ({ status: eb.fn.coalesce('decision', 'status'), decision: null }))
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('decision', 'is not', null)
    .where('decided_at', '=', new Date(at))
    .returning(['account_id', 'public_id', 'second_id', 'status'])
    .executeTakeFirst()

export const deleteSelfies = (tx: Tx, accountId: string, ids: readonly string[]) =>
  deletePictures(tx, sql`account_id = ${accountId} and public_id = any(${ids}::text[]) and position is null`)
