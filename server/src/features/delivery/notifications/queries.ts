import { sql, type Insertable, type RawBuilder } from 'kysely'
import { later, seconds } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { PushSubscriptions } from '../../../infra/db/schema.ts'

export type Row = {
  id: string
  account_id: string
  kind: string
  count: number
  details: Record<string, string>
  at: Date
  read_at: Date | null
  about_id: string | null
}

/** Whoever is here reads it meanwhile, and gets no mail. */
const A_WHILE = seconds(30)

/**
 * As long as it is unread, the same topic is one notification with a count. By mail it is told once; each push anew, where
 * anybody takes them.
 */
type News = { to: string; kind: string; topic: string; details: object; about?: string }

/** Nothing for who was erased: what happens afterwards, such as the end of a subscription, finds nobody to tell. */
export async function add(tx: Tx, { to, kind, topic, details, about }: News, now: Date) {
  const { rows } = await sql<{ pushes: boolean }>`
    insert into notifications (account_id, kind, topic, details, about_id, at, due_at, pushed_at)
    select a.id, ${kind}, ${topic}, ${JSON.stringify(details)}, ${about ?? null}::uuid, ${now}, ${later(now, A_WHILE)},
      case when ${takesPushes(sql`a.id`)} then null else ${now}::timestamptz end
    from identity_people a where a.id = ${to} and a.state <> 'erased'
    on conflict (account_id, topic) where read_at is null
    do update set count = notifications.count + 1, at = excluded.at, details = excluded.details, about_id = excluded.about_id,
      pushed_at = excluded.pushed_at
    returning pushed_at is null as pushes`.execute(tx)
  return rows[0]
}

const takesPushes = (account: RawBuilder<unknown>) =>
  sql`exists (select from push_subscriptions where account_id = ${account})`

/** The same for a like, where its receiver has premium. */
export async function addLikeForPremium(
  tx: Tx,
  accountId: string,
  now: Date,
): Promise<{ pushes: boolean } | undefined> {
  const { rows } = await sql<{ pushes: boolean }>`
    insert into notifications (account_id, kind, topic, details, at, due_at, pushed_at)
    select a.id, 'like', 'like', '{}', date_trunc('day', ${now}::timestamptz, 'UTC'), ${later(now, A_WHILE)},
      case when ${takesPushes(sql`a.id`)} then null else ${now}::timestamptz end
    from identity_people a where a.id = ${accountId} and a.premium_until > ${now}
    on conflict (account_id, topic) where read_at is null
    do update set count = notifications.count + 1, at = excluded.at, pushed_at = excluded.pushed_at
    returning pushed_at is null as pushes`.execute(tx)
  return rows[0]
}

/** How many like each of these. What was told of this day already stays as it is. */
export const addLikes = async (tx: Tx, counted: readonly { id: string; likes: number }[], day: Date, now: Date) =>
  (
    await sql<{ account_id: string; pushes: boolean }>`
      insert into notifications (account_id, kind, topic, details, count, at, due_at, pushed_at)
      select n.id, 'like', 'like', '{}', n.likes, ${day}::timestamptz, ${later(now, A_WHILE)}::timestamptz,
        case when ${takesPushes(sql`n.id`)} then null else ${now}::timestamptz end
      from unnest(${counted.map(({ id }) => id)}::uuid[], ${counted.map(({ likes }) => likes)}::int[]) n(id, likes)
      where not exists (select from notifications t where t.account_id = n.id and t.topic = 'like' and t.at = ${day})
      on conflict (account_id, topic) where read_at is null
      do update set count = excluded.count, at = excluded.at, pushed_at = excluded.pushed_at
      returning account_id, pushed_at is null as pushes`.execute(tx)
  ).rows

export const newest = async (db: Db, accountId: string, most: number): Promise<Row[]> =>
  (
    await sql<Row>`select ${columns} from notifications
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

/** People of whom something is due to be told by mail, who waits longest first. */
export const waiting = async (db: Db, now: Date, most: number): Promise<string[]> =>
  (
    await sql<{ account_id: string }>`select account_id from (
        select account_id, due_at from notifications where told_at is null and read_at is null and due_at <= ${now} order by due_at limit ${most}) due
      group by account_id order by min(due_at)`.execute(db)
  ).rows.map(({ account_id }) => account_id)

const columns = sql`id, account_id, kind, count, details, at, read_at, about_id`

/** Holds what is due of one person, so that two workers do not tell it twice. */
export const holdDue = async (tx: Tx, accountId: string, now: Date): Promise<Row[]> =>
  (
    await sql<Row>`select ${columns} from notifications
      where account_id = ${accountId} and told_at is null and read_at is null and due_at <= ${now} order by at for update skip locked`.execute(
      tx,
    )
  ).rows

export const putOff = (tx: Tx, id: string, until: Date) =>
  tx.updateTable('notifications').set({ due_at: until }).where('id', '=', id).execute()

export const dueNow = (tx: Tx, accountId: string, now: Date) =>
  sql`update notifications set due_at = ${now} where account_id = ${accountId} and told_at is null and read_at is null and due_at > ${now}`.execute(
    tx,
  )

export const toPush = async (db: Db, accountId: string): Promise<Row[]> =>
  (
    await sql<Row>`select ${columns} from notifications
      where account_id = ${accountId} and pushed_at is null and read_at is null order by at`.execute(db)
  ).rows

/** As they were told: what has come since then waits. */
export const markPushed = (db: Db, rows: readonly Row[], now: Date) =>
  sql`update notifications n set pushed_at = ${now} from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ count }) => count)}::int[]) t(id, count)
    where n.id = t.id and n.count = t.count`.execute(db)

export const markTold = (tx: Tx, ids: readonly string[], now: Date) =>
  sql`update notifications set told_at = ${now} where id = any(${ids}::uuid[])`.execute(tx)

export type Account = NonNullable<Awaited<ReturnType<typeof account>>>
export const account = (db: Db | Tx, id: string) =>
  db
    .selectFrom('identity_people')
    .select(['id', 'notify', 'time_zone', 'state', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Until the transaction ends nobody else changes the settings that are read here. */
export async function lockAccount(tx: Tx, id: string) {
  await sql`select identity_lock(${id})`.execute(tx)
  return tx.selectFrom('identity_people').select(['id', 'notify']).where('id', '=', id).executeTakeFirst()
}

export const saveSettings = (tx: Tx, id: string, notify: object) =>
  sql`select from identity_change(${id}, ${JSON.stringify({ notify })}::jsonb, false)`.execute(tx)

export const subscriptions = (db: Db, accountId: string) =>
  db.selectFrom('push_subscriptions').selectAll().where('account_id', '=', accountId).execute()

export const addSubscription = (db: Db, { created_at, ...subscription }: Insertable<PushSubscriptions>) =>
  db
    .insertInto('push_subscriptions')
    .values({ ...subscription, created_at })
    .onConflict((row) => row.column('endpoint').doUpdateSet(subscription))
    .execute()

export const dropSubscription = (db: Db, endpoint: string, accountId?: string) =>
  db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .execute()
