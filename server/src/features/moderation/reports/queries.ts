import { sql, type RawBuilder, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Reports } from '../../../infra/db/schema.ts'

export { byId, hold, list, type ReportRow } from './list.ts'

export type ReplyRow = {
  id: string
  report_id: string
  by_staff: boolean
  is_internal: boolean
  message: string
  at: Date
  name: string | null
}

export const repliesOf = async (db: Db | Tx, reportIds: readonly string[], internalToo: boolean): Promise<ReplyRow[]> =>
  (
    await sql<ReplyRow>`select p.id, p.report_id, p.by_staff, p.is_internal, p.message, p.at, a.full_name as name
      from report_replies p left join identity_people a on a.id = p.author_id
      where p.report_id = any(${reportIds}::uuid[]) and (${internalToo} or not p.is_internal) order by p.id`.execute(db)
  ).rows

type NewReport = {
  reporter_id: string
  about_id: string | null
  message_id: string | null
  public_id: string | null
  evidence: string
  problem_type: string
  description: string
  priority: string
  priority_rank: number
  priority_parts: string
  created_at: Date
  updated_at: Date
  clocks_from: Date
  first_due_at: Date
  resolve_due_at: Date
}
export const add = (tx: Tx, report: NewReport) =>
  tx.insertInto('reports').values(report).returning('id').executeTakeFirstOrThrow()

/** The same thing told by the same person, still open. */
export const sameOpen = async (
  tx: Tx,
  reporter: string,
  { type, about, message, picture }: Record<'about' | 'message' | 'picture', string | null> & { type: string },
) =>
  (
    await sql<{
      id: string
      priority: string
    }>`select id, priority from reports where reporter_id = ${reporter} and problem_type = ${type} and status in ('pending', 'in_progress')
      and about_id is not distinct from ${about}::uuid and message_id is not distinct from ${message}::uuid and public_id is not distinct from ${picture}
      and (about_id is not null or message_id is not null or public_id is not null) limit 1`.execute(tx)
  ).rows[0]

export const earlierAbout = async (tx: Tx, about: string): Promise<number> =>
  (
    await sql<{
      count: number
    }>`select count(distinct reporter_id)::int as count from reports where about_id = ${about} and status <> 'rejected'`.execute(
      tx,
    )
  ).rows[0]!.count

/** A message that the reporter could read, with who wrote it. */
export const messageSeenBy = async (tx: Tx, reporter: string, messageId: string) =>
  (
    await sql<{
      text: string | null
      sender_id: string
      created_at: Date
      deleted_at: Date | null
      public_id: string | null
    }>`
      select g.text, g.sender_id, g.created_at, g.deleted_at, g.public_id from chat_messages g join matching_matches m on m.id = g.match_id
      where g.id = ${messageId} and ${reporter} in (m.a_id, m.b_id) and g.sender_id <> ${reporter}`.execute(tx)
  ).rows[0]

export const ownerOfPicture = (tx: Tx, publicId: string) =>
  tx.selectFrom('profiles_pictures').select('account_id').where('public_id', '=', publicId).executeTakeFirst()

export const personExists = (tx: Tx, id: string) =>
  tx.selectFrom('identity_people').select('id').where('id', '=', id).where('state', '!=', 'erased').executeTakeFirst()

export const addReply = (
  tx: Tx,
  reply: { report_id: string; author_id: string; by_staff: boolean; is_internal: boolean; message: string; at: Date },
) => tx.insertInto('report_replies').values(reply).execute()

/** What a word does to the clocks: an answer meets what waits for one; a word of the reporter's begins to wait for the next. */
export type Effect = { answered: true } | { waitsUntil: Date } | 'none'

export const countReply = (tx: Tx, id: string, now: Date, effect: Effect) => {
  const clocks =
    effect === 'none'
      ? sql``
      : 'answered' in effect
        ? sql`, first_answer_at = coalesce(first_answer_at, ${now}), next_due_at = null`
        : sql`, next_due_at = case when first_answer_at is null then null else coalesce(next_due_at, ${effect.waitsUntil}) end`
  return sql`update reports set reply_count = reply_count + 1, updated_at = ${now}, version = version + 1${clocks}
    where id = ${id}`.execute(tx)
}

