import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { type ApprovalRow, clearTakesEffect, findDue, isRequesterEntitled, lockApproval } from './queries.ts'
import { applyRequest, dropRequest, finishRequest } from './approvals.ts'
import { findApprovers, readApproval, type Requesting, targetsOf } from './request-approval.ts'
import { sendRequests } from './send-approval-mails.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'

/** Applies, expires or fails each due request. A request fails if it can no longer be applied. */
export async function applyDue(context: Deps): Promise<void> {
  await forEachSeparately(await findDue(context.db, context.clock.now()), (id) => applyOne(context, id))
}

/** If a request can't be applied, a second transaction saves the outcome `failed`. */
async function applyOne(context: Deps, id: string, forced?: 'failed'): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const locked = await lockApproval(work.tx, id)
    if (!locked || locked.outcome !== null) return
    const row = await readApproval(work.tx, locked.requested_by, id)
    const outcome = forced ?? (await outcomeOf(work, row))
    if (!outcome) return
    await (outcome === 'automatic' ? applyRequest(work, row) : dropRequest(work, row))
    await finishRequest(work, row, { outcome, by: null })
  }).catch((error: unknown) => {
    if (forced || !(error instanceof ApiError)) throw error
    return applyOne(context, id, 'failed')
  })
}

/** Returns undefined if someone is now able to approve: the request then waits for them instead of taking effect. */
async function outcomeOf(work: Requesting, row: ApprovalRow): Promise<'automatic' | 'expired' | 'failed' | undefined> {
  if (!(await isRequesterEntitled(work.tx, row.id))) return 'failed'
  if (row.expires_at <= work.now) return 'expired'
  if (row.target_seen !== null && row.target_seen !== row.target_now) return 'failed'
  const { approvers } = await findApprovers(work.tx, row.requested_by, targetsOf(row))
  if (approvers.length === 0) return 'automatic'
  await clearTakesEffect(work.tx, row.id)
  await sendRequests(work, row, approvers)
  return undefined
}
