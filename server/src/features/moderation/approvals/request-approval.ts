import type { Approval, StaffRole } from '@kindred/contract'
import { sql } from 'kysely'
import { days, hours, later } from '../../../infra/clock.ts'
import { type Db, isTaken, type Tx } from '../../../infra/db/db.ts'
import {
  type ApprovalRow,
  findApproval,
  findOtherAdministrators,
  insertApproval,
  saveTargetSeen,
  type Targets,
} from './approvals.sql.ts'
import { auditApproval } from './audit-approval.ts'
import { sendAnnouncement, sendRequests } from './send-approval-mails.ts'
import { toApproval } from './to-approval.ts'
import type { Work } from '../../../work.ts'

const DELAY = hours(24)
const EXPIRY = days(7)

export type Requirement = 'none' | 'approval' | 'delay'

/** Who can approve a request, and what follows from that. */
export async function findApprovers(db: Db | Tx, staffId: string, targets: Targets) {
  const others = await findOtherAdministrators(db, staffId, targets)
  const approvers = others.filter(({ can_approve }) => can_approve).map(({ id }) => id)
  const needs: Requirement = others.length === 0 ? 'none' : approvers.length === 0 ? 'delay' : 'approval'
  return { needs, others: others.map(({ id }) => id), approvers }
}

/** What a request would have to wait for. With only one administrator, that is nothing. */
export const requirementFor = async (db: Db, staffId: string, targets: Targets): Promise<Requirement> =>
  (await findApprovers(db, staffId, targets)).needs

export const targetsOf = ({ target_id, batch_id }: Pick<ApprovalRow, 'target_id' | 'batch_id'>): Targets =>
  target_id
    ? sql`select ${target_id}::uuid as id`
    : sql`select subject_id as id from batch_items where batch_id = ${batch_id}`

export type Requesting = Work<'config' | 'jobs' | 'keys'>

/** Reads a request that has been written or locked in this transaction, so it exists. */
export async function readApproval(tx: Tx, viewerId: string, id: string): Promise<ApprovalRow> {
  const row = await findApproval(tx, viewerId, id)
  if (!row) throw new Error(`The approval ${id} is gone within its transaction.`)
  return row
}

type RequestInput =
  | { kind: 'role'; targetId: string; role: StaffRole | null }
  | { kind: 'bulk'; batchId: string }
  | { kind: 'decision'; targetId: string; decisionId: string }

/** What a request is for, in the columns of its row. */
function subjectOf(input: RequestInput) {
  if (input.kind === 'bulk') return { batch_id: input.batchId }
  const target = { target_id: input.targetId }
  if (input.kind === 'decision') return { ...target, decision_id: input.decisionId }
  const isAdmin = input.role === 'administrator'
  return { ...target, is_admin: isAdmin, staff_role: isAdmin ? null : input.role }
}

async function saveRequest({ tx, now }: Work, staffId: string, input: RequestInput, isDelayed: boolean) {
  const id = await insertApproval(tx, {
    kind: input.kind,
    ...subjectOf(input),
    requested_by: staffId,
    requested_at: now,
    takes_effect_at: isDelayed ? later(now, DELAY) : null,
    expires_at: later(now, EXPIRY),
  })
  const row = await readApproval(tx, staffId, id)
  if (input.kind === 'role') await saveTargetSeen(tx, id, row.target_now)
  return row
}

/**
 * Requests approval in the caller's transaction. It returns null when there is only one administrator: the caller then
 * goes ahead. If all other administrators are unable to act, or concerned, the request takes effect after a day.
 */
export async function requestApproval(
  work: Requesting,
  staffId: string,
  input: RequestInput,
): Promise<Approval | null> {
  const targetId = input.kind === 'bulk' ? null : input.targetId
  const targets = targetsOf({ target_id: targetId, batch_id: input.kind === 'bulk' ? input.batchId : null })
  const { needs, others, approvers } = await findApprovers(work.tx, staffId, targets)
  if (needs === 'none') return null
  const row = await saveRequest(work, staffId, input, needs === 'delay')
  if (needs === 'approval') await sendRequests(work, row, approvers)
  else {
    // Whoever is to be banned learns of it from the decision itself.
    const concerned = input.kind === 'role' && targetId !== null && targetId !== staffId ? [targetId] : []
    await sendAnnouncement(
      work,
      row,
      [...new Set([...others, ...concerned])].filter((id) => input.kind !== 'decision' || id !== targetId),
    )
  }
  await auditApproval(work, 'approval.requested', row)
  return toApproval(staffId, row)
}

/** Whether an error means that the same role change is already requested. */
export const isDuplicateRequest = (error: unknown): boolean => isTaken(error, 'approvals_one_open_for_role')
