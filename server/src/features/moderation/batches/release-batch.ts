import { clearUndoes, saveReleased, saveStopped } from './batches.sql.ts'
import type { Work } from '../../../work.ts'

export async function releaseBatch(work: Work<'jobs'>, batchId: string): Promise<void> {
  await saveReleased(work.tx, batchId, work.now)
  await work.jobs.add(work.tx, 'batch', { batchId })
}

/** After an undo that wasn't approved, the other bulk action can still be undone. */
export async function dropBatch({ tx, now }: Work, batchId: string): Promise<void> {
  await clearUndoes(tx, batchId)
  await saveStopped(tx, batchId, now)
}
