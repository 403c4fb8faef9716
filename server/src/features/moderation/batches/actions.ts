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

type Action = Batch['action']

export const previewItems = (context: Deps, viewer: Acting, input: BatchInput) =>
  input.about === 'users' ? previewUsers(context, viewer.id, input) : previewReports(context, viewer, input)

export const selectItems = (context: Deps, viewer: Acting, input: BatchInput): Promise<RawBuilder<{ id: string }>> =>
  input.about === 'users' ? movableUsers(context, viewer.id, input) : movableReports(context, viewer, input)

/** Reports return to their individual earlier status. */
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
