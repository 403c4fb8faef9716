import { type AccountAction, ApiError, type Approval, type Objection, type StaffRole } from '@kindred/contract'
import { sql } from 'kysely'
import {
  type ApprovalRow,
  type ChangeDetails,
  concernsAdministrator,
  findApproval,
  findOtherAdministrators,
  insertApproval,
  requestedRole,
  saveTargetSeen,
  type Targets,
} from './queries.ts'
import { sendAnnouncement, sendRequests } from './send-approval-mails.ts'
import { undoUntil } from '../decisions/rules.ts'
import { audit } from '../../operations/index.ts'
import { days, hours, later, toInstant } from '../../../infra/clock.ts'
import { type Db, isTaken, type Tx } from '../../../infra/db/db.ts'
import type { Work } from '../../../work.ts'

export const auditApproval = (work: Work, action: string, row: ApprovalRow, reason?: string) =>
  audit(work, {
    action,
    ...(reason ? { reason } : {}),
    ...(row.target_id ? { subjectId: row.target_id } : {}),
    details: {
      approval: row.id,
      kind: row.kind,
      ...(row.batch_id ? { batch: row.batch_id } : {}),
      ...(row.decision_id ? { decision: row.decision_id } : {}),
      ...(row.account_action ? { action: row.account_action } : {}),
      ...(row.kind === 'role' ? { isAdmin: row.is_admin, role: requestedRole(row) } : {}),
    },
  })

/**
 * No one approves a request that affects them. They may decline it only if they were administrators when it was made
 * and no one else can decide, or if they are one of many people in a bulk action.
 */
export function rightsOf(viewerId: string, row: ApprovalRow) {
  const isOpen = row.outcome === null
  const isOwn = row.requested_by === viewerId
  return {
    canDecide: isOpen && !isOwn && !row.concerns_viewer && row.may_approve,
    canDecline: isOpen && !isOwn && (row.is_objector || row.kind === 'bulk' || !row.concerns_viewer),
    canWithdraw: isOpen && isOwn,
  }
}

export const toApproval = (viewerId: string, row: ApprovalRow): Approval => ({
  _id: row.id,
  kind: row.kind,
  target: row.target_id ? { _id: row.target_id, name: row.target ?? '', email: row.target_email } : null,
  isAdmin: row.is_admin,
  role: requestedRole(row),
  batch: row.batch_id ? { _id: row.batch_id, action: row.action ?? '', people: row.people ?? 0 } : null,
  decision:
    row.decision_id && row.decision_kind
      ? {
          _id: row.decision_id,
          version: row.decision_version ?? 0,
          kind: row.decision_kind,
          rule: row.rule_title,
          facts: row.facts ?? '',
          reportId: row.decision_report,
          fraud: row.is_fraud ?? false,
          undoUntil: toInstant(row.began_at && undoUntil(row.began_at)),
        }
      : null,
  accountAction: row.account_action,
  edits: Object.entries(row.change?.fields ?? {}).map(([field, values]) => ({ field, ...values })),
  reason: row.reason,
  requestedBy: { _id: row.requested_by, name: row.requester ?? '' },
  requestedAt: row.requested_at.toISOString(),
  takesEffectAt: toInstant(row.takes_effect_at),
  expiresAt: row.expires_at.toISOString(),
  outcome: row.outcome,
  decidedBy: row.decided_by ? { _id: row.decided_by, name: row.decider ?? '' } : null,
  decidedAt: toInstant(row.decided_at),
  ...rightsOf(viewerId, row),
})

export const toObjection = (row: ApprovalRow): Objection => ({
  _id: row.id,
  kind: row.kind,
  target: row.target_id ? { _id: row.target_id, name: row.target ?? '' } : null,
  isAdmin: row.is_admin,
  role: requestedRole(row),
  batch: row.batch_id ? { action: row.action ?? '', people: row.people ?? 0 } : null,
  decision: row.decision_kind ? { kind: row.decision_kind } : null,
  accountAction: row.account_action,
  requestedBy: { _id: row.requested_by, name: row.requester ?? '' },
  requestedAt: row.requested_at.toISOString(),
  takesEffectAt: toInstant(row.takes_effect_at),
  expiresAt: row.expires_at.toISOString(),
})

const DELAY = hours(24)
/** Applies to requests about an administrator, or for a new one, because the others may be away for a weekend. */
const LONG_DELAY = hours(72)
const EXPIRY = days(7)

export const hoursToWait = (isAboutAdministrator: boolean): number =>
  (isAboutAdministrator ? LONG_DELAY : DELAY) / hours(1)

export type Requirement = 'none' | 'approval' | 'delay'

export async function findApprovers(db: Db | Tx, staffId: string, targets: Targets) {
  const others = await findOtherAdministrators(db, staffId, targets)
  const approvers = others.filter(({ can_approve }) => can_approve).map(({ id }) => id)
  const needs: Requirement = others.length === 0 ? 'none' : approvers.length === 0 ? 'delay' : 'approval'
  // If someone else can decide, no one may object to a request about themselves.
  const objectors = others.filter(({ is_concerned }) => needs === 'delay' || !is_concerned).map(({ id }) => id)
  return { needs, objectors, approvers }
}

