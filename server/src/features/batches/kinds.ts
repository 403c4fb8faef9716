import type { Batch, BatchWish } from '@kindred/contract'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../infra/db/db.ts'
import { concerned, decideWithin, idsConcerned, opposite } from '../administration/service.ts'
import { concernedReports, idsOfReports, moveOne } from '../reports/service.ts'

// What can be decided about many, and how each of them is.

type Action = Batch['action']
type UserAction = keyof typeof opposite

export const preview = (context: Deps, staffId: string, wish: BatchWish) =>
  wish.about === 'users' ? concerned(context, staffId, wish) : concernedReports(context, wish)

export const idsOf = (context: Deps, staffId: string, wish: BatchWish): Promise<RawBuilder<{ id: string }>> =>
  wish.about === 'users' ? idsConcerned(context, staffId, wish) : idsOfReports(context, wish)

/** What takes a decision back: for a report, the way to where it was. */
export const backOf = (action: Action): Action => (action in opposite ? opposite[action as UserAction] : 'back')

type Item = { staffId: string; id: string; action: Action; reason: string | null; before: string | null }

/** Decides about one; what is told of how it was before is kept for the way back. */
export async function decideOne(
  tx: Tx,
  context: Deps,
  { staffId, id, action, reason, before }: Item,
  afterCommit: (effect: () => void) => void,
): Promise<string | null> {
  if (action !== 'activate' && action !== 'deactivate')
    return moveOne(tx, context, { staffId, id, to: action, reason, before }, afterCommit)
  await decideWithin(tx, context, staffId, id, action, reason, afterCommit)
  return null
}
