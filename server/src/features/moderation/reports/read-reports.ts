import {
  ApiError,
  type Label,
  message,
  type MessageDescriptor,
  type Priority,
  type Reply,
  type Report,
  type ReportQuery,
} from '@kindred/contract'
import { type Language, languageOf } from '@kindred/contract/languages'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { markTopicRead, unreadTopics } from '../../delivery/index.ts'
import { labelsOf } from '../labels/queries.ts'
import { reasonText } from '../monitoring/signals.ts'
import { Refusal } from '../refusals.ts'
import { conditionOf, countReports, FEW, pageOfReports } from './list-queries.ts'
import {
  findContacts,
  findHistory,
  findReplies,
  findReport,
  namesForReporter,
  type ReplyRow,
  type ReportRow,
} from './queries.ts'
import { partText } from './priority-words.ts'
import { dueAfter, isClosed, priorityOf, type Detected } from './rules.ts'
import { behindReport, noteReader } from '../blind-reviews/queries.ts'
import { brandOf, recordAccessIfReasoned } from '../../operations/index.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, later, toInstant } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { write } from '../../../infra/language/write.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { isStaff, mayAs, type RoleColumns } from '../../../infra/staff.ts'
import type { Work } from '../../../work.ts'

export type Calling = Deps & { caller: Caller }

export type Acting = { id: string } & RoleColumns

/**
 * A condition on reports `r`: only administrators handle reports about staff and by staff, so that no one decides about
 * themselves, their friends or people they reported.
 */
const isForAdministrators = sql<boolean>`exists (select from identity_people p
  where p.id in (r.about_id, r.reporter_id) and (p.is_admin or p.staff_role is not null))`

const isAboutOneOfSeveral = (viewerId: string) => sql<boolean>`(r.about_id = ${viewerId} and exists (
  select from identity_people p where p.is_admin and p.state <> 'erased' and p.id <> ${viewerId}))`

const isForOthers = (viewer: Acting): RawBuilder<boolean> =>
  viewer.is_admin ? isAboutOneOfSeveral(viewer.id) : isForAdministrators

export const handledBy = (viewer: Acting): RawBuilder<boolean> =>
  isStaff(viewer) ? sql<boolean>`(${isForOthers(viewer)}) is not true` : sql<boolean>`true`

/** Those of these staff who may not handle a report, by one query. */
export async function findExcluded<T extends Acting>(db: Db | Tx, staff: readonly T[], id: string): Promise<T[]> {
  const conditions = staff.map((each) => sql`(${isForOthers(each)}) is true`)
  const { rows } = await sql<{ excluded: boolean[] }>`
    select array[${sql.join(conditions)}] as excluded from reports r where r.id = ${id}`.execute(db)
  return staff.filter((_, at) => rows[0]?.excluded[at])
}

/** Hides a report from staff who may not handle it. Members have checks of their own. */
export async function assertMayHandle(db: Db | Tx, viewer: Acting, id: string): Promise<void> {
  if (isStaff(viewer) && (await findExcluded(db, [viewer], id)).length > 0) throw new Refusal('no_report')
}

// The reporter's view of a report includes only visible changes. A version, a time or a priority that changed for
// another reason would reveal internal notes, and how staff assess the report.

type ReplyTime = { report_id: string; at: Date }
type Seen = { version: number; updatedAt: Date; priority: Priority }

async function seenByReporter(
  db: Db | Tx,
  rows: readonly ReportRow[],
  replies: readonly ReplyTime[],
): Promise<Map<string, Seen>> {
  const { rows: moved } = await sql<ReplyTime>`select report_id, at from report_history
    where report_id = any(${rows.map(({ id }) => id)}::uuid[]) and what = 'status'`.execute(db)
  const changes = Map.groupBy([...replies, ...moved], ({ report_id }) => report_id)
  return new Map(
    rows.map((row) => {
      const seen = changes.get(row.id) ?? []
      const last = Math.max(row.created_at.getTime(), ...seen.map(({ at }) => at.getTime()))
      return [row.id, { version: 1 + seen.length, updatedAt: new Date(last), priority: filedPriority(row) }]
    }),
  )
}