/** A sole administrator needs no approval. */
export const requirementFor = async (db: Db | Tx, staffId: string, targets: Targets): Promise<Requirement> =>
  (await findApprovers(db, staffId, targets)).needs

export const onePerson = (id: string): Targets => sql`select ${id}::uuid as id`

export const targetsOf = ({ target_id, batch_id }: Pick<ApprovalRow, 'target_id' | 'batch_id'>): Targets =>
  target_id ? onePerson(target_id) : sql`select subject_id as id from batch_items where batch_id = ${batch_id}`

export type Requesting = Work<'config' | 'jobs' | 'keys'>

/** The request has been written or locked in this transaction, so it exists. */
export async function readApproval(tx: Tx, viewerId: string, id: string): Promise<ApprovalRow> {
  const row = await findApproval(tx, viewerId, id)
  if (!row) throw new Error(`The approval ${id} is gone within its transaction.`)
  return row
}

type RequestInput =
  | { kind: 'role'; targetId: string; role: StaffRole | null }
  | { kind: 'bulk'; batchId: string }
  | { kind: 'decision'; targetId: string; decisionId: string; change?: ChangeDetails }
  | { kind: 'account'; targetId: string; action: AccountAction; change: ChangeDetails }

function subjectOf(input: RequestInput) {
  if (input.kind === 'bulk') return { batch_id: input.batchId }
  const target = { target_id: input.targetId }
  if (input.kind === 'decision')
    return { ...target, decision_id: input.decisionId, ...(input.change && { change: JSON.stringify(input.change) }) }
  if (input.kind === 'account') return { ...target, account_action: input.action, change: JSON.stringify(input.change) }
  const isAdmin = input.role === 'administrator'
  return { ...target, is_admin: isAdmin, staff_role: isAdmin ? null : input.role }
}

async function saveRequest(
  { tx, now }: Work,
  staffId: string,
  input: RequestInput,
  objectors: string[],
  delay: number | null,
) {
  const id = await insertApproval(tx, {
    kind: input.kind,
    ...subjectOf(input),
    requested_by: staffId,
    requested_at: now,
    objector_ids: objectors,
    takes_effect_at: delay === null ? null : later(now, delay),
    expires_at: later(now, EXPIRY),
  })
  const row = await readApproval(tx, staffId, id)
  if (input.kind === 'role') await saveTargetSeen(tx, id, row.target_now)
  return row
}

/**
 * Runs in the caller's transaction. Returns null if there is only one administrator: the caller then continues without
 * approval. If all other administrators are unable to act, or affected, the request takes effect after some time,
 * unless one of them objects. All of them get an email.
 */
export async function requestApproval(
  work: Requesting,
  staffId: string,
  input: RequestInput,
): Promise<Approval | null> {
  const targetId = input.kind === 'bulk' ? null : input.targetId
  const targets = targetsOf({ target_id: targetId, batch_id: input.kind === 'bulk' ? input.batchId : null })
  const { needs, objectors, approvers } = await findApprovers(work.tx, staffId, targets)
  if (needs === 'none') return null
  const isLong = input.kind === 'role' || (await concernsAdministrator(work.tx, staffId, targets))
  const delay = needs === 'delay' ? (isLong ? LONG_DELAY : DELAY) : null
  const row = await saveRequest(work, staffId, input, objectors, delay)
  await sendRequests(work, row, approvers)
  // A member who is to be banned is notified by the decision itself.
  const concerned = input.kind === 'role' && needs === 'delay' && targetId && targetId !== staffId ? [targetId] : []
  const others = [...new Set([...objectors, ...concerned])].filter((id) => !approvers.includes(id))
  await sendAnnouncement(work, row, { others, objectors })
  await auditApproval(work, 'approval.requested', row)
  return toApproval(staffId, row)
}

type Administrated = { id: string; is_admin: boolean }
type ChangeInput = { action: AccountAction; change: ChangeDetails }

/**
 * Changing another administrator's account needs a second person. Returns null if no approval is needed: for members,
 * other staff, and the caller's own account.
 */
export async function requestForAdministrator(
  work: Requesting,
  staffId: string,
  user: Administrated,
  { action, change }: ChangeInput,
): Promise<Approval | null> {
  if (!user.is_admin || user.id === staffId) return null
  return requestApproval(work, staffId, { kind: 'account', targetId: user.id, action, change })
}

export async function needsApprovalOf(tx: Tx, staffId: string, user: Administrated): Promise<boolean> {
  if (!user.is_admin || user.id === staffId) return false
  return (await requirementFor(tx, staffId, onePerson(user.id))) !== 'none'
}

export function alreadyRequested(error: unknown): never {
  if (!isTaken(error, 'approvals_one_open_for_account')) throw error
  throw new ApiError('conflict', 'Someone has already asked for this. It’s waiting for approval.')
}

export const isDuplicateRequest = (error: unknown): boolean => isTaken(error, 'approvals_one_open_for_role')
