import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { NamedUser } from '../named-user.ts'
import { defineRoutes } from '../route.ts'
import { staffRoles } from '../staff.ts'
import { dataOf, id, instant, shown, text, wholeNumber } from '../text.ts'

const person = NamedUser

export const accountActions = ['activate', 'deactivate', 'edit', 'sign_out', 'lift'] as const
export const AccountAction = z.enum(accountActions)
export type AccountAction = z.infer<typeof AccountAction>

export const Approval = z.strictObject({
  _id: id,
  kind: z.enum(['role', 'bulk', 'decision', 'account']),
  target: z.nullable(z.extend(person, { email: z.nullable(shown) })),
  isAdmin: z.nullable(z.boolean()),
  /** The new role. Null if the user loses the role, or if the request isn't about a role. */
  role: z.nullable(z.enum(staffRoles)),
  batch: z.nullable(z.strictObject({ _id: id, action: shown, people: z.number() })),
  /** The decision that needs approval: a ban, or any decision about an administrator. */
  decision: z.nullable(
    z.strictObject({
      _id: id,
      version: z.number(),
      kind: z.enum(['warn', 'hide', 'limit', 'suspend', 'ban', 'deactivate']),
      rule: z.nullable(shown),
      facts: shown,
      reportId: z.nullable(id),
      fraud: z.boolean(),
      /** Set for a minute after the decision takes effect. */
      undoUntil: z.nullable(instant),
    }),
  ),
  accountAction: z.nullable(AccountAction),
  edits: z.array(z.strictObject({ field: shown, before: z.nullable(shown), after: z.nullable(shown) })),
  reason: z.nullable(shown),
  requestedBy: person,
  requestedAt: instant,
  /** Set if no other administrator can approve. The request then takes effect automatically at this time. */
  takesEffectAt: z.nullable(instant),
  expiresAt: instant,
  outcome: z.nullable(z.enum(['approved', 'declined', 'withdrawn', 'expired', 'automatic', 'failed'])),
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(instant),
  /** True if the caller may approve the request, decline it, or withdraw their own. */
  canDecide: z.boolean(),
  canDecline: z.boolean(),
  canWithdraw: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

/** A request as shown to people who may object, without addresses and facts, because they may have left the team. */
export const Objection = z.extend(
  z.pick(Approval, {
    _id: true,
    kind: true,
    isAdmin: true,
    role: true,
    accountAction: true,
    requestedBy: true,
    requestedAt: true,
    takesEffectAt: true,
    expiresAt: true,
  }),
  {
    target: z.nullable(person),
    batch: z.nullable(z.strictObject({ action: shown, people: z.number() })),
    decision: z.nullable(z.strictObject({ kind: shown })),
  },
)
export type Objection = z.infer<typeof Objection>

const one = z.strictObject({ id })
const approvalAnswer = dataOf({ approval: Approval })
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
      open: z.optional(z.literal('true')),
    }),
    returns: dataOf({ approvals: z.array(Approval), nextBefore: z.nullable(id) }),
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
  listObjections: {
    method: 'GET',
    path: '/approvals/objections',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'List requests that you may object to',
    returns: dataOf({ requests: z.array(Objection) }),
  },
  objectTo: {
    method: 'POST',
    path: '/approvals/:id/object',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'Object to a request, which ends it, also with a restricted account',
    params: one,
    body: z.strictObject({ reason }),
    returns: Done,
    errors: ['conflict'],
  },
})