/** The initial priority that the rules gave, by the report alone: earlier reports about its person are others’. */
const filedPriority = ({ priority_parts }: ReportRow): Priority =>
  priorityOf(priority_parts.filter(({ name }) => name !== 'history'))

/** Refuses a reporter's change that is based on an old version of their view. */
export async function assertVersionSeen({ tx, caller }: Work & { caller: Caller }, row: ReportRow): Promise<void> {
  if (caller.ifMatch === undefined) return
  const seen = await seenByReporter(tx, [row], await findReplies(tx, [row.id], false))
  if (caller.ifMatch === seen.get(row.id)?.version) return
  throw new ApiError(
    'conflict',
    message('{name} changed this report in the meantime. Please check it and try again.', { name: message('Someone') }),
  )
}

export const DELETED_MEMBER = message('Deleted member')

const reporterName = ({ detection }: Pick<ReportRow, 'detection'>): MessageDescriptor =>
  detection ? message('Monitoring rule') : DELETED_MEMBER

/** Notifications about one report share a topic, so that opening it marks all of them as read. */
export const topicOf = (reportId: string) => `report:${reportId}`
export const mentionTopicOf = (reportId: string) => `mention:${reportId}`

const toReply = (row: ReplyRow, forStaff: boolean, brand: string, language: Language): Reply => ({
  _id: row.id,
  message: row.message,
  isInternal: row.is_internal,
  byStaff: row.by_staff,
  repliedBy: {
    name:
      row.by_staff && !forStaff
        ? write(language, message('{brand} support', { brand }))
        : (row.name ?? write(language, DELETED_MEMBER)),
  },
  repliedAt: row.at.toISOString(),
})

const toClocks = (row: ReportRow): NonNullable<Report['clocks']> => ({
  dueAt: toInstant(row.due_at),
  firstAnswer: { dueAt: row.first_due_at.toISOString(), metAt: toInstant(row.first_answer_at) },
  nextAnswer: row.next_due_at && { dueAt: row.next_due_at.toISOString() },
  resolution: { dueAt: row.resolve_due_at.toISOString(), metAt: toInstant(row.closed_at) },
})

const hasEvidence = ({ evidence, public_id }: ReportRow) => evidence.text !== undefined || public_id !== null

/**
 * Staff who report someone handle neither the report nor its notes: they see it as any reporter does. Administrators
 * handle all reports.
 */
export const readsAsStaff = ({ account }: Pick<Viewer, 'account'>, ...rows: readonly ReportRow[]): boolean =>
  mayAs(account, 'reports.read') && (account.is_admin || rows.every(({ reporter_id }) => reporter_id !== account.id))

/**
 * Staff see all evidence once they have given a reason. Reporters see the text that they reported, unless its author
 * had already deleted it, and never one before an edit.
 */
function toEvidence(
  context: Pick<Deps, 'keys' | 'clock'>,
  viewer: Viewer,
  row: ReportRow,
  isOpened: boolean,
): Report['evidence'] {
  const { evidence, public_id } = row
  if (!hasEvidence(row)) return null
  const isStaff = readsAsStaff(viewer, row)
  if (isStaff && !isOpened) return { text: null, pictureUrl: null, at: evidence.at ?? null, withheld: true }
  return {
    text: evidence.withdrawn && !isStaff ? null : (evidence.text ?? null),
    pictureUrl:
      public_id && isStaff
        ? pictureAddress(context.keys, viewer.sessionId, public_id, context.clock.now(), 'staff')
        : null,
    at: evidence.at ?? null,
    ...(isStaff && evidence.earlier && { earlier: evidence.earlier }),
  }
}

const toPerson = (id: string | null, name: string | null, language: Language) =>
  id || name ? { _id: id, name: name ?? write(language, DELETED_MEMBER) } : null

type Described = { detection: readonly Detected[] | null; description: string }

export const descriptionIn = (language: Language, { detection, description }: Described): string =>
  detection ? detection.map(({ rule, facts }) => write(language, reasonText(rule, facts))).join('\n') : description

