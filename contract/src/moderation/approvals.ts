import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { staffRoles } from '../staff.ts'
import { id, instant, shown, text, wholeNumber } from '../text.ts'

const person = z.strictObject({ _id: id, name: shown })

/** A request for an action that needs a second administrator. */
export const Approval = z.strictObject({
  _id: id,
  kind: z.enum(['role', 'bulk', 'decision']),
  /** Whose role would change, and to what. */
  target: z.nullable(z.extend(person, { email: z.nullable(shown) })),
  isAdmin: z.nullable(z.boolean()),
  /** The role that they would have: null if none, or if this isn't about a role. */
  role: z.nullable(z.enum(staffRoles)),
  /** The waiting bulk action, and how many people it affects. */
  batch: z.nullable(z.strictObject({ _id: id, action: shown, people: z.number() })),
  /** The ban that waits. */
  decision: z.nullable(z.strictObject({ _id: id, rule: z.nullable(shown), facts: shown })),
  reason: z.nullable(shown),
  requestedBy: person,
  requestedAt: instant,
  /** Set if no other administrator can approve: the request takes effect by itself at that time. */
  takesEffectAt: z.nullable(instant),
  expiresAt: instant,
  outcome: z.nullable(z.enum(['approved', 'declined', 'withdrawn', 'expired', 'automatic', 'failed'])),
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(instant),
  /** Whether the caller may approve it, decline it, or withdraw their own request. */
  canDecide: z.boolean(),
  canDecline: z.boolean(),
  canWithdraw: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

const one = z.strictObject({ id })
const approvalAnswer = z.strictObject({ data: z.strictObject({ approval: Approval }) })
const reason = z.optional(text(1, 1000))

export const approvals = defineRoutes({
  listApprovals: {
    method: 'GET',
    path: '/admin/approvals',
    access: 'staff:approve',
    starts: true,
    summary: 'List requests that need a second administrator, newest first',
    query: z.strictObject({
      before: z.optional(id),
      limit: z._default(wholeNumber(1, 100), 20),
      /** Only pending ones. */
      open: z.optional(z.literal('true')),
    }),
    returns: z.strictObject({
      data: z.strictObject({ approvals: z.array(Approval), nextBefore: z.nullable(id) }),
    }),
  },
  approve: {
    method: 'POST',
    path: '/admin/approvals/:id/approve',
    access: 'staff:approve',
    stepUp: true,
    summary: "Approve another administrator's request, which takes effect at once",
    params: one,
    returns: approvalAnswer,
    errors: ['conflict'],
  },
  declineApproval: {
    method: 'POST',
    path: '/admin/approvals/:id/decline',
    access: 'staff:approve',
    summary: "Decline another administrator's request, or withdraw your own",
    params: one,
    body: z.strictObject({ reason }),
    returns: approvalAnswer,
    errors: ['conflict'],
  },
})
