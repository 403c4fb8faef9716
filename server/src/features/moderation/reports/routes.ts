import { ApiError, MASKED_GROUP, type Priority, type Report, type reports, SMALLEST_GROUP } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import {
  assertMayHandle,
  handledBy,
  conversation,
  listContacts,
  listHistory,
  listReports,
  noReport,
  oneReport,
  openReport,
  type Calling,
} from './read-reports.ts'
import { createReport, assertCurrentVersion, notifyStaff } from './create-report.ts'
import { claimReport, decideReport, LEASE, recordChange, replyToReport, setStatus } from './handle-report.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import {
  findWatchers,
  saveWatcher,
  extendClaim,
  claimNext,
  deleteReportRow,
  findReport,
  lockReport,
  unassignReport,
  updateReport,
} from './queries.ts'
import type { Answering } from '../../../http/caller.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { dueAfter, rankOf } from './rules.ts'
import { isAnyHeld } from '../evidence/queries.ts'
import { audit } from '../../operations/index.ts'
import { Refusal } from '../refusals.ts'
import { mayAs } from '../../../infra/staff.ts'
import { maskCount, maskGroups } from '../transparency/rules.ts'
import { findReportStats, type ReportStats } from './list-queries.ts'

/** With more reports than this, the stats are cached (infra/memory.ts). */
const MANY = 5000

const toStatistics = (figures: ReportStats) => ({
  total: figures.total,
  pending: figures.pending,
  highPriority: figures.high,
  overdue: figures.overdue,
  avgResponseTime: figures.average,
  medianResponseTime: figures.median,
  p90ResponseTime: figures.p90,
  byStatus: figures.by_status,
  byType: figures.by_type,
  byPriority: figures.by_priority,
  byMonth: figures.by_month,
})

const maskRecord = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    maskGroups(Object.entries(counts).map(([name, count]) => ({ name, count }))).flatMap(({ name, count }) =>
      name === MASKED_GROUP ? [] : [[name, count ?? 0]],
    ),
  )

/** Masks a group for staff who may not read reports, if it or its complement is too small. */
function maskFigures(figures: ReportStats): ReportStats {
  const { total, answered } = figures
  const part = (count: number) =>
    maskCount(count) === null || (count < total && total - count < SMALLEST_GROUP) ? 0 : count
  const time = (value: number | null) => (answered < SMALLEST_GROUP ? null : value)
  return {
    ...figures,
    total: part(total),
    pending: part(figures.pending),
    high: part(figures.high),
    overdue: part(figures.overdue),
    average: time(figures.average),
    median: time(figures.median),
    p90: time(figures.p90),
    by_status: maskRecord(figures.by_status),
    by_type: maskRecord(figures.by_type),
    by_priority: maskRecord(figures.by_priority),
    by_month: maskRecord(figures.by_month),
  }
}

async function reportStatistics({ upToDate, memory, clock }: Deps, { account }: Viewer) {
  const figures = await memory.cache(
    `report statistics for ${account.id}`,
    () => findReportStats(upToDate, clock.now(), handledBy(account)),
    ({ total }) => total > MANY,
  )
  return toStatistics(mayAs(account, 'reports.read') ? figures : maskFigures(figures))
}

/** The audit log keeps the report's data, without anyone's own text. */
async function deleteReport(context: Calling, viewer: Viewer, id: string): Promise<void> {
  await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const row = await lockReport(work.tx, id)
    if (!row) throw noReport()
    await assertMayHandle(work.tx, viewer.account, id)
    await assertCurrentVersion(work, row)
    if (await isAnyHeld(work.tx, [row.about_id, row.reporter_id])) throw new Refusal('held')
    const { problem_type, status, priority, reporter_id, about_id, created_at } = row
    await deleteReportRow(work.tx, id)
    await audit(work, {
      action: 'report.deleted',
      subjectId: id,
      details: {
        problem_type,
        status,
        priority,
        reporter: reporter_id,
        about: about_id,
        created: created_at.toISOString(),
      },
    })
    notifyStaff(work)
  })
}

const setPriority = (
  context: Calling,
  viewer: Viewer,
  id: string,
  priority: Priority,
  reason: string | undefined,
): Promise<Report> =>
  decideReport(context, viewer, id, async (work, row) => {
    const urgency = { priority, detail: row.detail }
    // The new deadlines count from the same start, as if the report had always had this priority.
    const due = dueAfter(urgency, row.clocks_from)
    const values = { priority, priority_rank: rankOf(urgency), first_due_at: due.first, resolve_due_at: due.resolve }
    const after = await updateReport(work.tx, row, values, work.now)
    const staffId = viewer.account.id
    await recordChange(work, id, { staffId, what: 'priority', before: row.priority, after: priority, reason })
    return after
  })