type Details = {
  replies: Reply[]
  isUnread: boolean
  isOpened: boolean
  seen: Seen | undefined
  labels: readonly Label[]
}

/** Members get nothing internal, and staff get evidence only once they open the report. */
function toReport(
  context: Pick<Deps, 'keys' | 'clock'> & Answering,
  viewer: Viewer,
  row: ReportRow,
  { replies, isUnread, isOpened, seen, labels }: Details,
): Report {
  const isStaff = readsAsStaff(viewer, row)
  const { language } = context.caller
  return {
    _id: row.id,
    user: {
      _id: row.reporter_id,
      name: row.reporter_name ?? write(language, reporterName(row)),
      email: isStaff || row.reporter_id === viewer.account.id ? row.reporter_email : null,
      ...(isStaff ? { language: languageOf(row.reporter_language ?? '') ?? null } : {}),
    },
    problem_type: row.problem_type,
    detail: row.detail,
    description: descriptionIn(language, row),
    priority: seen?.priority ?? row.priority,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: (seen?.updatedAt ?? row.updated_at).toISOString(),
    endedAt: toInstant(row.closed_at),
    replies,
    replyCount: replies.filter(({ isInternal }) => !isInternal).length,
    about: toPerson(row.about_id, row.about_name, language),
    evidence: toEvidence(context, viewer, row, isOpened),
    version: seen?.version ?? row.version,
    ...(isStaff
      ? {
          hasFrozen: row.has_frozen,
          byRule: row.detection !== null,
          assignee: row.assignee_id ? { _id: row.assignee_id, name: row.assignee_name ?? '' } : null,
          labels: [...labels],
          leaseUntil: toInstant(row.lease_until),
          priorityParts: row.priority_parts.map((one) => ({
            name: write(language, partText(one)),
            points: one.points,
          })),
          clocks: toClocks(row),
        }
      : { unread: isUnread, ...decidedBy(row, seen) }),
  }
}

/** By the priority that the reporter sees, because a change of it is internal. */
const decidedBy = (row: ReportRow, seen: Seen | undefined): { decideBy?: string } =>
  isClosed(row.status)
    ? {}
    : {
        decideBy: dueAfter({ ...row, ...(seen && { priority: seen.priority }) }, row.clocks_from).resolve.toISOString(),
      }

export const noReport = () => new Refusal('no_report')

async function toReports(
  context: Deps & Answering,
  viewer: Viewer,
  rows: readonly ReportRow[],
  isOpened = false,
): Promise<Report[]> {
  const viewerId = viewer.account.id
  const isStaff = readsAsStaff(viewer, ...rows)
  const ids = rows.map(({ id }) => id)
  const [brand, unread, replyRows, names, labels] = await Promise.all([
    // Only members see unread marks, and the brand as the author of staff replies.
    isStaff ? '' : brandOf(context),
    isStaff ? new Set() : unreadTopics(context, viewerId, ids.map(topicOf)),
    findReplies(context.db, ids, isStaff),
    isStaff ? undefined : namesForReporter(context.db, ids),
    isStaff ? labelsOf(context.db, 'reports', ids) : undefined,
  ])
  const seen = isStaff ? undefined : await seenByReporter(context.db, rows, replyRows)
  const repliesByReport = Map.groupBy(replyRows, ({ report_id }) => report_id)
  return rows.map((row) => {
    const replies = (repliesByReport.get(row.id) ?? []).map((reply) =>
      toReply(reply, isStaff, brand, context.caller.language),
    )
    const named = names ? { ...row, about_name: names.get(row.id) ?? null } : row
    return toReport(context, viewer, named, {
      replies,
      isUnread: unread.has(topicOf(row.id)),
      isOpened,
      seen: seen?.get(row.id),
      labels: labels?.get(row.id) ?? [],
    })
  })
}

