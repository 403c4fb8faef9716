import { sql } from 'kysely'
import { later, seconds } from '../clock.ts'
import { transaction, type Db } from '../db/db.ts'
import type { WaitingFile } from './storage.ts'

const MB = 1024 * 1024
/** Limits the space of waiting files, so that a long outage of the bucket doesn't fill the disk. */
const MOST = 512 * MB
const MOST_OF_ONE = 32 * MB

/** Uploads in progress have reached the bucket by then. */
const SETTLED = seconds(30)
/** Another worker takes a file after this time, which is longer than any request to the bucket. */
const LEASE = seconds(60)
const LONGEST_PAUSE = seconds(120)
const FIRST_PAUSE = seconds(15)

type Kept = { key: string; bytes: Uint8Array; owner: string; now: Date }

export const keepWaiting = (db: Db, { key, bytes, owner, now }: Kept): Promise<boolean> =>
  transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('media waiting', 0))`.execute(tx)
    const { rows } = await sql`
      insert into media_waiting (key, owner_id, bytes, size, since, due_at)
      select ${key}, ${owner}::uuid, ${Buffer.from(bytes)}::bytea, ${bytes.length}::int, ${now}, ${now}
      where ${bytes.length}::int + (select coalesce(sum(size), 0) from media_waiting) <= ${MOST}
        and ${bytes.length}::int + (select coalesce(sum(size), 0) from media_waiting where owner_id = ${owner}::uuid)
          <= ${MOST_OF_ONE}
      on conflict (key) do update set bytes = excluded.bytes, size = excluded.size, due_at = excluded.due_at
      returning key`.execute(tx)
    return rows.length > 0
  })

/** Finds a waiting file. The bytes are null if it was removed. */
export const findWaiting = (db: Db, key: string): Promise<{ bytes: Buffer | null } | undefined> =>
  db.selectFrom('media_waiting').select('bytes').where('key', '=', key).executeTakeFirst()

export const findWaitingBefore = (db: Db, time: Date, most: number): Promise<WaitingFile[]> =>
  db
    .selectFrom('media_waiting')
    .select(['key', 'owner_id as owner'])
    .where('since', '<', time)
    .where('bytes', 'is not', null)
    .orderBy('since')
    .limit(most)
    .execute()

/**
 * Drops the bytes of a waiting file. The row stays until a job has also deleted the file from the bucket, where a copy
 * in transit may still arrive. Returns true if the file was waiting.
 */
export async function removeWaiting(db: Db, key: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update media_waiting set bytes = null, size = 0, due_at = greatest(due_at, ${later(now, SETTLED)})
    where key = ${key} returning key`.execute(db)
  return rows.length > 0
}

export type Taken = { key: string; bytes: Buffer | null; tries: number }

export async function takeWaiting(db: Db, now: Date, most: number): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    update media_waiting set tries = tries + 1, due_at = ${later(now, LEASE)}
    where key in (select key from media_waiting where due_at <= ${now} order by due_at limit ${most}
      for update skip locked)
    returning key, bytes, tries`.execute(db)
  return rows
}

/** Keeps the row if the file was removed while it was being moved. */
export const forgetWaiting = (db: Db, { key, bytes, tries }: Taken) =>
  db
    .deleteFrom('media_waiting')
    .where('key', '=', key)
    .where('tries', '=', tries)
    .where('bytes', bytes ? 'is not' : 'is', null)
    .execute()

export const postponeWaiting = (db: Db, { key, tries }: Taken, now: Date) =>
  db
    .updateTable('media_waiting')
    .set({ due_at: later(now, Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE)) })
    .where('key', '=', key)
    .where('tries', '=', tries)
    .execute()

export type WaitingMedia = { count: number; bytes: number; seconds: number }

export async function waitingMedia(db: Db): Promise<WaitingMedia> {
  const { rows } = await sql<WaitingMedia>`
    select count(*)::int as count, coalesce(sum(size), 0)::float as bytes,
      coalesce(extract(epoch from clock_timestamp() - min(since)), 0)::float as seconds
    from media_waiting`.execute(db)
  return rows[0] ?? { count: 0, bytes: 0, seconds: 0 }
}
