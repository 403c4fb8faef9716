import {
  ApiError,
  message,
  type MessageDescriptor,
  type Report,
  type ReportFilters,
  type ReportStatus,
  reportStatuses,
  transitions,
} from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { record } from '../../delivery/index.ts'
import { findAge, lockAccountForStaff, stopAskingForAge } from '../../identity/index.ts'
import { findUnopened } from '../evidence/read-evidence.ts'
import { Refusal } from '../refusals.ts'
import { assertCurrentVersion, notifyStaff } from './create-report.ts'
import { conditionOf, countByStatus, selectMovable } from './list-queries.ts'
import {
  type ClockEffect,
  countReply,
  findReport,
  insertChange,
  insertMentions,
  insertReply,
  isAskedByReportsOnly,
  lockReport,
  type ReportRow,
  updateReport,
  wasAppealed,
} from './queries.ts'
import {
  type Acting,
  assertMayHandle,
  findExcluded,
  assertVersionSeen,
  handledBy,
  noReport,
  oneReport,
  readsAsStaff,
  mentionTopicOf,
  topicOf,
  type Calling,
} from './read-reports.ts'
import { kindText } from './priority-words.ts'
import { dueAfter, isClosed } from './rules.ts'
import { findColleagues } from '../team/queries.ts'
import { audit } from '../../operations/index.ts'
import type { Viewer } from '../../../http/session.ts'
import { later, minutes } from '../../../infra/clock.ts'
import { mayAs } from '../../../infra/staff.ts'
import { asAccount, asStaff, unitOfWork, type Work } from '../../../work.ts'

type Decide = (work: Work<'bus' | 'jobs'>, row: ReportRow) => Promise<ReportRow>

export async function decideReport(context: Calling, viewer: Viewer, id: string, decide: Decide): Promise<Report> {
  await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const row = await lockReport(work.tx, id)
    if (!row) throw noReport()
    await assertMayHandle(work.tx, viewer.account, id)
    await assertCurrentVersion(work, row)
    await decide(work, row)
    notifyStaff(work)
  })
  return oneReport(context, viewer, id)
}

type Change = { staffId: string; what: string; before: string; after: string; reason: string | undefined }

export async function recordChange(work: Work, id: string, { staffId, what, before, after, reason }: Change) {
  const values = { report_id: id, actor_id: staffId, at: work.now, what, before, after, reason: reason ?? null }
  await insertChange(work.tx, values)
  await audit(work, {
    action: `report.${what}`,
    subjectId: id,
    details: { before, after },
    ...(reason ? { reason } : {}),
  })
}

const notices: Record<ReportStatus, MessageDescriptor> = {
  pending: message('Your report is open again'),
  in_progress: message('We’re looking into your report'),
  resolved: message('Your report is resolved'),
  closed: message('Your report is closed'),
  rejected: message('We reviewed your report and didn’t find a violation'),
}

/** The law requires that reporters learn how to appeal. Each report can be appealed once. */
const appealable: Partial<Record<ReportStatus, (what: MessageDescriptor) => MessageDescriptor>> = {
  resolved: (what) => message('Your report is resolved: {what}. You can appeal this within 6 months.', { what }),
  closed: (what) => message('Your report is closed: {what}. You can appeal this within 6 months.', { what }),
  rejected: (what) =>
    message('We reviewed your report ({what}) and didn’t find a violation. You can appeal this within 6 months.', {
      what,
    }),
}

/** The deadlines after a change of status. A reopened report has as much time as a new one. */
function clocksAfter(row: ReportRow, status: ReportStatus, now: Date) {
  if (isClosed(status)) return { closed_at: isClosed(row.status) ? row.closed_at : now, next_due_at: null }
  if (!isClosed(row.status)) return { closed_at: null }
  const due = dueAfter(row, now)
  return { closed_at: null, clocks_from: now, first_due_at: due.first, resolve_due_at: due.resolve }
}

type Move = { staffId: string; status: ReportStatus; reason: string | undefined; isTaken?: boolean }

/** How long a claim lasts after its owner has left the report. */
export const LEASE = minutes(5)

const isHeldByAnother = ({ assignee_id, lease_until }: ReportRow, staffId: string, now: Date): boolean =>
  assignee_id !== null && assignee_id !== staffId && lease_until !== null && lease_until > now

/** A report belongs to the person who took it until it waits again, and can't be claimed once it is closed. */
function claimAfter(row: ReportRow, { staffId, status, isTaken }: Move, now: Date) {
  if (status === 'pending') return { assignee_id: null, lease_until: null }
  if (status !== 'in_progress') return { lease_until: null }
  return isTaken && !isHeldByAnother(row, staffId, now) ? { assignee_id: staffId, lease_until: later(now, LEASE) } : {}
}

export async function changeStatus(work: Work, row: ReportRow, move: Move): Promise<ReportRow> {
  const { staffId, status, reason } = move
  const before = row.status
  if (!transitions[before].includes(status)) throw new Refusal(`transition:${before}:${status}`)
  const after = await updateReport(
    work.tx,
    row,
    {
      status,
      ...clocksAfter(row, status, work.now),
      ...claimAfter(row, move, work.now),
    },
    work.now,
  )
  await recordChange(work, row.id, { staffId, what: 'status', before, after: status, reason })
  if (status === 'rejected' && row.detail === 'underage' && row.about_id)
    await stopAskingForAgeAfterReport(work, row.about_id, row.id)
  return after
}

