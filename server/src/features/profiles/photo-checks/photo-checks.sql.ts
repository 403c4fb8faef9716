import type { Db } from '../../../infra/db/db.ts'

export const latestPhotoCheck = (db: Db, accountId: string) =>
  db
    .selectFrom('photo_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertPhotoCheck = (db: Db, accountId: string, pose: string, now: Date) =>
  db
    .insertInto('photo_checks')
    .values({ account_id: accountId, pose, asked_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Whether this is an upload of the member that isn't attached to the profile. */
export const isUnattachedUpload = async (db: Db, accountId: string, publicId: string): Promise<boolean> =>
  (await db
    .selectFrom('pictures')
    .select('id')
    .where('public_id', '=', publicId)
    .where('account_id', '=', accountId)
    .where('position', 'is', null)
    .executeTakeFirst()) !== undefined

/** Attaches the selfie to the check that was requested; undefined if there is none. */
export const attachSelfie = (db: Db, accountId: string, publicId: string, now: Date) =>
  db
    .updateTable('photo_checks')
    .set({ public_id: publicId, status: 'waiting', sent_at: now })
    .where('account_id', '=', accountId)
    .where('status', '=', 'asked')
    .returningAll()
    .executeTakeFirst()
