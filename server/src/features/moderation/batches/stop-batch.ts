import { ApiError, type Batch } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { saveStopped } from './batches.sql.ts'
import { oneBatch } from './list-batches.ts'
import { auditBatch } from './start-batch.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

export function assertReleased({ waiting }: Batch): void {
  if (waiting) throw new ApiError('conflict', 'This is waiting for approval. Decline or withdraw the request instead.')
}

/** Stops a batch that is still running. */
export async function stop(work: Work, id: string): Promise<void> {
  if (await saveStopped(work.tx, id, work.now)) await auditBatch(work, 'batch.stopped', id)
}

/** Stops a batch. Items that are done stay done until the batch is undone. */
export async function stopBatch(context: Deps & Answering, viewer: Viewer, id: string): Promise<Batch> {
  assertReleased(await oneBatch(context, id))
  await unitOfWork(context, asStaff(viewer.account.id), (work) => stop(work, id))
  return oneBatch(context, id)
}