/** An administrator who already has a report gets another one. */
async function claimNextReport(context: Deps & Answering, viewer: Viewer): Promise<Report | null> {
  const id = await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const { tx, now } = work
    const only = handledBy(viewer.account)
    const claimed = await claimNext(tx, viewer.account.id, { now, until: later(now, LEASE), only })
    if (claimed) notifyStaff(work)
    return claimed
  })
  return id ? oneReport(context, viewer, id) : null
}

/** Administrators also release what a colleague holds. */
async function releaseReport({ db, bus }: Deps, { account }: Viewer, id: string): Promise<void> {
  await assertMayHandle(db, account, id)
  if (!(await findReport(db, id))) throw noReport()
  if (!(await unassignReport(db, id, account.is_admin ? undefined : account.id)))
    throw new ApiError('conflict', 'You don’t have this report.')
  bus.toStaff({ type: 'reports.changed' })
}

const WATCHING_LASTS = 40_000

/** Shows administrators who else has a report open, so that two of them don't answer the same report. */
async function watchReport({ db, clock, bus }: Deps, { account }: Viewer, id: string) {
  const now = clock.now()
  await extendClaim(db, id, account.id, now, later(now, LEASE))
  const row = await findReport(db, id)
  if (!row) throw noReport()
  const since = later(now, -WATCHING_LASTS)
  const isNew = await saveWatcher(db, id, account.id, now, since)
  const others = await findWatchers(db, id, account.id, since)
  const ids = others.map((other) => other.id)
  if (isNew) bus.toAccounts(ids, { type: 'report.watched', reportId: id })
  const { assignee_id, assignee_name, lease_until } = row
  const isClaimed = assignee_id && lease_until && lease_until > now
  return {
    others: others.map((other) => ({ _id: other.id, name: other.name })),
    claim: isClaimed ? { by: { _id: assignee_id, name: assignee_name ?? '' }, until: lease_until.toISOString() } : null,
  }
}

export const reportHandlers: Handlers<typeof reports> = {
  createReport: async (context, { body }) => ({
    data: { report: await createReport(context, context.viewer, body) },
  }),
  listReports: async (context, { query }) => ({
    data: await listReports({ ...context, db: context.upToDate }, context.viewer, query, false),
  }),
  listMyReports: async (context, { query }) => ({ data: await listReports(context, context.viewer, query, true) }),
  getReport: async (context, { params }) => ({
    data: { report: await openReport(context, context.viewer, params.id) },
  }),
  setReportStatus: async (context, { params, body }) => ({
    data: { report: await setStatus(context, context.viewer, params.id, body.status, body.reason) },
  }),
  setReportPriority: async (context, { params, body }) => ({
    data: { report: await setPriority(context, context.viewer, params.id, body.priority, body.reason) },
  }),
  deleteReport: async (context, { params }) => {
    await deleteReport(context, context.viewer, params.id)
    return { done: true }
  },
  getReportStatistics: async (context) => ({ data: await reportStatistics(context, context.viewer) }),
  replyToReport: async (context, { params, body }) => ({
    data: { report: await replyToReport(context, context.viewer, params.id, body) },
  }),
  getReportConversation: async (context, { params }) => ({
    data: { conversation: await conversation(context, context.viewer, params.id) },
  }),
  getReportReplies: async (context, { params }) => ({
    data: { replies: (await oneReport(context, context.viewer, params.id)).replies },
  }),
  getReportHistory: async (context, { params }) => {
    await assertMayHandle(context.db, context.viewer.account, params.id)
    return { data: { history: await listHistory(context, context.viewer, params.id) } }
  },
  claimNextReport: async (context) => ({ data: { report: await claimNextReport(context, context.viewer) } }),
  claimReport: async (context, { params }) => ({
    data: { report: await claimReport(context, context.viewer, params.id) },
  }),
  releaseReport: async (context, { params }) => {
    await releaseReport(context, context.viewer, params.id)
    return { done: true }
  },
  watchReport: async (context, { params }) => {
    await assertMayHandle(context.db, context.viewer.account, params.id)
    return { data: await watchReport(context, context.viewer, params.id) }
  },
  listContacts: async (context) => ({ data: { contacts: await listContacts(context, context.viewer) } }),
}
