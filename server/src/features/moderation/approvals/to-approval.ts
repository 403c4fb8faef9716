import type { Approval } from '@kindred/contract'
import { type ApprovalRow, requestedRole } from './approvals.sql.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

/**
 * What a viewer may do with a request. Nobody approves what concerns them. The person who would lose or get a role
 * can't decline it either, but one of many people in a bulk action can.
 */
export function rightsOf(viewerId: string, row: ApprovalRow) {
  const isOpen = row.outcome === null
  const isOwn = row.requested_by === viewerId
  return {
    canDecide: isOpen && !isOwn && !row.concerns_viewer,
    canDecline: isOpen && !isOwn && (row.kind === 'bulk' || !row.concerns_viewer),
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
  decision: row.decision_id ? { _id: row.decision_id, rule: row.rule_title, facts: row.facts ?? '' } : null,
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
