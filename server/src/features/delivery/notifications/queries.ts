import type { NotificationKind } from '@kindred/contract'
import { sql } from 'kysely'
import type { NotificationDetails } from './rules.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { first } from '../../../infra/first.ts'

export type Notice = {
  to: string
  kind: NotificationKind
  /** Unread notifications about the same topic are merged into one with a count. */
  topic: string
  details: NotificationDetails
  /** The person named in the details. Erasing them erases the notification, too. */
  about?: string
  /** The time of the event for the member. The default is the moment of the unit of work. */
  at?: Date
  premiumOnly?: boolean
}

export const membersWithDueMail = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (
    await sql<{ account_id: string }>`
      select account_id from (
        select account_id, due_at from notifications
        where told_at is null and read_at is null and due_at <= ${now} order by due_at limit ${limit}) due
      group by account_id order by min(due_at)`.execute(db)
  ).rows.map(({ account_id }) => account_id)

export type DueRow = {
  id: string
  kind: NotificationKind
  count: number
  details: NotificationDetails
  about_id: string | null
}

/** Skips rows that another worker has locked. */
export const lockDue = async (tx: Tx, accountId: string, until: Date): Promise<DueRow[]> =>
  (
    await sql<DueRow>`
      select id, kind, count, details, about_id from notifications
      where account_id = ${accountId} and told_at is null and read_at is null and due_at <= ${until}
      order by at for update skip locked`.execute(tx)
  ).rows

export async function postpone(tx: Tx, accountId: string, waiting: readonly { id: string; until: Date }[]) {
  if (waiting.length === 0) return
  await sql`
    update notifications n set due_at = w.until
    from unnest(${waiting.map(({ id }) => id)}::uuid[], ${waiting.map(({ until }) => until)}::timestamptz[])
      w(id, until)
    where n.account_id = ${accountId} and n.id = w.id`.execute(tx)
}

export const makeDue = (tx: Tx, accountId: string, now: Date) =>
  sql`
    update notifications set due_at = ${now}
    where account_id = ${accountId} and told_at is null and read_at is null and due_at > ${now}`.execute(tx)

/** Marks notifications that need no email any longer: they were emailed, or the member doesn't want email. */
export const markMailed = (tx: Tx, accountId: string, ids: readonly string[], now: Date) =>
  sql`
    update notifications set told_at = ${now}
    where account_id = ${accountId} and id = any(${ids}::uuid[])`.execute(tx)

