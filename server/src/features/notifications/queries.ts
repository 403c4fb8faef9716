import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/db/db.ts'

export type Row = {
  id: string
  account_id: string
  kind: string
  count: number
  details: Record<string, string>
  at: Date
  read_at: Date | null
}

/** As long as it is unread, the same topic is one notification with a count. */
export const add = (tx: Tx, accountId: string, kind: string, topic: string, details: object, now: Date) =>
  sql`insert into notifications (account_id, kind, topic, details, at) values (${accountId}, ${kind}, ${topic}, ${JSON.stringify(details)}, ${now})
    on conflict (account_id, topic) where read_at is null
    do update set count = notifications.count + 1, at = excluded.at, details = excluded.details`.execute(tx)

export const newest = async (db: Db, accountId: string, most: number): Promise<Row[]> =>
  (
    await sql<Row>`select id, account_id, kind, count, details, at, read_at from notifications
      where account_id = ${accountId} order by at desc limit ${most}`.execute(db)
  ).rows

export const markRead = (db: Db, accountId: string, ids: readonly string[] | undefined, now: Date) =>
  db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) =>
      query.where('id', 'in', ids!.length > 0 ? [...ids!] : ['00000000-0000-0000-0000-000000000000']),
    )
    .execute()

export const readTopic = (db: Db | Tx, accountId: string, topic: string, now: Date) =>
  db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('account_id', '=', accountId)
    .where('topic', '=', topic)
    .where('read_at', 'is', null)
    .execute()

export const unreadOf = async (db: Db, accountId: string, topics: readonly string[]): Promise<string[]> =>
  (
    await sql<{ topic: string }>`select topic from notifications
      where account_id = ${accountId} and topic = any(${topics}) and read_at is null`.execute(db)
  ).rows.map(({ topic }) => topic)

/** People of whom something waits to be told outside. */
export const waiting = async (db: Db, before: Date, most: number): Promise<{ account_id: string }[]> =>
  (
    await sql<{ account_id: string }>`select distinct account_id from notifications
      where told_at is null and read_at is null and at < ${before} limit ${most}`.execute(db)
  ).rows

/** Holds what waits of one person, so that two workers do not tell it twice. */
export const hold = async (tx: Tx, accountId: string): Promise<Row[]> =>
  (
    await sql<Row>`select id, account_id, kind, count, details, at, read_at from notifications
      where account_id = ${accountId} and told_at is null and read_at is null order by at for update skip locked`.execute(
      tx,
    )
  ).rows

export const markTold = (tx: Tx, ids: readonly string[], now: Date) =>
  tx.updateTable('notifications').set({ told_at: now }).where('id', 'in', ids).execute()

export const account = (db: Db | Tx, id: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'notify', 'time_zone', 'state', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export const keepSettings = (db: Db, id: string, notify: object) =>
  db
    .updateTable('accounts')
    .set({ notify: JSON.stringify(notify) })
    .where('id', '=', id)
    .execute()

export const subscriptions = (db: Db, accountId: string) =>
  db.selectFrom('push_subscriptions').selectAll().where('account_id', '=', accountId).execute()

export const addSubscription = (
  db: Db,
  account_id: string,
  endpoint: string,
  p256dh: string,
  auth: string,
  created_at: Date,
) =>
  db
    .insertInto('push_subscriptions')
    .values({ account_id, endpoint, p256dh, auth, created_at })
    .onConflict((row) => row.column('endpoint').doUpdateSet({ account_id, p256dh, auth }))
    .execute()

export const dropSubscription = (db: Db, endpoint: string, accountId?: string) =>
  db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .execute()
