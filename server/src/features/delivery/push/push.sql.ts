import { sql, type Insertable } from 'kysely'
import type { NotificationKind } from '@kindred/contract'
import type { Db } from '../../../infra/db/db.ts'
import type { PushSubscriptions } from '../../../infra/db/schema.ts'
import type { NotificationDetails } from '../notifications/rules.ts'

export type PushRow = { id: string; kind: NotificationKind; count: number; details: NotificationDetails }

export const notificationsToPush = async (db: Db, accountId: string): Promise<PushRow[]> =>
  (
    await sql<PushRow>`
      select id, kind, count, details from notifications
      where account_id = ${accountId} and pushed_at is null and read_at is null order by at`.execute(db)
  ).rows

/** Marks notifications as pushed, except those whose count has grown since they were read. */
export const markPushed = (db: Db, rows: readonly PushRow[], now: Date) =>
  sql`
    update notifications n set pushed_at = ${now}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ count }) => count)}::int[]) t(id, count)
    where n.id = t.id and n.count = t.count`.execute(db)

export const subscriptionsOf = (db: Db, accountId: string) =>
  db.selectFrom('push_subscriptions').selectAll().where('account_id', '=', accountId).execute()

/** Saves a browser's subscription. A browser that is used by another account now belongs to that account. */
export const saveSubscription = (db: Db, { created_at, ...subscription }: Insertable<PushSubscriptions>) =>
  db
    .insertInto('push_subscriptions')
    .values({ ...subscription, created_at })
    .onConflict((row) => row.column('endpoint').doUpdateSet(subscription))
    .execute()

export const deleteSubscription = (db: Db, endpoint: string) =>
  db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()

export const deleteSubscriptionOf = (db: Db, accountId: string, endpoint: string) =>
  db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('account_id', '=', accountId).execute()