export const change = (tx: Tx, id: string, values: Updateable<Reports>, now: Date) =>
  tx
    .updateTable('reports')
    .set((eb) => ({ ...values, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

type Change = {
  report_id: string
  actor_id: string
  at: Date
  what: string
  before: string | null
  after: string | null
  reason: string | null
}
export const note = (tx: Tx, entry: Change) => tx.insertInto('report_history').values(entry).execute()

export const historyOf = async (db: Db, reportId: string) =>
  (
    await sql<{
      id: string
      name: string | null
      at: Date
      what: string
      before: string | null
      after: string | null
      reason: string | null
    }>`
      select h.id, a.full_name as name, h.at, h.what, h.before, h.after, h.reason
      from report_history h left join identity_people a on a.id = h.actor_id where h.report_id = ${reportId} order by h.id`.execute(
      db,
    )
  ).rows

export const lastChanger = async (db: Db | Tx, reportId: string): Promise<string> =>
  (
    await sql<{ name: string | null }>`select a.full_name as name from report_history h
      left join identity_people a on a.id = h.actor_id where h.report_id = ${reportId} order by h.id desc limit 1`.execute(
      db,
    )
  ).rows[0]?.name ?? 'somebody'

export const remove = (tx: Tx, id: string) => tx.deleteFrom('reports').where('id', '=', id).execute()

/** The report that is due first of those that nobody holds. Whoever asks at the same moment gets the one after it. */
export const claim = async (tx: Tx, assignee: string, now: Date, until: Date): Promise<string | undefined> =>
  (
    await sql<{ id: string }>`update reports set assignee_id = ${assignee}, lease_until = ${until} where id = (
        select id from reports where status in ('pending', 'in_progress') and (lease_until is null or lease_until < ${now})
        order by due_at, priority_rank, created_at limit 1 for update skip locked) returning id`.execute(tx)
  ).rows[0]?.id

export const release = (db: Db, id: string, assignee: string) =>
  db
    .updateTable('reports')
    .set({ lease_until: null, assignee_id: null })
    .where('id', '=', id)
    .where('assignee_id', '=', assignee)
    .execute()

type Figures = {
  total: number
  pending: number
  high: number
  overdue: number
  average: number | null
  median: number | null
  p90: number | null
  by_status: Record<string, number>
  by_type: Record<string, number>
  by_priority: Record<string, number>
  by_month: Record<string, number>
}
const grouped = (column: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_object_agg(k, n) from (select ${column} as k, count(*)::int as n from reports group by 1) g), '{}')`

export const statistics = async (db: Db, now: Date): Promise<Figures> =>
  (
    await sql<Figures>`select count(*)::int as total, count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where priority in ('critical', 'high'))::int as high,
        count(*) filter (where due_at < ${now})::int as overdue,
        avg(extract(epoch from first_answer_at - created_at))::float8 as average,
        percentile_cont(0.5) within group (order by extract(epoch from first_answer_at - created_at))::float8 as median,
        percentile_cont(0.9) within group (order by extract(epoch from first_answer_at - created_at))::float8 as p90,
        ${grouped(sql`status`)} as by_status, ${grouped(sql`problem_type`)} as by_type, ${grouped(sql`priority`)} as by_priority,
        ${grouped(sql`to_char(created_at, 'YYYY-MM')`)} as by_month
      from reports`.execute(db)
  ).rows[0]!

export const contacts = async (db: Db, accountId: string, since: Date) =>
  (
    await sql<{ id: string; first_name: string }>`select a.id, a.first_name from matching_matches m
      join identity_people a on a.id = case when m.a_id = ${accountId} then m.b_id else m.a_id end
      where ${accountId} in (m.a_id, m.b_id) and coalesce(m.last_message_at, m.created_at) >= ${since}
      order by coalesce(m.last_message_at, m.created_at) desc limit 100`.execute(db)
  ).rows

export const administrators = async (db: Db | Tx): Promise<string[]> =>
  (await db.selectFrom('identity_people').select('id').where('is_admin', '=', true).limit(200).execute()).map(
    ({ id }) => id,
  )

/** Notes that somebody looks; whether they had not been looking before. */
export async function watch(db: Db, reportId: string, accountId: string, now: Date, since: Date): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    with before as (select at from report_presence where report_id = ${reportId} and account_id = ${accountId}),
    now_there as (insert into report_presence (report_id, account_id, at) values (${reportId}, ${accountId}, ${now})
      on conflict (report_id, account_id) do update set at = excluded.at)
    select coalesce((select at < ${since} from before), true) as fresh`.execute(db)
  return rows[0]!.fresh
}

export const watchers = (db: Db, reportId: string, accountId: string, since: Date) =>
  db
    .selectFrom('report_presence')
    .innerJoin('identity_people', 'identity_people.id', 'report_presence.account_id')
    .select(['identity_people.id', 'identity_people.first_name', 'identity_people.last_name'])
    .where('report_id', '=', reportId)
    .where('account_id', '!=', accountId)
    .where('at', '>=', since)
    .orderBy('at')
    .execute()
