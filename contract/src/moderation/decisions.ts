import * as z from 'zod/mini'
import { Approval } from './approvals.ts'
import { AdminUser } from './administration.ts'
import { NamedPerson } from './report.ts'
import { FraudWarningState } from './fraud-warnings.ts'
import { publicId } from '../profiles/pictures.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, integer, shown, text } from '../text.ts'

/** From the mildest to the strictest. The specification's `deactivate` has calls of its own (administration.ts). */
export const decisionKinds = ['warn', 'hide', 'limit', 'suspend', 'deactivate', 'ban'] as const
export const DecisionKind = z.enum(decisionKinds)
export type DecisionKind = z.infer<typeof DecisionKind>

export const decisionStates = ['waiting', 'declined', 'in_force', 'undone', 'expired', 'lifted', 'overturned'] as const
export const DecisionState = z.enum(decisionStates)
export type DecisionState = z.infer<typeof DecisionState>

/** The allowed transitions of a decision. Every write uses them. An appeal can overturn what has already ended. */
export const decisionTransitions: Record<DecisionState, readonly DecisionState[]> = {
  waiting: ['in_force', 'declined'],
  in_force: ['undone', 'expired', 'lifted', 'overturned'],
  expired: ['overturned'],
  lifted: ['overturned'],
  declined: [],
  undone: [],
  overturned: [],
}

/** What kind of violation it was, for statistics and the Commission's statements. */
export const violations = [
  'harassment',
  'hate',
  'threats',
  'sexual',
  'intimate_image',
  'minor',
  'scam',
  'fake_profile',
  'spam',
  'privacy',
  'illegal',
  'other',
] as const
export const Violation = z.enum(violations)
export type Violation = z.infer<typeof Violation>

/** For this many seconds, a decision can be undone. Its email waits until then. */
export const UNDO_SECONDS = 60
/** For this many days, a decision counts toward what is recommended next. */
export const STRIKE_DAYS = 180

const subscription = z.enum(['keep', 'cancel'])

const base = {
  kind: z.enum(['warn', 'hide', 'limit', 'suspend', 'ban']),
  /** The number of the community rule that was broken. */
  rule: integer(1, 30),
  category: Violation,
  /** For `limit` and `suspend`. */
  days: z.optional(integer(1, 365)),
  /** For `hide`: what is taken off the profile. */
  hide: z.optional(
    z.strictObject({
      bio: z.optional(z.boolean()),
      prompts: z.optional(z.boolean()),
      /** The spoken answer. */
      voice: z.optional(z.boolean()),
      pictures: z.optional(z.array(publicId).check(z.maxLength(20))),
      /** Puts other accounts' copies of the pictures in the queue, for staff to look at. */
      findCopies: z.optional(z.boolean()),
      /** Instead of parts of the profile: a message that they sent. Both people then see that it was removed. */
      message: z.optional(id),
    }),
  ),
  reportId: z.optional(id),
  fraud: z._default(z.boolean(), false),
  subscription: z._default(subscription, 'keep'),
}

/** What staff decide. A ban is permanent; it can't be made without its rule and facts. */
export const DecisionInput = z.strictObject({ ...base, facts: text(10, 2000) })
export type DecisionInput = z.output<typeof DecisionInput>

/** The same while it is being written. */
export const DecisionDraft = z.strictObject({ ...base, facts: z._default(text(0, 2000), '') })
export type DecisionDraft = z.output<typeof DecisionDraft>

/** What a member reads about a decision: the statement of reasons. It never names who reported them or who decided. */
export const OwnDecision = z.strictObject({
  _id: id,
  kind: DecisionKind,
  state: DecisionState,
  /** The title of the community rule that was broken; null for the terms as a whole. */
  rule: z.nullable(shown),
  facts: shown,
  /** In words: what the decision means, and what it was based on. */
  statement: z.array(shown),
  decidedAt: instant,
  until: z.nullable(instant),
  endedAt: z.nullable(instant),
})
export type OwnDecision = z.infer<typeof OwnDecision>

