import * as z from 'zod/mini'
import { Approval } from './approvals.ts'
import { AdminUser } from './administration.ts'
import { NamedPerson, ReportDetail } from './report.ts'
import { FraudWarningState } from './fraud-warnings.ts'
import { publicId } from '../profiles/pictures.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, integer, reasonText, shown, text } from '../text.ts'

/** The kinds from mildest to strictest. The specification's `deactivate` has separate routes (administration.ts). */
export const decisionKinds = ['warn', 'hide', 'limit', 'suspend', 'deactivate', 'ban'] as const
export const DecisionKind = z.enum(decisionKinds)
export type DecisionKind = z.infer<typeof DecisionKind>

export const decisionStates = ['waiting', 'declined', 'in_force', 'undone', 'expired', 'lifted', 'overturned'] as const
export const DecisionState = z.enum(decisionStates)
export type DecisionState = z.infer<typeof DecisionState>

/**
 * The allowed transitions of a decision, which every write checks. An appeal can overturn a decision that has already
 * ended.
 */
export const decisionTransitions: Record<DecisionState, readonly DecisionState[]> = {
  waiting: ['in_force', 'declined'],
  in_force: ['undone', 'expired', 'lifted', 'overturned'],
  expired: ['overturned'],
  lifted: ['overturned'],
  declined: [],
  undone: [],
  overturned: [],
}

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

/** The seconds in which a decision can be undone, and by which its email is delayed. */
export const UNDO_SECONDS = 60
/** The days for which a decision counts toward the next recommendation. */
export const STRIKE_DAYS = 180

const subscription = z.enum(['keep', 'cancel'])

const base = {
  kind: z.enum(['warn', 'hide', 'limit', 'suspend', 'ban']),
  rule: integer(1, 30),
  category: Violation,
  days: z.optional(integer(1, 365)),
  /** For `hide`: the parts to remove from the profile. */
  hide: z.optional(
    z.strictObject({
      bio: z.optional(z.boolean()),
      prompts: z.optional(z.boolean()),
      voice: z.optional(z.boolean()),
      pictures: z.optional(z.array(publicId).check(z.maxLength(20))),
      /** Queues copies of the photos on other accounts for review by staff. */
      findCopies: z.optional(z.boolean()),
      /** A message to remove instead of parts of the profile. Both people then see that it was removed. */
      message: z.optional(id),
    }),
  ),
  reportId: z.optional(id),
  fraud: z._default(z.boolean(), false),
  subscription: z._default(subscription, 'keep'),
}

/** A decision as submitted, which requires a rule and facts. A ban is permanent. */
export const DecisionInput = z.strictObject({ ...base, facts: reasonText(10, 2000) })
export type DecisionInput = z.output<typeof DecisionInput>

export const DecisionDraft = z.strictObject({ ...base, facts: z._default(text(0, 2000), '') })
export type DecisionDraft = z.output<typeof DecisionDraft>

/** A decision as the member sees it: the statement of reasons. It never names the reporter or the author. */
export const OwnDecision = z.strictObject({
  _id: id,
  kind: DecisionKind,
  state: DecisionState,
  /** The title of the violated community rule, or null for the terms as a whole. */
  rule: z.nullable(shown),
  facts: shown,
  /** The effects and grounds of the decision as text. */
  statement: z.array(shown),
  decidedAt: instant,
  until: z.nullable(instant),
  endedAt: z.nullable(instant),
})
export type OwnDecision = z.infer<typeof OwnDecision>

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
  /** The warning to everyone who received messages from a member who was banned for fraud. */
  warning: z.nullable(FraudWarningState),
  /** True if a monitoring rule found the violation, even though a person decided. */
  detected: z.boolean(),
  automated: z.boolean(),
  subscription,
  by: z.nullable(NamedPerson),
  createdAt: instant,
  inForceAt: z.nullable(instant),
  strikeUntil: z.nullable(instant),
  undoUntil: z.nullable(instant),
  /**
   * True if the viewer may undo or lift the decision. Bans and approved decisions can be ended only by the person who
   * made them and by administrators.
   */
  mayEnd: z.boolean(),
  endedAt: z.nullable(instant),
  endedBy: z.nullable(NamedPerson),
  endReason: z.nullable(shown),
  reports: z.number(),
})
export type Decision = z.infer<typeof Decision>

/** Earlier decisions about the member, and the recommended next decision. */
export const Standing = z.strictObject({
  strikes: z.number(),
  recommended: z.strictObject({ kind: DecisionKind, days: z.nullable(z.number()) }),
})
export type Standing = z.infer<typeof Standing>

export const DecisionPreview = z.strictObject({
  effects: z.array(shown),
  /** The notice exactly as the member receives it, in the member's language. */
  notice: z.strictObject({ language: shown, subject: shown, text: shown }),
  /** The required step before the decision applies: none, another administrator's approval, or a day's delay. */
  needs: z.enum(['none', 'approval', 'delay']),
  standing: Standing,
  /** The number of the community rule that this violation breaks, if the rules that we ship still have it. */
  rule: z.nullable(z.number()),
  /** The user's version, to send as If-Match with the decision. */
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
      'Decide about a user; bans, administrators, and more than 20 people within an hour wait for another administrator',
    params: one,
    body: DecisionInput,
    returns: dataOf({ decision: Decision, user: AdminUser }),
    status: 201,
    errors: ['conflict', 'evidence_unopened'],
  },
  previewWaiting: {
    method: 'GET',
    path: '/admin/decisions/:id/preview',
    access: 'staff:approve',
    summary: 'Preview what the approval of a decision does, and the notice that the member gets',
    params: one,
    returns: z.strictObject({ data: DecisionPreview }),
    errors: ['conflict'],
  },
  listDecisions: {
    method: 'GET',
    path: '/admin/users/:id/decisions',
    access: 'staff:users.read',
    starts: true,
    summary: 'List the decisions about a user, with strikes and the recommended next step',
    params: one,
    returns: dataOf({
      decisions: z.array(Decision),
      standing: Standing,
      /** The kind of the most urgent open report about the user, which suggests the violation. */
      reported: z.nullable(z.strictObject({ problem_type: shown, detail: z.nullable(ReportDetail) })),
    }),
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
