import type { AgeMethod, AgePhoto } from '@kindred/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { placeOf, timeAndId } from '../../../infra/db/row-place.ts'

export const saveProof = (tx: Tx, id: string, by: AgeMethod, now: Date) =>
  sql`update accounts set age_proven_by = ${by}, age_proven_on = (${now}::timestamptz at time zone 'UTC')::date,
    age_asked_at = null, age_declined = null, version = version + 1 where id = ${id} and state <> 'erased'`.execute(tx)

export const saveAgeDeclined = (tx: Tx, id: string, message: string) =>
  sql`update accounts set age_declined = ${message}, version = version + 1
    where id = ${id} and state <> 'erased'`.execute(tx)

export const findAge = (db: Db | Tx, id: string) =>
  db
    .selectFrom('accounts')
    .select(['age_proven_by', 'age_proven_on', 'age_asked_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Staff are known, so a report doesn't keep them from writing. Returns false if there is nothing to ask. */
export const saveAsked = async (tx: Tx, id: string, now: Date, takesBack: boolean): Promise<boolean> =>
  (
    await sql`update accounts set age_asked_at = ${now}, age_proven_by = null, age_proven_on = null,
        version = version + 1
      where id = ${id} and age_asked_at is null and (${takesBack} or age_proven_on is null) and not is_admin and staff_role is null and state <> 'erased'`.execute(
      tx,
    )
  ).numAffectedRows === 1n

export const saveNotAsked = async (tx: Tx, id: string): Promise<boolean> =>
  (
    await sql`update accounts set age_asked_at = null, version = version + 1
      where id = ${id} and age_asked_at is not null`.execute(tx)
  ).numAffectedRows === 1n

// The photos. These queries ask the primary, because a standby has no unlogged tables. Only the two that need the bytes
// read them.

const kinds = sql<AgePhoto[]>`array_remove(array[case when document is not null then 'document' end,
  case when selfie is not null then 'selfie' end], null)`

export type PhotosRow = { id: string; kinds: AgePhoto[]; made_at: Date; sent_at: Date | null }

export const findPhotos = async (db: Db | Tx, accountId: string): Promise<PhotosRow | undefined> =>
  (
    await sql<PhotosRow>`
      select id, ${kinds} as kinds, made_at, sent_at from age_documents where account_id = ${accountId}`.execute(db)
  ).rows[0]

/**
 * Adds a photo, or replaces it. Returns false if the photos have been sent already, or if the member proved their age or
 * left during the upload: both delete the photos, and the lock keeps any from coming after. The first one begins the time.
 */
export const savePhoto = async (
  tx: Db | Tx,
  accountId: string,
  { kind, image, now }: { kind: AgePhoto; image: Buffer; now: Date },
): Promise<boolean> =>
  (
    await sql`insert into age_documents (account_id, ${sql.ref(kind)}, made_at)
      select id, ${image}::bytea, ${now}::timestamptz from accounts
      where id = ${accountId} and age_proven_on is null and state in ('active', 'paused') for share
      on conflict (account_id) do update set ${sql.ref(kind)} = excluded.${sql.ref(kind)}
      where age_documents.sent_at is null`.execute(tx)
  ).numAffectedRows === 1n

export const saveSent = async (tx: Tx, accountId: string, now: Date): Promise<boolean> =>
  (await sql`update age_documents set sent_at = ${now} where account_id = ${accountId} and sent_at is null`.execute(tx))
    .numAffectedRows === 1n

export const deletePhotos = (tx: Db | Tx, accountId: string) =>
  sql`delete from age_documents where account_id = ${accountId}`.execute(tx)

export type DeletedPhotos = { account_id: string; kinds: AgePhoto[]; sent_at: Date | null }

export const findSender = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await sql<{ account_id: string }>`select account_id from age_documents where id = ${id}`.execute(tx)).rows[0]
    ?.account_id

export const takePhotos = async (tx: Tx, id: string): Promise<DeletedPhotos | undefined> =>
  (
    await sql<DeletedPhotos>`delete from age_documents where id = ${id} and sent_at is not null
      returning account_id, ${kinds} as kinds, sent_at`.execute(tx)
  ).rows[0]

/** A few at a time, so that one transaction doesn't write to many people. */
export const takeOldPhotos = async (tx: Tx, before: Date, most: number): Promise<DeletedPhotos[]> =>
  (
    await sql<DeletedPhotos>`delete from age_documents where account_id in
      (select account_id from age_documents where made_at <= ${before} order by made_at limit ${most} for update skip locked)
      returning account_id, ${kinds} as kinds, sent_at`.execute(tx)
  ).rows

export const findPhoto = async (
  db: Db | Tx,
  id: string,
  kind: AgePhoto,
): Promise<{ account_id: string; image: Buffer | null } | undefined> =>
  (
    await sql<{ account_id: string; image: Buffer | null }>`
      select account_id, ${sql.ref(kind)} as image from age_documents where id = ${id} and sent_at is not null`.execute(
      db,
    )
  ).rows[0]

export type AgeCheckRow = PhotosRow & {
  sent_at: Date
  account_id: string
  name: string
  first_name: string
  date_of_birth: string | null
  language: string | null
  gender: string | null
  age_asked_at: Date | null
  place: string
}

/** One more than the limit, to know whether there are more. */
export const findAgeChecks = async (db: Db, after: string | undefined, limit: number): Promise<AgeCheckRow[]> =>
  (
    await sql<AgeCheckRow>`
      select d.id, ${kinds} as kinds, d.made_at, d.sent_at, d.account_id, a.first_name || ' ' || a.last_name as name,
        a.first_name, a.date_of_birth, a.language, a.gender, a.age_asked_at,
        ${placeOf(sql`d.sent_at`, sql`d.id`)} as place
      from age_documents d join accounts a on a.id = d.account_id
      where d.sent_at is not null and
        ${after ? sql`(d.sent_at, d.id) > ${timeAndId(after)}` : sql`true`}
      order by d.sent_at, d.id limit ${limit + 1}`.execute(db)
  ).rows

export const countAgeChecks = async (db: Db, most: number): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from (
      select from age_documents where sent_at is not null limit ${most}) c`.execute(db)
  ).rows[0]?.count ?? 0
