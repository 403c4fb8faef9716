import { sql } from 'kysely'
import { ApiError, type Action, type Allowance } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { asMember, unitOfWork } from '../../work.ts'
import { canReach, assertComplete } from '../discovery/index.ts'
import { spendUndo, toAllowance } from './allowance.ts'
import { deleteChoice, lastChoice, lockPair, readChoice } from './choices.sql.ts'
import { likeCount } from './rules.ts'

type UndoResult = { undone: { userId: string; action: Action }; allowance: Allowance }

/**
 * Also withdraws the other person's notification. A swipe that led to a match can't be undone; the match has to be
 * ended.
 */
export async function undoChoice(context: Deps, viewer: Viewer): Promise<UndoResult> {
  const { id } = viewer.account
  assertComplete(viewer)
  return unitOfWork(context, asMember(id), async (work) => {
    const last = await lastChoice(work.tx, id)
    if (!last) throw new ApiError('not_found', 'Nothing to undo.')
    await lockPair(work.tx, id, last.chosen_id)
    const mine = await readChoice(work.tx, id, last.chosen_id)
    const reached = await canReach({ db: work.tx }, id, last.chosen_id)
    if (mine === null) throw new ApiError('not_found', 'Nothing to undo.')
    if (reached?.matched) throw new ApiError('conflict', 'You’ve already matched, so this can’t be undone.')
    const used = await spendUndo(work, viewer)
    await deleteChoice(work.tx, id, last.chosen_id, likeCount(mine))
    if (mine !== 'pass') await sql`select matching_withdraw_like(${last.chosen_id}, ${id})`.execute(work.tx)
    return { undone: { userId: last.chosen_id, action: mine }, allowance: toAllowance(viewer, used, work.now) }
  })
}
