import { ApiError, type Batch, type BatchWish } from '@kindred/contract'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { concerned, decideWithin, idsConcerned, opposite, wasDecidedSince } from '../administration/service.ts'
import { concernedReports, idsOfReports, moveOne, wasMovedSince } from '../reports/service.ts'
import type { Work } from '../../../work.ts'

// What can be decided about many, and how each of them is.

type Action = Batch['action']
type UserAction = keyof typeof opposite

export const preview = (context: Deps, staffId: string, wish: BatchWish) =>
  wish.about === 'users' ? concerned(context, staffId, wish) : concernedReports(context, wish)

export const idsOf = (context: Deps, staffId: string, wish: BatchWish): Promise<RawBuilder<{ id: string }>> =>
  wish.about === 'users' ? idsConcerned(context, staffId, wish) : idsOfReports(context, wish)

/** What takes a decision back: for a report, the way to where it was. */
export const backOf = (action: Action): Action => (action in opposite ? opposite[action as UserAction] : 'back')

type Item = {
  staffId: string
  id: string
  action: Action
  reason: string | null
  /** For the way back: how it was before, and when it was decided about. */
  undone: { before: string | null; at: Date } | null
}

const since = () => new ApiError('conflict', 'Somebody has decided about it since.')

/** Decides about one; what is told of how it was before is kept for the way back. What was decided since is left alone. */
export async function decideOne(
  work: Work<'config' | 'bus' | 'jobs' | 'keys'>,
  { staffId, id, action, reason, undone }: Item,
): Promise<string | null> {
  if (action !== 'activate' && action !== 'deactivate') {
    if (undone && (await wasMovedSince(work.tx, id, undone.at))) throw since()
    return moveOne(work, { staffId, id, to: action, reason, before: undone?.before ?? null })
  }
  if (undone && (await wasDecidedSince(work.tx, id, undone.at))) throw since()
  await decideWithin(work, { staffId, id, action, reason })
  return null
}