/** A decision as staff see it. */
export const Decision = z.strictObject({
  _id: id,
  version: z.number(),
  subject: NamedPerson,
  kind: DecisionKind,
  state: DecisionState,
  source: z.enum(['report', 'own']),
  reportId: z.nullable(id),
  rule: z.nullable(z.strictObject({ number: z.number(), title: shown })),
  category: Violation,
  facts: shown,
  days: z.nullable(z.number()),
  until: z.nullable(instant),
  hidden: z.strictObject({
    bio: z.boolean(),
    prompts: z.boolean(),
    voice: z.boolean(),
    pictures: z.number(),
    message: z.boolean(),
  }),
  fraud: z.boolean(),
  /** The warning to those who received messages from someone banned for fraud. */
  warning: z.nullable(FraudWarningState),
  /** Whether a monitoring rule found it, although a person decided it. */
  detected: z.boolean(),
  automated: z.boolean(),
  subscription,
  by: z.nullable(NamedPerson),
  createdAt: instant,
  inForceAt: z.nullable(instant),
  strikeUntil: z.nullable(instant),
  /** Until then it can be undone; null if it can't be any more. */
  undoUntil: z.nullable(instant),
  /** Whether the viewer may undo or end it: what a second administrator approved is not for every colleague to end. */
  mayEnd: z.boolean(),
  endedAt: z.nullable(instant),
  endedBy: z.nullable(NamedPerson),
  endReason: z.nullable(shown),
  /** How many reports it closed. */
  reports: z.number(),
})
export type Decision = z.infer<typeof Decision>

/** How much was decided about someone before, and what is recommended next. */
export const Standing = z.strictObject({
  strikes: z.number(),
  recommended: z.strictObject({ kind: DecisionKind, days: z.nullable(z.number()) }),
})
export type Standing = z.infer<typeof Standing>

export const DecisionPreview = z.strictObject({
  /** What will happen, in sentences. */
  effects: z.array(shown),
  /** The notice exactly as the member gets it, in their language. */
  notice: z.strictObject({ language: shown, subject: shown, text: shown }),
  /** Whether another administrator has to approve it first, or a day has to pass. */
  needs: z.enum(['none', 'approval', 'delay']),
  standing: Standing,
  /** Of the user. Send it as If-Match with the decision. */
  version: z.number(),
})
export type DecisionPreview = z.infer<typeof DecisionPreview>

const one = z.strictObject({ id })
const decisionAnswer = dataOf({ decision: Decision })

export const decisions = defineRoutes({
  previewDecision: {
    method: 'POST',
    path: '/admin/users/:id/decisions/preview',
    access: 'staff:decide',
    summary: 'Preview what a decision about a user does, and the notice that they get',
    params: one,
    body: DecisionDraft,
    returns: z.strictObject({ data: DecisionPreview }),
    errors: ['conflict'],
  },
  decide: {
    method: 'POST',
    path: '/admin/users/:id/decisions',
    access: 'staff:decide',
    stepUp: true,
    summary:
      'Decide about a user; takes effect at once, is announced after a minute, and closes the reports about them. ' +
      'If there are other administrators, one of them has to approve a ban, and any decision about an administrator',
    params: one,
    body: DecisionInput,
    returns: dataOf({ decision: Decision, user: AdminUser }),
    status: 201,
    errors: ['conflict'],
  },
  listDecisions: {
    method: 'GET',
    path: '/admin/users/:id/decisions',
    access: 'staff:users.read',
    starts: true,
    summary: 'List the decisions about a user, with strikes and the recommended next step',
    params: one,
    returns: dataOf({ decisions: z.array(Decision), standing: Standing }),
  },
  undoDecision: {
    method: 'POST',
    path: '/admin/decisions/:id/undo',
    access: 'staff:decide',
    stepUp: true,
    summary: 'Undo a decision within a minute, before the member is notified',
    params: one,
    returns: decisionAnswer,
    errors: ['conflict'],
  },
  liftDecision: {
    method: 'POST',
    path: '/admin/decisions/:id/lift',
    access: 'staff:decide',
    stepUp: true,
    summary: 'End a decision early, and notify the member',
    params: one,
    body: z.strictObject({ reason: text(1, 1000) }),
    returns: dataOf({ decision: Decision, approval: z.optional(Approval) }),
    errors: ['conflict'],
  },
  withdrawBan: {
    method: 'POST',
    path: '/admin/decisions/:id/withdraw',
    access: 'staff:decide',
    summary: 'Withdraw your own request for a ban before another administrator has decided it',
    params: one,
    returns: decisionAnswer,
    errors: ['conflict'],
  },
  listMyDecisions: {
    method: 'GET',
    path: '/decisions/mine',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'List the decisions about you with their reasons, newest first',
    returns: dataOf({ decisions: z.array(OwnDecision) }),
  },
})