async function readRow({ db }: Deps, { account }: Viewer, id: string): Promise<ReportRow> {
  const row = await findReport(db, id)
  if (row && row.reporter_id !== account.id) await assertMayHandle(db, account, id)
  if (!row || (!mayAs(account, 'reports.read') && row.reporter_id !== account.id)) throw noReport()
  if (mayAs(account, 'reports.read')) await noteReader(db, account.id, behindReport(id))
  return row
}

async function toOneReport(
  context: Deps & Answering,
  viewer: Viewer,
  row: ReportRow,
  isOpened = false,
): Promise<Report> {
  const [report] = await toReports(context, viewer, [row], isOpened)
  if (!report) throw noReport()
  return report
}

export const oneReport = async (context: Deps & Answering, viewer: Viewer, id: string): Promise<Report> =>
  toOneReport(context, viewer, await readRow(context, viewer, id))

/** Records the access, with its reason, before staff read messages or pictures. */
const recordLook = (context: Calling, viewer: Viewer, row: ReportRow): Promise<boolean> =>
  recordAccessIfReasoned(context, viewer, {
    kind: 'evidence',
    of: row.id,
    action: 'evidence.opened',
    ...(row.about_id ? { subjectId: row.about_id } : {}),
    details: { report: row.id },
  })

export async function openReport(context: Calling, viewer: Viewer, id: string): Promise<Report> {
  const row = await readRow(context, viewer, id)
  const isOpened =
    mayAs(viewer.account, 'evidence') &&
    readsAsStaff(viewer, row) &&
    hasEvidence(row) &&
    (await recordLook(context, viewer, row))
  const report = await toOneReport(context, viewer, row, isOpened)
  if (report.unread) await markTopicRead(context, viewer.account.id, topicOf(id))
  if (mayAs(viewer.account, 'reports.read')) {
    const mentions = await unreadTopics(context, viewer.account.id, [mentionTopicOf(id)])
    if (mentions.size > 0) await markTopicRead(context, viewer.account.id, ...mentions)
  }
  return report
}

/** Larger counts are cached (infra/memory.ts), and so are those of searches that scan all reports. */
const EXPENSIVE = 5000

export async function listReports(context: Calling, viewer: Viewer, query: ReportQuery, isOwn: boolean) {
  const { db, memory, clock } = context
  const { page, limit, sortBy: _sortBy, sortOrder: _sortOrder, ...filters } = query
  const whose = isOwn ? { reporter: viewer.account.id } : { only: handledBy(viewer.account) }
  const condition = await conditionOf(db, { ...filters, now: clock.now(), ...whose })
  const [rows, total] = await Promise.all([
    pageOfReports(db, condition, query, isOwn),
    memory.cache(
      `reports ${viewer.account.id} ${isOwn} ${JSON.stringify(filters)}`,
      () => countReports(db, condition),
      (count) => count >= (filters.search ? FEW : EXPENSIVE),
    ),
  ])
  return {
    reports: await toReports(context, viewer, rows),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  }
}

export async function conversation(context: Calling, viewer: Viewer, id: string): Promise<Reply[]> {
  const report = await oneReport(context, viewer, id)
  const first = {
    _id: report._id,
    message: report.description,
    isInternal: false,
    byStaff: false,
    repliedBy: { name: report.user.name },
    repliedAt: report.createdAt,
  }
  return [first, ...report.replies]
}

export async function listHistory({ db, caller }: Calling, { account }: Viewer, id: string) {
  const report = await findReport(db, id)
  if (!report) throw noReport()
  await noteReader(db, account.id, behindReport(id))
  return (await findHistory(db, id)).map(({ id: _id, name, at, ...change }) => ({
    _id,
    actor: name ?? write(caller.language, change.what === 'reported' ? reporterName(report) : DELETED_MEMBER),
    at: at.toISOString(),
    ...change,
  }))
}

const RECENT = days(90)

/** The people a member has recently talked to, even if they have unmatched or blocked each other. */
export const listContacts = async ({ db, clock, caller }: Deps & Answering, { account }: Viewer) =>
  (await findContacts(db, account, later(clock.now(), -RECENT))).map(({ id, name }) => ({
    _id: id,
    name: name ?? write(caller.language, DELETED_MEMBER),
  }))
