import { type Batch, type BatchInput, type ReportStatus, reportStatuses } from '@kindred/contract'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { movableUsers, previewUsers } from '../administration/bulk-decide.ts'
import { applyUserAction, isUserAction, opposite, wasDecidedSince } from '../administration/decide-user.ts'
import { movableReports, moveOneReport, previewReports } from '../reports/bulk-move.ts'
import type { Acting } from '../reports/assert-may-handle.ts'
import { wasMovedSince } from '../reports/history.sql.ts'
import { Refusal } from '../refusals.ts'
import type { Work } from '../../../work.ts'

// The actions that a batch can take, on users and on reports.

type Action = Batch['action']

export const previewItems = (context: Deps, viewer: Acting, input: BatchInput) =>
  input.about === 'users' ? previewUsers(context, viewer.id, input) : previewReports(context, viewer, input)

/** The accounts or reports that a batch changes, as a statement that selects their ids. */
export const selectItems = (context: Deps, viewer: Acting, input: BatchInput): Promise<RawBuilder<{ id: string }>> =>
  input.about === 'users' ? movableUsers(context, viewer.id, input) : movableReports(context, viewer, input)

/** The action that undoes another. Reports go back to the status that each of them had. */
export const undoOf = (action: Action): Action => (isUserAction(action) ? opposite[action] : 'back')

type Item = {
  staffId: string
  id: string
  action: Action
  reason: string | null
  /** Whether another administrator, or time, has approved the batch. */
  isApproved: boolean
  /** For an undo: the state from before, and when the action was taken. */
  undone: { before: string | null; at: Date } | null
}

const statusIn = (before: string | null | undefined): ReportStatus | null =>
  reportStatuses.find((status) => status === before) ?? null

/**
 * Takes the action on one item. Returns the state from before, which an undo needs. An undo leaves items alone that
 * someone has decided about since.
 */
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
