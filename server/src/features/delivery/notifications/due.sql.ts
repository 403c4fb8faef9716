import { sql } from 'kysely'
import type { NotificationKind } from '@kindred/contract'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { NotificationDetails } from './rules.ts'

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

/** Email is done with these notifications: they were sent, or the member wants none. */
export const markMailed = (tx: Tx, accountId: string, ids: readonly string[], now: Date) =>
  sql`
    update notifications set told_at = ${now}
    where account_id = ${accountId} and id = any(${ids}::uuid[])`.execute(tx)

/** Everything that determines when, how and in which words a member is notified. */
export const recipientOf = (db: Db | Tx, id: string) =>
  db
    .selectFrom('identity_people')
    .select(['id', 'notify', 'time_zone', 'language', 'gender', 'state', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirst()
export type Recipient = NonNullable<Awaited<ReturnType<typeof recipientOf>>>