/** The account is locked first, so that of the last two reports, the second to be rejected sees the first. */
async function stopAskingForAgeAfterReport(work: Work, accountId: string, report: string): Promise<void> {
  await lockAccountForStaff(work.tx, accountId)
  const askedAt = (await findAge(work.tx, accountId))?.age_asked_at
  if (!askedAt || !(await isAskedByReportsOnly(work.tx, accountId, askedAt))) return
  await stopAskingForAge(work, accountId)
  await audit(work, { action: 'age.not-asked', subjectId: accountId, details: { report } })
}

export async function notifyReporter(
  work: Work<'bus' | 'jobs'>,
  row: Pick<ReportRow, 'id' | 'reporter_id' | 'status' | 'problem_type' | 'detail'>,
): Promise<void> {
  const { id, reporter_id, status } = row
  if (!reporter_id) return
  const withAppeal = (await wasAppealed(work.tx, id)) ? undefined : appealable[status]
  const notice = withAppeal?.(kindText(row)) ?? notices[status]
  await record(work, {
    to: reporter_id,
    kind: 'report',
    topic: topicOf(id),
    details: { ...notice, link: `/support?report=${id}` },
  })
}

export async function moveLockedReport(work: Work<'bus' | 'jobs'>, row: ReportRow, move: Move): Promise<ReportRow> {
  const after = await changeStatus(work, row, move)
  await notifyReporter(work, after)
  return after
}

export async function setStatus(
  context: Calling,
  viewer: Viewer,
  id: string,
  status: ReportStatus,
  reason: string | undefined,
): Promise<Report> {
  const staffId = viewer.account.id
  if (isClosed(status)) await countUnread(context, staffId, id)
  return decideReport(context, viewer, id, (work, row) =>
    moveLockedReport(work, row, { staffId, status, reason, isTaken: true }),
  )
}

/** A clear case needs no evidence, but no one closes all reports without a look at any. */
async function countUnread({ budgets, db }: Calling, staffId: string, id: string): Promise<void> {
  const about = (await findReport(db, id))?.about_id
  if (!about || !(await findUnopened(db, staffId, about)).includes(id)) return
  await budgets.spend([{ key: `closed-unread:${staffId}`, limit: 20, within: minutes(60) }])
}

/** Two people never work on one report: a colleague's claim has to end first. */
export const claimReport = (context: Calling, viewer: Viewer, id: string): Promise<Report> =>
  decideReport(context, viewer, id, async (work, row) => {
    const staffId = viewer.account.id
    if (isClosed(row.status)) throw new ApiError('conflict', 'This report isn’t open. Reopen it to work on it.')
    if (isHeldByAnother(row, staffId, work.now))
      throw new ApiError('conflict', message('{name} is working on this report.', { name: row.assignee_name ?? '' }))
    if (row.status === 'pending')
      return moveLockedReport(work, row, { staffId, status: 'in_progress', reason: undefined, isTaken: true })
    const claim = { assignee_id: staffId, lease_until: later(work.now, LEASE) }
    return updateReport(work.tx, row, claim, work.now)
  })

type MoveTarget = ReportStatus | 'back'
type SelectedReports = {
  action: MoveTarget
  ids?: readonly string[] | undefined
  filters?: ReportFilters | undefined
}

/** Limited to what the list shows this viewer, because a preview would reveal whether a report exists. */
async function selection(
  { db, clock }: Deps,
  viewer: Acting,
  { ids, filters }: SelectedReports,
): Promise<RawBuilder<unknown>> {
  const only = handledBy(viewer)
  if (ids) return sql`r.id = any(${ids}::uuid[]) and ${only}`
  return conditionOf(db, { ...filters, only, now: clock.now() })
}

const statusesBefore = (action: MoveTarget): ReportStatus[] =>
  reportStatuses.filter((status) => transitions[status].some((next) => next === action))

export async function previewReports(context: Deps, viewer: Acting, selected: SelectedReports) {
  const counts = await countByStatus(context.db, await selection(context, viewer, selected))
  const movable = statusesBefore(selected.action)
  const [will, refused] = [
    counts.filter(({ status }) => movable.includes(status)),
    counts.filter(({ status }) => !movable.includes(status)),
  ]
  const found = counts.reduce((sum, { count }) => sum + count, 0)
  const missing = selected.ids ? new Set(selected.ids).size - found : 0
  return {
    will: will.reduce((sum, { count }) => sum + count, 0),
    refused: [
      ...refused.map(({ status, count }) => ({ why: `transition:${status}:${selected.action}` as const, count })),
      ...(missing > 0 ? [{ why: 'no_report' as const, count: missing }] : []),
    ],
  }
}

export const movableReports = async (
  context: Deps,
  viewer: Acting,
  selected: SelectedReports,
): Promise<RawBuilder<{ id: string }>> =>
  selectMovable(await selection(context, viewer, selected), statusesBefore(selected.action))

