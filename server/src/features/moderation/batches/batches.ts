import { type Batch, type BatchInput, type ReportStatus, reportStatuses } from '@kindred/contract'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { movableUsers, previewUsers } from '../administration/administration.ts'
import { applyUserAction, isUserAction, opposite, wasDecidedSince } from '../administration/decide-user.ts'
import { clearUndoes, saveReleased, saveStopped } from './queries.ts'
import { Refusal } from '../refusals.ts'
import { movableReports, moveOneReport, previewReports } from '../reports/handle-report.ts'
import { wasMovedSince } from '../reports/queries.ts'
import type { Acting } from '../reports/read-reports.ts'
import type { Work } from '../../../work.ts'

type Action = Batch['action']

export const previewItems = (context: Deps, viewer: Acting, input: BatchInput) =>
  input.about === 'users' ? previewUsers(context, viewer.id, input) : previewReports(context, viewer, input)

export const selectItems = (context: Deps, viewer: Acting, input: BatchInput): Promise<RawBuilder<{ id: string }>> =>
  input.about === 'users' ? movableUsers(context, viewer.id, input) : movableReports(context, viewer, input)

/** Undoing returns each report to its own earlier status. */
export const undoOf = (action: Action): Action => (isUserAction(action) ? opposite[action] : 'back')

type Item = {
  staffId: string
  id: string
  action: Action
  reason: string | null
  isApproved: boolean
  undone: { before: string | null; at: Date } | null
}

const statusIn = (before: string | null | undefined): ReportStatus | null =>
  reportStatuses.find((status) => status === before) ?? null

/** Returns the earlier state, which an undo needs. An undo skips items that have a newer decision. */
export async function decideItem(
  work: Work<'config' | 'bus' | 'jobs' | 'keys' | 'lastingKeys'>,
  { staffId, id, action, reason, isApproved, undone }: Item,
): Promise<string | null> {
  if (!isUserAction(action)) {
    if (undone && (await wasMovedSince(work.tx, id, undone.at))) throw new Refusal('decided_since')
    return moveOneReport(work, { staffId, id, to: action, reason, before: statusIn(undone?.before) })
  }
  if (undone && (await wasDecidedSince(work.tx, id, undone.at))) throw new Refusal('decided_since')
  await applyUserAction(work, { staffId, id, action, reason, isApproved, isUndo: undone !== null })
  return null
}

export async function releaseBatch(work: Work<'jobs'>, batchId: string): Promise<void> {
  await saveReleased(work.tx, batchId, work.now)
  await work.jobs.add(work.tx, 'batch', { batchId })
}

/** If an undo wasn't approved, the original bulk action can still be undone. */
export async function dropBatch({ tx, now }: Work, batchId: string): Promise<void> {
  await clearUndoes(tx, batchId)
  await saveStopped(tx, batchId, now)
}
