import type { Priority, ProblemType, ReportDetail, ReportStatus } from '@kindred/contract'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { messagePlaces } from '../../chat/index.ts'
import { nameSeen } from '../../discovery/index.ts'
import type { Found } from '../monitoring/queries.ts'
import type { Part, Detected } from './rules.ts'
import { later, minutes } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Reports } from '../../../infra/db/schema.ts'

/** Reports by rules about one person are saved one at a time. */
export async function findOpenDetected(tx: Tx, about: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('reports by rules about ' || ${about}, 0))`.execute(tx)
  const { rows } = await sql<{ id: string; detection: Detected[] }>`
    select id, detection from reports
    where about_id = ${about} and detection is not null and status in ('pending', 'in_progress')
    order by created_at limit 1 for update`.execute(tx)
  return rows[0]
}

export const updateDetected = (tx: Tx, id: string, values: Updateable<Reports>, now: Date) =>
  tx
    .updateTable('reports')
    .set((eb) => ({ ...values, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export async function messageText(tx: Tx, { id, match }: Found): Promise<ReportRow['evidence']> {
  const { rows } = await sql<Pick<SeenMessage, 'text' | 'created_at' | 'earlier_texts'>>`
    select text, created_at, earlier_texts from chat_messages where match_id = ${match} and id = ${id}`.execute(tx)
  const [message] = rows
  return message ? toMessageEvidence(message) : {}
}

type SeenMessage = {
  text: string | null
  sender_id: string
  created_at: Date
  earlier_texts: string[] | null
  deleted_at: Date | null
  public_id: string | null
}

export const toMessageEvidence = ({
  text,
  created_at,
  earlier_texts: earlier,
}: Pick<SeenMessage, 'text' | 'created_at' | 'earlier_texts'>): ReportRow['evidence'] => ({
  text: text ?? '',
  at: created_at.toISOString(),
  ...(earlier && { earlier }),
})

/** The message must be from someone else, in one of the reporter's matches. */
export async function findMessageSeenBy(
  tx: Tx,
  reporter: string,
  { messageId, writer }: { messageId: string; writer: string | null },
): Promise<SeenMessage | undefined> {
  const [place] = await messagePlaces(tx, [messageId], reporter, writer)
  if (!place) return undefined
  const { rows } = await sql<SeenMessage>`
    select text, sender_id, created_at, earlier_texts, deleted_at, public_id from chat_messages
    where match_id = ${place.match_id} and id = ${place.id} and sender_id <> ${reporter}`.execute(tx)
  return rows[0]
}

export const findPictureOwner = (tx: Tx, publicId: string) =>
  tx.selectFrom('profiles_pictures').select('account_id').where('public_id', '=', publicId).executeTakeFirst()

export const personExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('identity_people')
    .select('id')
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .executeTakeFirst()) !== undefined

type NewChange = {
  report_id: string
  actor_id: string | null
  at: Date
  what: string
  before: string | null
  after: string | null
  reason: string | null
}

export const insertChange = (tx: Tx, change: NewChange) => tx.insertInto('report_history').values(change).execute()

type ChangeRow = {
  id: string
  name: string | null
  at: Date
  what: string
  before: string | null
  after: string | null
  reason: string | null
}

export async function findHistory(db: Db, reportId: string): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select h.id, a.full_name as name, h.at, h.what, h.before, h.after, h.reason
    from report_history h left join identity_people a on a.id = h.actor_id
    where h.report_id = ${reportId} order by h.id`.execute(db)
  return rows
}

export async function findLastChanger(db: Db | Tx, reportId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select a.full_name as name from report_history h left join identity_people a on a.id = h.actor_id
    where h.report_id = ${reportId} order by h.id desc limit 1`.execute(db)
  return rows[0]?.name ?? null
}

export async function wasMovedSince(tx: Tx, id: string, since: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from report_history
    where report_id = ${id} and what = 'status' and at > ${since} limit 1`.execute(tx)
  return rows.length > 0
}

