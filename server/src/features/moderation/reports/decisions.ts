import { ApiError, transitions, type Priority, type Report, type ReportStatus } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { later, minutes } from '../../../infra/clock.ts'
import { transaction, type Tx } from '../../../infra/db/db.ts'
import { audit } from '../../operations/index.ts'
import { notify } from '../../delivery/index.ts'
import * as queries from './queries.ts'
import { dueAfter, rankOf } from './rules.ts'
import { checkVersion, tellStaff, type Calling } from './staff.ts'
import { nothing, oneReport, topicOf } from './view.ts'

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
  tx: Tx,
  context: Deps,
  staffId: string,
  row: queries.ReportRow,
  status: ReportStatus,
  reason: string | undefined,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const now = context.clock.now()
  const from = row.status as ReportStatus
  if (!transitions[from].includes(status))
    throw new ApiError('conflict', `A report that is ${from} cannot become ${status}.`)
  const [was, ends] = [isClosed(from), isClosed(status)]
  const due = dueAfter(row.priority as Priority, now)
  await queries.change(
    tx,
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
  await noteChange(tx, staffId, row.id, now, 'status', from, status, reason)
  if (row.reporter_id)
    await notify(
      tx,
      context,
      {
        to: row.reporter_id,
        kind: 'report',
        topic: topicOf(row.id),
        details: { text: outcome[status], link: `/support?report=${row.id}` },
      },
      afterCommit,
    )
}

export async function setStatus(
  context: Calling,
  viewer: Viewer,
  id: string,
  status: ReportStatus,
  reason: string | undefined,
): Promise<Report> {
  await transaction(context.db, async (tx, afterCommit) => {
    const row = await queries.hold(tx, id)
    if (!row) throw nothing()
    await checkVersion(tx, context, row)
    await moveWithin(tx, context, viewer.account.id, row, status, reason, afterCommit)
    afterCommit(() => tellStaff(context))
  })
  return oneReport(context, viewer, id)
}

async function noteChange(
  tx: Tx,
  staffId: string,
  id: string,
  at: Date,
  what: string,
  before: string,
  after: string,
  reason: string | undefined,
) {
  await queries.note(tx, { report_id: id, actor_id: staffId, at, what, before, after, reason: reason ?? null })
  await audit(tx, {
    at,
    actor: { kind: 'administrator', id: staffId },
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
  const now = context.clock.now()
  await transaction(context.db, async (tx, afterCommit) => {
    const row = await queries.hold(tx, id)
    if (!row) throw nothing()
    await checkVersion(tx, context, row)
    // Its clocks have run at the other pace since they began.
    const due = dueAfter(priority, row.clocks_from)
    const values = { priority, priority_rank: rankOf[priority], first_due_at: due.first, resolve_due_at: due.resolve }
    await queries.change(tx, id, values, now)
    await noteChange(tx, viewer.account.id, id, now, 'priority', row.priority, priority, reason)
    afterCommit(() => tellStaff(context))
  })
  return oneReport(context, viewer, id)
}

export async function remove(context: Calling, viewer: Viewer, id: string): Promise<void> {
  await transaction(context.db, async (tx, afterCommit) => {
    const row = await queries.hold(tx, id)
    if (!row) throw nothing()
    await checkVersion(tx, context, row)
    const { problem_type, status, priority, reporter_id, about_id, created_at } = row
    await queries.remove(tx, id)
    await audit(tx, {
      at: context.clock.now(),
      actor: { kind: 'administrator', id: viewer.account.id },
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
    afterCommit(() => tellStaff(context))
  })
}

const LEASE = minutes(5)

/** The next report for this administrator: the one that they hold, or the most urgent that nobody does. */
export async function claimNext(context: Deps, viewer: Viewer): Promise<Report | null> {
  const now = context.clock.now()
  const id = await transaction(context.db, (tx) => queries.claim(tx, viewer.account.id, now, later(now, LEASE)))
  return id ? oneReport(context, viewer, id) : null
}
