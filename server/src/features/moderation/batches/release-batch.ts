import { clearUndoes, saveReleased, saveStopped } from './batches.sql.ts'
import type { Work } from '../../../work.ts'

/** Starts a batch that has been approved. */
export async function releaseBatch(work: Work<'jobs'>, batchId: string): Promise<void> {
  await saveReleased(work.tx, batchId, work.now)
  await work.jobs.add(work.tx, 'batch', { batchId })
}

/** Ends a batch that wasn't approved. If it was an undo, the other batch can still be undone. */
export async function dropBatch({ tx, now }: Work, batchId: string): Promise<void> {
  await clearUndoes(tx, batchId)
  await saveStopped(tx, batchId, now)
}
