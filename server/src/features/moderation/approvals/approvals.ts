import { ApiError, type Approval } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { applyAccountChange, changeRole, type RoleChange } from '../administration/administration.ts'
import { isInvolved } from '../administration/queries.ts'
import {
  type ApprovalRow,
  canAdminister,
  findApproval,
  findApprovalOf,
  isRequesterEntitled,
  lockApproval,
  type Outcome,
  requestedRole,
  saveDecision,
} from './queries.ts'
import { auditApproval, readApproval, type Requesting, rightsOf, toApproval } from './request-approval.ts'
import { sendOutcome } from './send-approval-mails.ts'
import { dropBatch, releaseBatch } from '../batches/batches.ts'
import { declineDecision, putApprovedInForce } from '../decisions/decide.ts'
import { notifyStaff } from '../reports/create-report.ts'
import { Refusal } from '../refusals.ts'
import type { Viewer } from '../../../http/session.ts'
import { fullName } from '../../../infra/names.ts'
import { asAccount, asStaff, unitOfWork, type Work } from '../../../work.ts'
import type { Deciding } from '../decisions/effects.ts'

const roleChange = ({ id, target_id, requested_by, ...row }: ApprovalRow): RoleChange => {
  if (target_id === null) throw new Error(`The approval ${id} is for no role.`)
  return { id: target_id, role: requestedRole(row), requestedBy: requested_by }
}

function batchOf({ id, batch_id }: ApprovalRow): string {
  if (batch_id === null) throw new Error(`The approval ${id} is for no bulk action.`)
  return batch_id
}

function decisionOf({ id, decision_id }: ApprovalRow): string {
  if (decision_id === null) throw new Error(`The approval ${id} is for no decision.`)
  return decision_id
}

export function applyRequest(work: Deciding, row: ApprovalRow): Promise<void> {
  if (row.kind === 'decision') return putApprovedInForce(work, decisionOf(row), row.change?.hide)
  if (row.kind === 'account') return applyAccountChange(work, row)
  return row.kind === 'role' ? changeRole(work, roleChange(row)) : releaseBatch(work, batchOf(row))
}

export async function dropRequest(work: Requesting & Work<'bus' | 'lastingKeys'>, row: ApprovalRow): Promise<void> {
  if (row.kind === 'bulk') await dropBatch(work, batchOf(row))
  if (row.kind === 'decision') await declineDecision(work, decisionOf(row))
}

const noRequest = () => new ApiError('not_found', 'We couldn’t find this request.')

async function lockOpen({ tx, now }: Work, viewerId: string, id: string): Promise<ApprovalRow> {
  await lockApproval(tx, id)
  const row = await findApproval(tx, viewerId, id)
  if (!row) throw noRequest()
  if (row.outcome !== null) throw new ApiError('conflict', 'This request has already been decided.')
  if (row.expires_at <= now) throw new ApiError('conflict', 'This request has expired.')
  return row
}

/** The approver must be someone other than the requester, not affected, and able to act as an administrator. */
async function assertMayApprove({ tx }: Work, viewerId: string, row: ApprovalRow): Promise<void> {
  if (!rightsOf(viewerId, row).canDecide || !(await canAdminister(tx, viewerId)))
    throw new ApiError('forbidden', 'Another administrator has to approve this.')
  if (!(await isRequesterEntitled(tx, row.id)))
    throw new ApiError('conflict', 'The person who asked for this is no longer an administrator.')
  if (row.target_seen !== null && row.target_seen !== row.target_now)
    throw new ApiError(
      'conflict',
      'Their name or email address has changed since this was requested. Please decline it.',
    )
}

/** An administrator who knows the member leaves the decision to another one, if possible. */
async function assertNotInvolved({ tx }: Work, viewerId: string, row: ApprovalRow): Promise<void> {
  const { kind, account_action, target_id, requested_by } = row
  const isDecision = kind === 'decision' || account_action === 'deactivate'
  if (isDecision && target_id && (await isInvolved(tx, viewerId, target_id, 'any', requested_by)))
    throw new Refusal('involved')
}

export const approve = (context: Deps, { account }: Viewer, id: string): Promise<Approval> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const row = await lockOpen(work, account.id, id)
    await assertMayApprove(work, account.id, row)
    await assertNotInvolved(work, account.id, row)
    await applyRequest(work, row)
    await finishRequest(work, row, { outcome: 'approved', by: account })
    return toApproval(account.id, await readApproval(work.tx, account.id, id))
  })

export const decline = (context: Deps, { account }: Viewer, id: string, reason?: string): Promise<Approval> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const row = await lockOpen(work, account.id, id)
    const { canDecline, canWithdraw } = rightsOf(account.id, row)
    if (!canDecline && !canWithdraw) throw new ApiError('forbidden', 'Another administrator has to decide this.')
    if (!canWithdraw) await assertNotInvolved(work, account.id, row)
    await dropRequest(work, row)
    await finishRequest(work, row, { outcome: canWithdraw ? 'withdrawn' : 'declined', by: account, reason })
    return toApproval(account.id, await readApproval(work.tx, account.id, id))
  })

/**
 * Available to everyone who was an administrator when the request was made, even if their account has changed. For
 * everyone else, the request doesn't exist.
 */
export const objectTo = (context: Deps, { account }: Viewer, id: string, reason?: string): Promise<void> =>
  unitOfWork(context, asAccount(account), async (work) => {
    await lockApproval(work.tx, id)
    if (!(await findApproval(work.tx, account.id, id))?.is_objector) throw noRequest()
    const row = await lockOpen(work, account.id, id)
    await dropRequest(work, row)
    await finishRequest(work, row, { outcome: 'declined', by: account, reason })
  })

/** Withdraws only the viewer's own request. Staff who can't approve others' requests don't even see that they exist. */
export const withdrawBan = (context: Deps, { account }: Viewer, decisionId: string): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const id = await findApprovalOf(work.tx, decisionId)
    const asked = id && (await lockApproval(work.tx, id))
    if (!id || !asked || asked.requested_by !== account.id) throw noRequest()
    const row = await lockOpen(work, account.id, id)
    await dropRequest(work, row)
    await finishRequest(work, row, { outcome: 'withdrawn', by: account })
  })

type Decision = { outcome: Outcome; by: Viewer['account'] | null; reason?: string | undefined }

export async function finishRequest(
  work: Requesting & Work<'bus'>,
  row: ApprovalRow,
  { outcome, by, reason }: Decision,
): Promise<void> {
  // Pages that show the decision as waiting.
  if (row.kind === 'decision') notifyStaff(work)
  await saveDecision(work.tx, row.id, outcome, by?.id ?? null, work.now)
  await auditApproval(work, `approval.${outcome}`, row, reason)
  if (outcome !== 'withdrawn') await sendOutcome(work, row, { outcome, by: by && fullName(by), reason })
}
