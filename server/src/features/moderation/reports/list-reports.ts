import type { Reply, ReportQuery } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import { write } from '../../../infra/language/write.ts'
import { handledBy } from './assert-may-handle.ts'
import { conditionOf, countReports, FEW, pageOfReports } from './find-reports.sql.ts'
import { behindReport, noteReader } from '../second-looks/readers.sql.ts'
import { findHistory } from './history.sql.ts'
import { findContacts } from './presence.sql.ts'
import type { Calling } from './notify-staff.ts'
import { noReport, oneReport, toReports } from './read-reports.ts'
import { DELETED_MEMBER, reporterName } from './to-report.ts'
import { findReport } from './reports.sql.ts'

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

/** The people a member has recently talked to, even if they have unmatched or blocked each other since. */
export const listContacts = async ({ db, clock, caller }: Deps & Answering, { account }: Viewer) =>
  (await findContacts(db, account, later(clock.now(), -RECENT))).map(({ id, name }) => ({
    _id: id,
    name: name ?? write(caller.language, DELETED_MEMBER),
  }))
