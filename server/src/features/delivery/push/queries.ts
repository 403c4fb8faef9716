import type { NotificationKind } from '@kindred/contract'
import { type Insertable, sql } from 'kysely'
import type { NotificationDetails } from '../notifications/rules.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { PushSubscriptions } from '../../../infra/db/schema.ts'

export type PushRow = { id: string; kind: NotificationKind; count: number; details: NotificationDetails }

export const notificationsToPush = async (db: Db, accountId: string): Promise<PushRow[]> =>
  (
    await sql<PushRow>`
      select id, kind, count, details from notifications
      where account_id = ${accountId} and pushed_at is null and read_at is null order by at`.execute(db)
  ).rows

/** Skips notifications whose count has grown since they were read. */
export const markPushed = (db: Db, accountId: string, rows: readonly PushRow[], now: Date) =>
  sql`
    update notifications n set pushed_at = ${now}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ count }) => count)}::int[]) t(id, count)
    where n.account_id = ${accountId} and n.id = t.id and n.count <= t.count`.execute(db)

export async function postponePushes(db: Db, accountId: string, rows: readonly { id: string; until: Date | null }[]) {
  const waiting = rows.filter(({ until }) => until !== null)
  if (waiting.length === 0) return
  await sql`
    update notifications n set push_due_at = w.until
    from unnest(${waiting.map(({ id }) => id)}::uuid[], ${waiting.map(({ until }) => until)}::timestamptz[])
      w(id, until)
    where n.account_id = ${accountId} and n.id = w.id and n.pushed_at is null and n.read_at is null`.execute(db)
}

/** Each due push is claimed once. Returns the members. */
export const takeDuePushes = async (tx: Tx, now: Date, limit: number): Promise<string[]> =>
  (
    await sql<{ account_id: string }>`
      with due as materialized (
        select account_id, id from notifications
        where push_due_at <= ${now} and pushed_at is null and read_at is null order by push_due_at limit ${limit})
      update notifications n set push_due_at = null from due
      where n.account_id = due.account_id and n.id = due.id
        and n.push_due_at <= ${now} and n.pushed_at is null and n.read_at is null
      returning n.account_id`.execute(tx)
  ).rows.map(({ account_id }) => account_id)

/**
 * Leaves out those whose session is over, such as one that was ended from another device: it may be in other hands.
 * Their rows are deleted with the session's.
 */
export const subscriptionsOf = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('push_subscriptions as p')
    .innerJoin('identity_open_sessions as s', (on) =>
      on.onRef('s.account_id', '=', 'p.account_id').onRef('s.id', '=', 'p.session_id'),
    )
    .select(['p.endpoint', 'p.p256dh', 'p.auth'])
    .where('p.account_id', '=', accountId)
    .where('s.ends_at', '>', now)
    .execute()

/** Serializes adding an account's browsers, so that their count is right. */
export const lockSubscriptions = (tx: Tx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('browsers of ' || ${accountId}, 0))`.execute(tx)

/** Takes over a subscription that another account in the same browser had. */
export const saveSubscription = (tx: Tx, subscription: Insertable<PushSubscriptions>) =>
  tx
    .insertInto('push_subscriptions')
    .values(subscription)
    .onConflict((row) => row.column('endpoint').doUpdateSet(subscription))
    .execute()

export const deleteOldSubscriptions = (tx: Tx, accountId: string, most: number) =>
  tx
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('endpoint', 'in', (eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select('endpoint')
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(most),
    )
    .execute()

export const deleteSubscription = (db: Db, accountId: string, endpoint: string) =>
  db.deleteFrom('push_subscriptions').where('account_id', '=', accountId).where('endpoint', '=', endpoint).execute()
