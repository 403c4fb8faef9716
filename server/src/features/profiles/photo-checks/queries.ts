import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export const latestPhotoCheck = (db: Db, accountId: string) =>
  db
    .selectFrom('photo_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

type Asked = { pose: string; second_pose: string; asked_at: Date }

/** Poses that weren't used are replaced. Undefined while selfies wait for a decision. */
export const insertPhotoCheck = (db: Db, accountId: string, asked: Asked) =>
  db
    .insertInto('photo_checks')
    .values({ account_id: accountId, ...asked })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        // Without parameters, so that PostgreSQL recognizes the partial index.
        .where(sql<boolean>`status in ('asked', 'waiting')`)
        .doUpdateSet(asked)
        .where('photo_checks.status', '=', 'asked'),
    )
    .returningAll()
    .executeTakeFirst()

type Selfies = { publicId: string; secondId: string }

export const attachSelfies = (tx: Tx, accountId: string, { publicId, secondId }: Selfies, now: Date, since: Date) =>
  tx
    .updateTable('photo_checks')
    .set({ public_id: publicId, second_id: secondId, status: 'waiting', sent_at: now })
    .where('account_id', '=', accountId)
    .where('status', '=', 'asked')
    .where('asked_at', '>=', since)
    .returningAll()
    .executeTakeFirst()