/** Everything that determines when, how and in which words a member is notified. */
export const recipientOf = (db: Db | Tx, id: string) =>
  db
    .selectFrom('identity_people')
    .select(['id', 'notify', 'handful_hour', 'time_zone', 'language', 'gender', 'state', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirst()
export type Recipient = NonNullable<Awaited<ReturnType<typeof recipientOf>>>

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

/** The notified members, and those among them with a device for pushes, each listed once. */
export type Recorded = { notified: string[]; to_push: string[] }

const recordedIn = sql`
  coalesce(array_agg(distinct account_id), '{}') as notified,
  coalesce(array_agg(distinct account_id) filter (where needs_push), '{}') as to_push`

/** Rows of several people are always locked in the same order, which prevents deadlocks. */
export const saveNotifications = async (tx: Tx, notices: readonly Notice[], now: Date): Promise<Recorded> =>
  first(
    (
      await sql<Recorded>`
        select ${recordedIn} from (
          select account_id, delivery_record_one(account_id, notice, ${now}) as needs_push from (
            select (notice ->> 'to')::uuid as account_id, notice
            from jsonb_array_elements(${JSON.stringify(notices)}::jsonb) with ordinality n(notice, nth)
            order by notice ->> 'to', notice ->> 'topic', nth offset 0) each) saved
        where needs_push is not null`.execute(tx)
    ).rows,
  )

/**
 * Saves each member's minimum number of likes, with the due times of delivery_record_one. A day's notification doesn't
 * change once it is saved.
 */
export const saveLikeCounts = async (
  tx: Tx,
  counts: readonly { id: string; likes: number }[],
  day: Date,
  now: Date,
): Promise<Recorded> => {
  const ids = sql`${counts.map(({ id }) => id)}::uuid[]`
  const { rows } = await sql<{ account_id: string; needs_push: boolean }>`
    with counted as materialized (
      select n.id, n.likes, exists (select from push_subscriptions s where s.account_id = n.id) as has_device
      from unnest(${ids}, ${counts.map(({ likes }) => likes)}::int[]) n(id, likes)),
    announced as materialized (
      select account_id from notifications where account_id = any(${ids}) and topic = 'likes' and at = ${day})
    insert into notifications (account_id, kind, topic, details, count, at, due_at, pushed_at, push_due_at)
    select n.id, 'like', 'likes', '{"atLeast": true}'::jsonb, n.likes, ${day}::timestamptz,
      ${now}::timestamptz + interval '30 seconds', case when not n.has_device then ${now}::timestamptz end,
      case when n.has_device then ${now}::timestamptz + interval '5 minutes' end
    from counted n where n.id not in (select account_id from announced)
    on conflict (account_id, topic) where read_at is null
    do update set count = excluded.count, at = excluded.at, pushed_at = excluded.pushed_at,
      push_due_at = excluded.push_due_at
    returning account_id, pushed_at is null as needs_push`.execute(tx)
  const members = (some: typeof rows) => some.map(({ account_id }) => account_id)
  return { notified: members(rows), to_push: members(rows.filter(({ needs_push }) => needs_push)) }
}

export const newestNotifications = async (db: Db, accountId: string, limit: number): Promise<NotificationRow[]> =>
  (
    await sql<NotificationRow>`
      select ${columns} from notifications
      where account_id = ${accountId} order by at desc limit ${limit}`.execute(db)
  ).rows

export const markNotificationsRead = (db: Db, accountId: string, ids: readonly string[] | undefined, now: Date) =>
  sql`
    update notifications set read_at = ${now}
    where account_id = ${accountId} and read_at is null
      ${ids ? sql`and id = any(${ids}::uuid[])` : sql``}`.execute(db)

export const markTopicsRead = (db: Db, accountId: string, topics: readonly string[], now: Date) =>
  sql`
    update notifications set read_at = ${now}
    where account_id = ${accountId} and topic = any(${topics}) and read_at is null`.execute(db)

export const withdrawNotice = (tx: Tx, accountId: string, topic: string) =>
  tx.deleteFrom('notifications').where('account_id', '=', accountId).where('topic', '=', topic).execute()

type AboutPeople = 'superlike' | 'match' | 'message'

export const withdrawAbout = (tx: Tx, accountId: string, aboutId: string, kinds: AboutPeople[]) =>
  sql`
    delete from notifications where account_id = ${accountId} and about_id = ${aboutId} and kind = any(${kinds})`.execute(
    tx,
  )

export const withdrawBetween = (tx: Tx, one: string, other: string, kinds: AboutPeople[]) =>
  sql`
    with theirs as (
      delete from notifications where account_id = ${other} and about_id = ${one} and kind = any(${kinds}))
    delete from notifications where account_id = ${one} and about_id = ${other} and kind = any(${kinds})`.execute(tx)

/**
 * Removes an undone event from the count of its unread notification, which is deleted if nothing is left. A
 * notification counts the newest events of its topic, so if its count is no higher than `later`, it doesn't include
 * this event.
 */
export const uncountNotice = (
  tx: Tx,
  { to, topic }: Pick<Notice, 'to' | 'topic'>,
  { at, later }: { at: Date; later: number },
) => {
  const counting = sql`account_id = ${to} and topic = ${topic} and read_at is null and at >= ${at} and count > ${later}`
  return sql`
    with gone as (delete from notifications where ${counting} and count = 1)
    update notifications set count = count - 1 where ${counting} and count > 1`.execute(tx)
}

export const unreadTopicsOf = async (db: Db, accountId: string, topics: readonly string[]): Promise<string[]> =>
  (
    await sql<{ topic: string }>`
      select topic from notifications
      where account_id = ${accountId} and topic = any(${topics}) and read_at is null`.execute(db)
  ).rows.map(({ topic }) => topic)
