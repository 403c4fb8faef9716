import { ApiError, type Priority, type Reply, type Report, type ReportStatus } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { pictureAddress } from '../../infra/picture-address.ts'
import { brandOf } from '../configuration/service.ts'
import { settle, unreadAmong } from '../notifications/service.ts'
import * as queries from './queries.ts'

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

/** Staff see all of it. Reporters see the text that they reported, unless its author had deleted it by then. */
function toEvidence(
  context: Deps,
  { account, sessionId }: Viewer,
  { evidence, public_id }: queries.ReportRow,
): Report['evidence'] {
  if (evidence.text === undefined && !public_id) return null
  const [staff, withdrawn] = [account.is_admin, evidence.withdrawn ?? false]
  return {
    text: withdrawn && !staff ? null : (evidence.text ?? null),
    pictureUrl: public_id && staff ? pictureAddress(context.keys, sessionId, public_id, context.clock.now()) : null,
    at: evidence.at ?? null,
  }
}

/** Reports as somebody may see them: for members without a word of what is internal. */
export async function told(context: Deps, viewer: Viewer, rows: readonly queries.ReportRow[]): Promise<Report[]> {
  const staff = viewer.account.is_admin
  // Staff see who of them answered; members, that it was the provider.
  const brand = staff ? '' : await brandOf(context)
  const unread = await unreadAmong(context, viewer.account.id, staff ? [] : rows.map(({ id }) => topicOf(id)))
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
      evidence: toEvidence(context, viewer, row),
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

export async function oneReport(context: Deps, viewer: Viewer, id: string): Promise<Report> {
  const row = await queries.byId(context.db, id)
  if (!row || (!viewer.account.is_admin && row.reporter_id !== viewer.account.id)) throw nothing()
  return (await told(context, viewer, [row]))[0]!
}

/** To open one's report is to have read what stands in it. */
export async function openReport(context: Deps, viewer: Viewer, id: string): Promise<Report> {
  const report = await oneReport(context, viewer, id)
  if (report.unread) await settle(context, viewer.account.id, topicOf(id))
  return report
}
