import { ApiError, type Batch, type BatchInput, say } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { concernsAdministrator } from '../approvals/approvals.sql.ts'
import { requestApproval, targetsOf } from '../approvals/request-approval.ts'
import { audit } from '../../operations/index.ts'
import { previewItems, selectItems } from './actions.ts'
import { insertBatch, lockStarting, saveNeedsApproval } from './batches.sql.ts'
import { insertItems } from './items.sql.ts'
import { oneBatch } from './list-batches.ts'
import { assertOneSelection, isTooMany } from './preview-batch.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

const MOST_ITEMS = 100_000

export const auditBatch = (work: Work, action: string, batch: string, reason?: string) =>
  audit(work, { action, ...(reason ? { reason } : {}), details: { batch } })

const peopleIn = (batchId: string) => targetsOf({ target_id: null, batch_id: batchId })

/** Hands a batch to the workers, or to another administrator first if it is large or about an administrator. */
export async function runOrRequest(
  work: Work<'config' | 'jobs' | 'keys'>,
  staffId: string,
  batchId: string,
  isLarge: boolean,
): Promise<void> {
  const needs = isLarge || (await concernsAdministrator(work.tx, staffId, peopleIn(batchId)))
  const request = needs && (await requestApproval(work, staffId, { kind: 'bulk', batchId }))
  if (request) await saveNeedsApproval(work.tx, batchId)
  else await work.jobs.add(work.tx, 'batch', { batchId })
}

export async function startBatch(context: Deps & Answering, { account }: Viewer, input: BatchInput): Promise<Batch> {
  assertOneSelection(input)
  const { about, action, reason } = input
  const { will, refused } = await previewItems(context, account, input)
  if (will > MOST_ITEMS)
    throw new ApiError(
      'invalid_request',
      say('You can change at most {most, plural, one {# item} other {# items}} at once.', { most: MOST_ITEMS }),
    )
  const items = await selectItems(context, account, input)
  const id = await unitOfWork(context, asStaff(account.id), async (work) => {
    const { tx, now } = work
    await lockStarting(tx, account.id)
    const made = { made_by: account.id, made_at: now, refused }
    const batchId = await insertBatch(tx, { about, action, reason: reason ?? null, ...made })
    await insertItems(tx, batchId, items)
    await auditBatch(work, `batch.${action}`, batchId, reason)
    // The new items are in the table, so they are counted without adding them.
    await runOrRequest(work, account.id, batchId, about === 'users' && (await isTooMany(tx, now, account.id, 0)))
    return batchId
  })
  return oneBatch(context, id)
}
