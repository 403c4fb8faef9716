import { sql, type RawBuilder } from 'kysely'
import type { NotificationKind } from '@kindred/contract'
import { later, seconds } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Notice } from './record.ts'
import type { NotificationDetails } from './rules.ts'

export type NotificationRow = {
  id: string
  account_id: string
  kind: NotificationKind
  count: number
  details: NotificationDetails
  at: Date
  read_at: Date | null
  about_id: string | null
}

const columns = sql`id, account_id, kind, count, details, at, read_at, about_id`

export type SavedNotification = { account_id: string; needs_push: boolean }

/** Members who are online read a notification before it is emailed. */
const MAIL_DELAY = seconds(30)

/** A notification without any device to push it to counts as pushed. */
const pushedAt = (accountId: RawBuilder<unknown>, now: Date) => sql`
  case when exists (select from push_subscriptions where account_id = ${accountId})
    then null else ${now}::timestamptz end`

/**
 * Saves notifications in one statement. Each topic has one unread notification, which counts: it is emailed once, but
 * pushed each time. Erased accounts get none, such as when a subscription ends later.
 */
export async function saveNotifications(
  tx: Tx,
  notices: readonly Notice[],
  now: Date,
): Promise<readonly SavedNotification[]> {
  const column = <T>(value: (notice: Notice) => T) => sql`${notices.map(value)}`
  const { rows } = await sql<SavedNotification>`
    insert into notifications (account_id, kind, topic, details, about_id, at, due_at, pushed_at)
    select a.id, n.kind, n.topic, n.details, n.about_id, n.at, ${later(now, MAIL_DELAY)},
      ${pushedAt(sql`a.id`, now)}
    from unnest(${column(({ to }) => to)}::uuid[], ${column(({ kind }) => kind)}::text[],
        ${column(({ topic }) => topic)}::text[], ${column(({ details }) => JSON.stringify(details))}::jsonb[],
        ${column(({ about = null }) => about)}::uuid[], ${column(({ at = now }) => at)}::timestamptz[],
        ${column(({ premiumOnly = false }) => premiumOnly)}::boolean[])
        n(account_id, kind, topic, details, about_id, at, premium_only)
      join identity_people a on a.id = n.account_id
    where a.state <> 'erased' and (not n.premium_only or a.premium_until > ${now})
    on conflict (account_id, topic) where read_at is null
    do update set count = notifications.count + 1, at = excluded.at, details = excluded.details,
      about_id = excluded.about_id, pushed_at = excluded.pushed_at
    returning account_id, pushed_at is null as needs_push`.execute(tx)
  return rows
}

/** Saves how many people like each member. A day's notification isn't changed once it is saved. */
export const saveLikeCounts = async (
  tx: Tx,
  counts: readonly { id: string; likes: number }[],
  day: Date,
  now: Date,
): Promise<readonly SavedNotification[]> =>
  (
    await sql<SavedNotification>`
      insert into notifications (account_id, kind, topic, details, count, at, due_at, pushed_at)
      select n.id, 'like', 'like', '{}', n.likes, ${day}::timestamptz, ${later(now, MAIL_DELAY)}::timestamptz,
        ${pushedAt(sql`n.id`, now)}
      from unnest(${counts.map(({ id }) => id)}::uuid[], ${counts.map(({ likes }) => likes)}::int[]) n(id, likes)
      where not exists (
        select from notifications t where t.account_id = n.id and t.topic = 'like' and t.at = ${day})
      on conflict (account_id, topic) where read_at is null
      do update set count = excluded.count, at = excluded.at, pushed_at = excluded.pushed_at
      returning account_id, pushed_at is null as needs_push`.execute(tx)
  ).rows

export const newestNotifications = async (db: Db, accountId: string, limit: number): Promise<NotificationRow[]> =>
  (
    await sql<NotificationRow>`
      select ${columns} from notifications
      where account_id = ${accountId} order by at desc limit ${limit}`.execute(db)
  ).rows

/** Marks these notifications as read, or all of them. */
export const markNotificationsRead = (db: Db, accountId: string, ids: readonly string[] | undefined, now: Date) =>
  sql`
    update notifications set read_at = ${now}
    where account_id = ${accountId} and read_at is null
      ${ids ? sql`and id = any(${ids}::uuid[])` : sql``}`.execute(db)

export const markTopicsRead = (db: Db, accountId: string, topics: readonly string[], now: Date) =>
  sql`
    update notifications set read_at = ${now}
    where account_id = ${accountId} and topic = any(${topics}) and read_at is null`.execute(db)

export const unreadTopicsOf = async (db: Db, accountId: string, topics: readonly string[]): Promise<string[]> =>
  (
    await sql<{ topic: string }>`
      select topic from notifications
      where account_id = ${accountId} and topic = any(${topics}) and read_at is null`.execute(db)
  ).rows.map(({ topic }) => topic)
