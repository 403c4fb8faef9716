import { ApiError, type Batch } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { undoOf } from './actions.ts'
import { insertBatch } from './batches.sql.ts'
import { insertDoneItemsOf } from './items.sql.ts'
import { batchRow, oneBatch } from './list-batches.ts'
import { hourBefore, MOST_ALONE } from './preview-batch.ts'
import { auditBatch, runOrRequest } from './start-batch.ts'
import { assertReleased, stop } from './stop-batch.ts'
import { toBatch } from './to-batch.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

/** Starts a batch that undoes another for the items that it has changed. The other one is stopped first. */
export async function undoBatch(context: Deps & Answering, { account }: Viewer, id: string): Promise<Batch> {
  const row = await batchRow(context, id)
  const { about, action, undoes } = row
  assertReleased(toBatch(row, context.caller.language))
  if (undoes) throw new ApiError('conflict', 'This action is itself an undo.')
  const undo = { about, action: undoOf(action), reason: null, made_by: account.id, refused: [], undoes: id }
  try {
    const undoId = await unitOfWork(context, asStaff(account.id), async (work) => {
      await stop(work, id)
      const { done } = await batchRow({ db: work.tx }, id)
      const batchId = await insertBatch(work.tx, { ...undo, made_at: work.now })
      await insertDoneItemsOf(work.tx, batchId, id)
      await auditBatch(work, 'batch.undone', id)
      // For an hour, an undo belongs to the same decision and needs no approval. Later it is a decision of its own.
      const isLarge = about === 'users' && done > MOST_ALONE && row.made_at < hourBefore(work.now)
      await runOrRequest(work, account.id, batchId, isLarge)
      return batchId
    })
    return await oneBatch(context, undoId)
  } catch (error) {
    if (isTaken(error, 'batches_undone_once')) throw new ApiError('conflict', 'This has already been undone.')
    throw error
  }
}
