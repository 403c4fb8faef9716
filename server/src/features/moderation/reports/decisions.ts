import { ApiError, transitions, type Priority, type Report, type ReportStatus } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { later, minutes } from '../../../infra/clock.ts'
import { audit } from '../../operations/index.ts'
import { record } from '../../delivery/index.ts'
import * as queries from './queries.ts'
import { dueAfter, rankOf } from './rules.ts'
import { checkVersion, tellStaff, type Calling } from './staff.ts'
import { nothing, oneReport, topicOf } from './view.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

const outcome: Record<ReportStatus, string> = {
  pending: 'Your report is waiting again.',
  in_progress: 'Somebody is looking into your report.',
  resolved: 'Your report is resolved.',
  closed: 'Your report is closed.',
  rejected: 'Your report was looked into, and nothing against the rules was found.',
}

const isClosed = (status: ReportStatus) => ['resolved', 'closed', 'rejected'].includes(status)

/** Moves a report that is held, where the table lets it; tells the reporter, and writes it down. */
export async function moveWithin(
  work: Work<'bus' | 'jobs'>,
  staffId: string,
  row: queries.ReportRow,
  status: ReportStatus,
  reason: string | undefined,
): Promise<void> {
  const { now } = work
  const from = row.status as ReportStatus
  if (!transitions[from].includes(status))
    throw new ApiError('conflict', `A report that is ${from} cannot become ${status}.`)
  const [was, ends] = [isClosed(from), isClosed(status)]
  const due = dueAfter(row.priority as Priority, now)
  await queries.change(
    work.tx,
    row.id,
    {
      status,
      closed_at: ends ? (was ? row.closed_at : now) : null,
      ...(ends ? { next_due_at: null } : {}),
      // What is opened again has the time that a new one has.
      ...(was && !ends ? { clocks_from: now, first_due_at: due.first, resolve_due_at: due.resolve } : {}),
    },
    now,
  )
  await noteChange(work, row.id, { staffId, what: 'status', before: from, after: status, reason })
  if (row.reporter_id)
    await record(work, {
      to: row.reporter_id,
      kind: 'report',
      topic: topicOf(row.id),
      details: { text: outcome[status], link: `/support?report=${row.id}` },
    })
}

export async function setStatus(
  context: Calling,
  viewer: Viewer,
  id: string,
  status: ReportStatus,
  reason: string | undefined,
): Promise<Report> {
  await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const row = await queries.hold(work.tx, id)
    if (!row) throw nothing()
    await checkVersion(work, row)
    await moveWithin(work, viewer.account.id, row, status, reason)
    await tellStaff(work)
  })
  return oneReport(context, viewer, id)
}

type Noted = { staffId: string; what: string; before: string; after: string; reason: string | undefined }

async function noteChange(work: Work, id: string, { staffId, what, before, after, reason }: Noted) {
  const values = { report_id: id, actor_id: staffId, at: work.now, what, before, after, reason: reason ?? null }
  await queries.note(work.tx, values)
  await audit(work, {
    action: `report.${what}`,
    subjectId: id,
    details: { before, after },
    ...(reason ? { reason } : {}),
  })
}

export async function setPriority(
  context: Calling,
  viewer: Viewer,
  id: string,
  priority: Priority,
  reason: string | undefined,
): Promise<Report> {
  await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const row = await queries.hold(work.tx, id)
    if (!row) throw nothing()
    await checkVersion(work, row)
    // Its clocks have run at the other pace since they began.
    const due = dueAfter(priority, row.clocks_from)
    const values = { priority, priority_rank: rankOf[priority], first_due_at: due.first, resolve_due_at: due.resolve }
    await queries.change(work.tx, id, values, work.now)
    const by = viewer.account.id
    await noteChange(work, id, { staffId: by, what: 'priority', before: row.priority, after: priority, reason })
    await tellStaff(work)
  })
  return oneReport(context, viewer, id)
}

export async function remove(context: Calling, viewer: Viewer, id: string): Promise<void> {
  await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const row = await queries.hold(work.tx, id)
    if (!row) throw nothing()
    await checkVersion(work, row)
    const { problem_type, status, priority, reporter_id, about_id, created_at } = row
    await queries.remove(work.tx, id)
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
    await tellStaff(work)
  })
}

const LEASE = minutes(5)

/** The most urgent report that nobody has, for this administrator. Whoever has one already gets another. */
export async function claimNext(context: Deps, viewer: Viewer): Promise<Report | null> {
  const id = await unitOfWork(context, asStaff(viewer.account.id), ({ tx, now }) =>
    queries.claim(tx, viewer.account.id, now, later(now, LEASE)),
  )
  return id ? oneReport(context, viewer, id) : null
}
