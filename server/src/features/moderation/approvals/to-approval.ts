import type { Approval, Objection } from '@kindred/contract'
import { type ApprovalRow, requestedRole } from './approvals.sql.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

/**
 * No one approves a request that affects them. They decline it only if they were administrators when it was made and no
 * one else can decide, or if they are one of many people in a bulk action.
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
      ? { _id: row.decision_id, kind: row.decision_kind, rule: row.rule_title, facts: row.facts ?? '' }
      : null,
  accountAction: row.account_action,
  edits: Object.entries(row.change?.fields ?? {}).map(([field, values]) => ({ field, ...values })),
  reason: row.reason,
  requestedBy: { _id: row.requested_by, name: row.requester ?? '' },
  requestedAt: row.requested_at.toISOString(),
  takesEffectAt: iso(row.takes_effect_at),
  expiresAt: row.expires_at.toISOString(),
  outcome: row.outcome,
  decidedBy: row.decided_by ? { _id: row.decided_by, name: row.decider ?? '' } : null,
  decidedAt: iso(row.decided_at),
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
  takesEffectAt: iso(row.takes_effect_at),
  expiresAt: row.expires_at.toISOString(),
})