export async function saveWatcher(
  db: Db,
  reportId: string,
  accountId: string,
  now: Date,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    with before as (select at from report_presence where report_id = ${reportId} and account_id = ${accountId}),
    now_there as (insert into report_presence (report_id, account_id, at) values (${reportId}, ${accountId}, ${now})
      on conflict (report_id, account_id) do update set at = excluded.at)
    select coalesce((select at < ${since} from before), true) as fresh`.execute(db)
  return rows[0]?.fresh ?? true
}

export const findWatchers = (db: Db, reportId: string, accountId: string, since: Date) =>
  db
    .selectFrom('report_presence')
    .innerJoin('identity_people', 'identity_people.id', 'report_presence.account_id')
    .select(['identity_people.id', sql<string>`trim(identity_people.full_name)`.as('name')])
    .where('report_id', '=', reportId)
    .where('account_id', '!=', accountId)
    .where('at', '>=', since)
    .orderBy('at')
    .execute()

/** The names as the member last saw them, because a restricted account sees no newer ones. */
export async function findContacts(db: Db, { id: accountId, state }: { id: string; state: string }, since: Date) {
  const last = state === 'active' || state === 'paused' ? sql`null` : sql`coalesce(m.last_message_at, m.created_at)`
  const { rows } = await sql<{ id: string; name: string | null }>`
    select a.id, ${nameSeen(sql`${accountId}::uuid`, sql`a.id`, last)} as name from matching_matches m
      join identity_people a on a.id = case when m.a_id = ${accountId} then m.b_id else m.a_id end
    where ${accountId} in (m.a_id, m.b_id) and coalesce(m.last_message_at, m.created_at) >= ${since}
    order by coalesce(m.last_message_at, m.created_at) desc limit 100`.execute(db)
  return rows
}

export type ReplyRow = {
  id: string
  report_id: string
  by_staff: boolean
  is_internal: boolean
  message: string
  at: Date
  name: string | null
}

export async function findReplies(
  db: Db | Tx,
  reportIds: readonly string[],
  includesInternal: boolean,
): Promise<ReplyRow[]> {
  const { rows } = await sql<ReplyRow>`
    select p.id, p.report_id, p.by_staff, p.is_internal, p.message, p.at, a.full_name as name
    from report_replies p left join identity_people a on a.id = p.author_id
    where p.report_id = any(${reportIds}::uuid[]) and (${includesInternal} or not p.is_internal)
    order by p.id`.execute(db)
  return rows
}

type NewReply = {
  report_id: string
  author_id: string
  by_staff: boolean
  is_internal: boolean
  message: string
  at: Date
}

export const insertReply = (tx: Tx, reply: NewReply) =>
  tx.insertInto('report_replies').values(reply).returning('id').executeTakeFirstOrThrow()

export const insertMentions = (tx: Tx, replyId: string, accountIds: readonly string[]) =>
  tx
    .insertInto('report_mentions')
    .values(accountIds.map((account_id) => ({ reply_id: replyId, account_id })))
    .execute()

/**
 * A reply's effect on the deadlines. A reply by staff ends the current one, a message by the reporter starts the next
 * one, and an internal note changes nothing.
 */
export type ClockEffect = { answered: true } | { waitsUntil: Date } | 'none'

export const countReply = (tx: Tx, id: string, now: Date, effect: ClockEffect) => {
  const clocks =
    effect === 'none'
      ? sql``
      : 'answered' in effect
        ? sql`, first_answer_at = coalesce(first_answer_at, ${now}), next_due_at = null`
        : sql`, next_due_at = case when first_answer_at is null then null
            else coalesce(next_due_at, ${effect.waitsUntil}) end`
  return sql`update reports set reply_count = reply_count + 1, updated_at = ${now}, version = version + 1${clocks}
    where id = ${id}`.execute(tx)
}

export type ReportRow = {
  id: string
  reporter_id: string | null
  reporter_name: string | null
  reporter_email: string | null
  reporter_language: string | null
  about_id: string | null
  about_name: string | null
  has_frozen: boolean
  assignee_id: string | null
  assignee_name: string | null
  public_id: string | null
  evidence: { text?: string; at?: string; earlier?: string[]; withdrawn?: true }
  detection: Detected[] | null
  problem_type: ProblemType
  detail: ReportDetail | null
  description: string
  priority: Priority
  priority_parts: Part[]
  status: ReportStatus
  reply_count: number
  created_at: Date
  updated_at: Date
  version: number
  lease_until: Date | null
  first_answer_at: Date | null
  closed_at: Date | null
  first_due_at: Date
  clocks_from: Date
  next_due_at: Date | null
  resolve_due_at: Date
  due_at: Date | null
}

export const reportsWithNames = sql`select r.*, u.full_name as reporter_name, u.email as reporter_email,
    u.language as reporter_language, a.first_name as about_name, s.full_name as assignee_name,
    exists (select from evidence e where e.report_id = r.id) as has_frozen
  from reports r left join identity_people u on u.id = r.reporter_id
    left join identity_people a on a.id = r.about_id left join identity_people s on s.id = r.assignee_id`

/** The names by which the reporter knows people, who may have changed them. */
export async function namesForReporter(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string | null>> {
  const name = nameSeen(sql`r.reporter_id`, sql`r.about_id`, sql`coalesce(r.named_at, r.created_at)`)
  const { rows } = await sql<{ id: string; name: string | null }>`
    select r.id, ${name} as name from reports r where r.id = any(${ids}::uuid[]) and r.about_id is not null`.execute(db)
  return new Map(rows.map((row) => [row.id, row.name]))
}

export const findReport = async (db: Db | Tx, id: string): Promise<ReportRow | undefined> =>
  (await sql<ReportRow>`${reportsWithNames} where r.id = ${id}`.execute(db)).rows[0]

export async function lockReport(tx: Tx, id: string): Promise<ReportRow | undefined> {
  await sql`select 1 from reports where id = ${id} for update`.execute(tx)
  return findReport(tx, id)
}

type NewReport = {
  reporter_id: string | null
  detection?: string
  about_id: string | null
  message_id: string | null
  public_id: string | null
  evidence: string
  problem_type: string
  detail: ReportDetail | null
  description: string
  priority: Priority
  priority_rank: number
  priority_parts: string
  created_at: Date
  updated_at: Date
  clocks_from: Date
  first_due_at: Date
  resolve_due_at: Date
  named_at?: Date
}

export const insertReport = (tx: Tx, report: NewReport) =>
  tx.insertInto('reports').values(report).returning('id').executeTakeFirstOrThrow()

/**
 * True if a report asked for a proof of age, which has the time of that report, and no report about a minor is left that
 * is open or was right. Staff ask at other times.
 */
export async function isAskedByReportsOnly(tx: Tx, about: string, askedAt: Date): Promise<boolean> {
  const aboutMinor = sql`from reports where about_id = ${about} and detail = 'underage'`
  const { rows } = await sql`
    select where exists (select ${aboutMinor} and created_at = ${askedAt})
      and not exists (select ${aboutMinor} and status in ('pending', 'in_progress', 'resolved'))`.execute(tx)
  return rows.length > 0
}

type Subject = Record<'about' | 'message' | 'picture', string | null> & {
  type: ProblemType
  detail: ReportDetail | null
}

/** A person's reports are saved one at a time, so that two concurrent ones don't both count as the first. */
export const lockReporter = (tx: Tx, reporter: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('reports by ' || ${reporter}, 0))`.execute(tx)

export async function findOpenDuplicate(
  tx: Db | Tx,
  reporter: string,
  { type, detail, about, message, picture }: Subject,
) {
  const { rows } = await sql<{ id: string; priority: Priority; detail: ReportDetail | null }>`
    select id, priority, detail from reports
    where reporter_id = ${reporter} and problem_type = ${type} and detail is not distinct from ${detail}
      and status in ('pending', 'in_progress')
      and about_id is not distinct from ${about}::uuid and message_id is not distinct from ${message}::uuid
      and public_id is not distinct from ${picture}
      and (about_id is not null or message_id is not null or public_id is not null) limit 1 for update`.execute(tx)
  return rows[0]
}

export async function countReporters(tx: Tx, about: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct reporter_id)::int as count from reports
    where about_id = ${about} and status <> 'rejected'`.execute(tx)
  return rows[0]?.count ?? 0
}

type Names = 'reporter_name' | 'reporter_email' | 'about_name' | 'assignee_name' | 'has_frozen'

export async function updateReport(tx: Tx, row: ReportRow, values: Updateable<Reports>, now: Date): Promise<ReportRow> {
  const changed = await tx
    .updateTable('reports')
    .set((eb) => ({ ...values, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .returningAll()
    .$castTo<Omit<ReportRow, Names>>()
    .executeTakeFirstOrThrow()
  return { ...row, ...changed }
}

export const deleteReportRow = (tx: Tx, id: string) => tx.deleteFrom('reports').where('id', '=', id).execute()

const unclaimed = (now: Date, where: RawBuilder<unknown>) => sql`
  select id from reports r
  where ${where} and status in ('pending', 'in_progress') and (lease_until is null or lease_until < ${now})
  order by due_at, priority_rank, created_at limit 1 for update skip locked`

type Claim = { now: Date; until: Date; only: RawBuilder<boolean> }

/**
 * Assigns the unassigned report that is due first, beginning with urgent ones. Two concurrent administrators get
 * different ones.
 */
export async function claimNext(tx: Tx, assignee: string, { now, until, only }: Claim): Promise<string | undefined> {
  const [urgent, others] = [sql`priority_rank < 0 and ${only}`, sql`priority_rank >= 0 and ${only}`]
  const { rows } = await sql<{ id: string }>`
    update reports set assignee_id = ${assignee}, lease_until = ${until} where id = (
      select id from (
        select * from (${unclaimed(now, urgent)}) urgent
        union all select * from (${unclaimed(now, others)}) other) next limit 1) returning id`.execute(tx)
  return rows[0]?.id
}

/** Extends a claim while its owner has the report open. It changes at most once a minute. */
export async function extendClaim(db: Db, id: string, assignee: string, now: Date, until: Date): Promise<void> {
  await sql`update reports set lease_until = ${until} where id = ${id} and assignee_id = ${assignee}
    and status in ('pending', 'in_progress') and lease_until between ${now} and ${later(until, -minutes(1))}`.execute(
    db,
  )
}

/** Returns false if nothing was released. Without an assignee, releases the report of anyone. */
export async function unassignReport(db: Db, id: string, assignee: string | undefined): Promise<boolean> {
  const { rows } = await sql`update reports set lease_until = null, assignee_id = null
    where id = ${id} and assignee_id is not null and ${assignee ? sql`assignee_id = ${assignee}` : sql`true`}
    returning id`.execute(db)
  return rows.length > 0
}

export const wasAppealed = async (tx: Tx, reportId: string): Promise<boolean> =>
  (await tx.selectFrom('appeals').select('id').where('report_id', '=', reportId).executeTakeFirst()) !== undefined
