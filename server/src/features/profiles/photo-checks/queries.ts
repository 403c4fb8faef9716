import type { Db, Tx } from '../../../infra/db/db.ts'

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

export const attachSelfie = (tx: Tx, accountId: string, publicId: string, now: Date) =>
  tx
    .updateTable('photo_checks')
    .set({ public_id: publicId, status: 'waiting', sent_at: now })
    .where('account_id', '=', accountId)
    .where('status', '=', 'asked')
    .returningAll()
    .executeTakeFirst()
