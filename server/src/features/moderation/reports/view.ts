import { ApiError, type Priority, type Reply, type Report, type ReportStatus } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { brandOf, lookIfReasoned } from '../../operations/index.ts'
import { markTopicRead, unreadTopics } from '../../delivery/index.ts'
import * as queries from './queries.ts'
import type { Calling } from './staff.ts'

export const nothing = () => new ApiError('not_found', 'There is no such report.')

/** What is told about a report is told under one name. */
export const topicOf = (reportId: string) => `report:${reportId}`

const toldReply = (row: queries.ReplyRow, forStaff: boolean, brand: string): Reply => ({
  _id: row.id,
  message: row.message,
  isInternal: row.is_internal,
  byStaff: row.by_staff,
  // Who answers is the provider; which of its people is the back office's to know.
  repliedBy: { name: row.by_staff && !forStaff ? `${brand} support` : (row.name ?? 'Deleted member') },
  repliedAt: row.at.toISOString(),
})

const iso = (date: Date | null) => date?.toISOString() ?? null

const clocksOf = (row: queries.ReportRow): NonNullable<Report['clocks']> => ({
  dueAt: iso(row.due_at),
  firstAnswer: { dueAt: row.first_due_at.toISOString(), metAt: iso(row.first_answer_at) },
  nextAnswer: row.next_due_at && { dueAt: row.next_due_at.toISOString() },
  resolution: { dueAt: row.resolve_due_at.toISOString(), metAt: iso(row.closed_at) },
})

const hasEvidence = ({ evidence, public_id }: queries.ReportRow) => evidence.text !== undefined || public_id !== null

/**
 * Staff see all of it, where they said why. Reporters see the text that they reported, unless its author had deleted it by
 * then. An administrator who reported something is staff all the same.
 */
function toEvidence(
  context: Deps,
  { account, sessionId }: Viewer,
  row: queries.ReportRow,
  isOpened: boolean,
): Report['evidence'] {
  const { evidence, public_id } = row
  if (!hasEvidence(row)) return null
  if (account.is_admin && !isOpened) return { text: null, pictureUrl: null, at: evidence.at ?? null, withheld: true }
  const [staff, withdrawn] = [account.is_admin, evidence.withdrawn ?? false]
  return {
    text: withdrawn && !staff ? null : (evidence.text ?? null),
    pictureUrl: public_id && staff ? pictureAddress(context.keys, sessionId, public_id, context.clock.now()) : null,
    at: evidence.at ?? null,
  }
}

/** Reports as somebody may see them: for members without a word of what is internal, for staff without evidence unless it is opened. */
export async function told(
  context: Deps,
  viewer: Viewer,
  rows: readonly queries.ReportRow[],
  isOpened = false,
): Promise<Report[]> {
  const staff = viewer.account.is_admin
  // Staff see who of them answered; members, that it was the provider.
  const brand = staff ? '' : await brandOf(context)
  const unread = await unreadTopics(context, viewer.account.id, staff ? [] : rows.map(({ id }) => topicOf(id)))
  const replies = Map.groupBy(
    await queries.repliesOf(
      context.db,
      rows.map(({ id }) => id),
      staff,
    ),
    ({ report_id }) => report_id,
  )
  return rows.map((row) => {
    const written = (replies.get(row.id) ?? []).map((reply) => toldReply(reply, staff, brand))
    return {
      _id: row.id,
      user: {
        _id: row.reporter_id,
        name: row.reporter_name ?? 'Deleted member',
        email: staff || row.reporter_id === viewer.account.id ? row.reporter_email : null,
      },
      problem_type: row.problem_type,
      description: row.description,
      priority: row.priority as Priority,
      status: row.status as ReportStatus,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      replies: written,
      replyCount: written.length,
      about: row.about_id || row.about_name ? { _id: row.about_id, name: row.about_name ?? 'Deleted member' } : null,
      evidence: toEvidence(context, viewer, row, isOpened),
      version: row.version,
      ...(staff
        ? {
            assignee: row.assignee_id ? { _id: row.assignee_id, name: row.assignee_name ?? '' } : null,
            leaseUntil: row.lease_until?.toISOString() ?? null,
            priorityParts: row.priority_parts,
            clocks: clocksOf(row),
          }
        : { unread: unread.has(topicOf(row.id)) }),
    }
  })
}

async function rowFor({ db }: Deps, { account }: Viewer, id: string): Promise<queries.ReportRow> {
  const row = await queries.byId(db, id)
  if (!row || (!account.is_admin && row.reporter_id !== account.id)) throw nothing()
  return row
}

export const oneReport = async (context: Deps, viewer: Viewer, id: string): Promise<Report> =>
  (await told(context, viewer, [await rowFor(context, viewer, id)]))[0]!

/** A look at somebody's messages or pictures: the log has it, and why, before anybody reads them. */
const openEvidence = (context: Calling, viewer: Viewer, row: queries.ReportRow): Promise<boolean> =>
  lookIfReasoned(context, viewer, {
    kind: 'evidence',
    of: row.id,
    action: 'evidence.opened',
    ...(row.about_id ? { subjectId: row.about_id } : {}),
    details: { report: row.id },
  })

/** To open one's report is to have read what stands in it. */
export async function openReport(context: Calling, viewer: Viewer, id: string): Promise<Report> {
  const row = await rowFor(context, viewer, id)
  const isOpened = viewer.account.is_admin && hasEvidence(row) && (await openEvidence(context, viewer, row))
  const report = (await told(context, viewer, [row], isOpened))[0]!
  if (report.unread) await markTopicRead(context, viewer.account.id, topicOf(id))
  return report
}