type Item = { staffId: string; id: string; to: MoveTarget; before: ReportStatus | null; reason: string | null }

/** Returns the earlier status. An undo restores it; if the rules don't allow that, the report is in progress again. */
export async function moveOneReport(
  work: Work<'bus' | 'jobs'>,
  { staffId, id, to, before, reason }: Item,
): Promise<ReportStatus> {
  const row = await lockReport(work.tx, id)
  if (!row) throw noReport()
  await assertMayHandle(work.tx, { id: staffId, is_admin: true, staff_role: null }, id)
  const current = row.status
  if (to === 'back' && current === before) throw new Refusal(`already:${before}`)
  const canGoBack = before !== null && transitions[current].includes(before)
  const status = to !== 'back' ? to : canGoBack ? before : 'in_progress'
  await moveLockedReport(work, row, { staffId, status, reason: reason ?? undefined })
  notifyStaff(work)
  return current
}

function effectOf(row: ReportRow, byStaff: boolean, isInternal: boolean, now: Date): ClockEffect {
  if (isInternal) return 'none'
  return byStaff ? { answered: true } : { waitsUntil: dueAfter(row, now).next }
}

type NewReply = { authorId: string; byStaff: boolean; isInternal: boolean; message: string }

async function saveReply({ tx, now }: Work, row: ReportRow, reply: NewReply): Promise<string> {
  const { authorId, byStaff, isInternal, message } = reply
  const { id } = await insertReply(tx, {
    report_id: row.id,
    author_id: authorId,
    by_staff: byStaff,
    is_internal: isInternal,
    message,
    at: now,
  })
  await countReply(tx, row.id, now, effectOf(row, byStaff, isInternal, now))
  await insertChange(tx, {
    report_id: row.id,
    actor_id: authorId,
    at: now,
    what: isInternal ? 'note' : 'reply',
    before: null,
    after: null,
    reason: null,
  })
  return id
}

type Mentioning = { reportId: string; replyId: string; author: Viewer['account']; ids: readonly string[] }

/** Notifies the colleagues mentioned in a note. Each must be able to open the report. */
async function mention(work: Work<'bus' | 'jobs'>, { reportId, replyId, author, ids }: Mentioning): Promise<void> {
  const others = [...new Set(ids)].filter((id) => id !== author.id)
  if (others.length === 0) return
  const colleagues = await findColleagues(work.tx, others)
  if (colleagues.length < others.length) throw new ApiError('conflict', 'You can mention only staff who read reports.')
  const [excluded] = await findExcluded(work.tx, colleagues, reportId)
  if (excluded) throw new ApiError('conflict', message('{name} can’t handle this report.', { name: excluded.name }))
  await insertMentions(work.tx, replyId, others)
  await record(
    work,
    ...others.map((to) => ({
      to,
      kind: 'report' as const,
      topic: mentionTopicOf(reportId),
      about: author.id,
      details: {
        ...message('{name} mentioned you in a note on a report', { name: author.first_name }),
        link: `/reports/${reportId}`,
      },
    })),
  )
}

export async function replyToReport(
  context: Calling,
  viewer: Viewer,
  id: string,
  { message: text, isInternal, mentions }: { message: string; isInternal: boolean; mentions: readonly string[] },
): Promise<Report> {
  const { account } = viewer
  const answers = mayAs(account, 'reports.work')
  if (isInternal && !answers) throw new ApiError('forbidden', 'Only administrators can write notes.')
  if (!answers) await context.budgets.spend([{ key: `report-reply:${account.id}`, limit: 60, within: minutes(60) }])
  await unitOfWork(context, asAccount(account), async (work) => {
    const row = await lockReport(work.tx, id)
    const isOwn = row?.reporter_id === account.id
    if (!isOwn || isInternal) await assertMayHandle(work.tx, account, id)
    if (!row || (!answers && !isOwn)) throw noReport()
    if (row.detection && !isInternal)
      throw new ApiError('conflict', 'A monitoring rule created this report, so there’s no one to reply to.')
    await (readsAsStaff(viewer, row) ? assertCurrentVersion(work, row) : assertVersionSeen(work, row))
    // In their own reports, staff reply as members, but write notes as staff.
    const byStaff = answers && !(isOwn && !isInternal)
    const isAnswer = byStaff && !isInternal
    // The reply itself tells the reporter that someone works on it.
    if (isAnswer && row.status === 'pending')
      await changeStatus(work, row, {
        staffId: account.id,
        status: 'in_progress',
        reason: undefined,
        isTaken: true,
      })
    const replyId = await saveReply(work, row, { authorId: account.id, byStaff, isInternal, message: text })
    if (isInternal) await mention(work, { reportId: id, replyId, author: account, ids: mentions })
    if (isAnswer && row.reporter_id)
      await record(work, {
        to: row.reporter_id,
        kind: 'report',
        topic: topicOf(id),
        details: { ...message('We replied to your report'), link: `/support?report=${id}` },
      })
    notifyStaff(work)
  })
  return oneReport(context, viewer, id)
}
