import { type ReportFilters, type ReportStatus, reportStatuses, transitions } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { Refusal } from '../refusals.ts'
import { type Acting, assertMayHandle, handledBy } from './assert-may-handle.ts'
import { conditionOf } from './find-reports.sql.ts'
import { moveLockedReport } from './move-report.ts'
import { notifyStaff } from './notify-staff.ts'
import { noReport } from './read-reports.ts'
import { lockReport } from './reports.sql.ts'
import { countByStatus, selectMovable } from './selected-reports.sql.ts'
import type { Work } from '../../../work.ts'

type MoveTarget = ReportStatus | 'back'
export type SelectedReports = {
  action: MoveTarget
  ids?: readonly string[] | undefined
  filters?: ReportFilters | undefined
}

/** Limited to what the list shows this viewer. Otherwise, a preview would reveal whether a report exists. */
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
