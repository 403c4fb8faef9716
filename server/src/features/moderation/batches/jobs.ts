import type { Deps } from '../../../deps.ts'
import { isUnavailable } from '../../../infra/db/unavailable.ts'
import { refusalCodeOf } from '../refusals.ts'
import { decideItem } from './batches.ts'
import { lockRunning, saveFinished, lockNextItem, saveOutcome } from './queries.ts'
import { asStaff, SYSTEM, unitOfWork } from '../../../work.ts'

/** Another job continues after this many items, so that no job runs into its time limit. */
const ITEMS_PER_JOB = 500

/** Each item is processed and marked in one transaction, so that a crash loses nothing. */
export async function workOnBatch(context: Deps, batchId: string): Promise<void> {
  const { db, clock } = context
  for (let items = 0; items < ITEMS_PER_JOB; items++)
    if (!(await decideNext(context, batchId))) return saveFinished(db, batchId, clock.now())
  await unitOfWork(context, SYSTEM, (work) => work.jobs.add(work.tx, 'batch', { batchId }))
}

async function decideNext(context: Deps, batchId: string): Promise<boolean> {
  let subjectId: string | undefined
  try {
    await unitOfWork(context, SYSTEM, async (work) => {
      const batch = await lockRunning(work.tx, batchId)
      const next = batch && (await lockNextItem(work.tx, batchId))
      subjectId = next?.subject_id
      if (!batch || !next) return
      const item = {
        staffId: batch.made_by,
        id: next.subject_id,
        action: batch.action,
        reason: batch.reason,
        isApproved: batch.released_at !== null,
        undone: batch.undoes && next.decided_at ? { before: next.before, at: next.decided_at } : null,
      }
      // The administrator who started the bulk action is responsible for each of its decisions.
      const before = await decideItem({ ...work, actor: asStaff(batch.made_by) }, item)
      await saveOutcome(work.tx, batchId, next.subject_id, { outcome: 'done', before, decided_at: work.now })
    })
  } catch (error) {
    if (!subjectId || isUnavailable(error)) throw error
    await saveFailure(context, batchId, subjectId, error)
  }
  return subjectId !== undefined
}

/** Saves the outcome of a failed item, so that the other items are still processed. */
async function saveFailure({ db, log }: Deps, batchId: string, subjectId: string, error: unknown): Promise<void> {
  const outcome = refusalCodeOf(error)
  if (outcome === 'failed') log.error({ err: error, batch: batchId, subject: subjectId }, 'batch')
  await saveOutcome(db, batchId, subjectId, { outcome })
}
