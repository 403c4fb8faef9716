import * as z from 'zod/mini'
import { Decision } from './decisions.ts'
import { EarlierText, FrozenMessage, FrozenPicture, FrozenVoiceAnswer, ProfileSnapshot } from './evidence.ts'
import { NamedPerson, ProblemType, ReportDetail } from './report.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, integer, reasonText, shown, text, wholeNumber } from '../text.ts'

export const secondAnswers = ['none', 'warn', 'hide', 'limit', 'suspend', 'ban'] as const
const SecondAnswer = z.enum(secondAnswers)
export type SecondAnswer = z.infer<typeof SecondAnswer>

export const BlindReviewState = z.enum(['open', 'answered', 'raised', 'closed'])
export type BlindReviewState = z.infer<typeof BlindReviewState>

const WaitingLook = z.strictObject({ _id: id, name: shown, drawnAt: instant })
export type WaitingLook = z.infer<typeof WaitingLook>

/** The case behind a decision, as a blind review shows it: without the decision, its reasons and its author. */
export const BlindReviewCase = z.strictObject({
  _id: id,
  /** The profile when reported, or else the current one with the removed parts. Its state would reveal too much. */
  profile: z.omit(ProfileSnapshot, { state: true }),
  reports: z.array(
    z.strictObject({ type: ProblemType, detail: z.nullable(ReportDetail), description: shown, at: instant }),
  ),
  strikes: z.number(),
  messages: z.array(FrozenMessage),
  earlier: z.array(EarlierText),
  frozen: z.nullable(
    z.strictObject({ reportId: id, pictures: z.array(FrozenPicture), voices: z.array(FrozenVoiceAnswer) }),
  ),
  pictures: z.array(shown),
})
export type BlindReviewCase = z.infer<typeof BlindReviewCase>

const note = z.nullable(z.strictObject({ by: NamedPerson, at: instant, note: shown }))

export const BlindReview = z.strictObject({
  _id: id,
  state: BlindReviewState,
  decision: Decision,
  answer: z.strictObject({
    kind: SecondAnswer,
    rule: z.nullable(z.strictObject({ number: z.number(), title: shown })),
    reason: shown,
    by: NamedPerson,
    at: instant,
  }),
  sameKind: z.boolean(),
  sameRule: z.boolean(),
  /** The notes with which a disagreement was escalated to an administrator and closed. */
  raised: note,
  closed: note,
})
export type BlindReview = z.infer<typeof BlindReview>

const share = { answered: z.number(), agreed: z.number() }
/** The numbers of blind reviews and of those that agreed with the decision, in total, by action and by rule. */
export const Agreement = z.strictObject({
  ...share,
  byKind: z.array(z.strictObject({ kind: SecondAnswer, ...share })),
  byRule: z.array(z.strictObject({ rule: z.number(), title: shown, ...share })),
})
export type Agreement = z.infer<typeof Agreement>

const one = z.strictObject({ id })
const page = { before: z.optional(id), limit: z._default(wholeNumber(1, 100), 20) }
const lookAnswer = dataOf({ look: BlindReview })

/** Blind reviews: someone who doesn't know the outcome reviews a random sample of decisions. */
export const blindReviews = defineRoutes({
  listWaitingLooks: {
    method: 'GET',
    path: '/admin/second-looks/waiting',
    access: 'staff:decide',
    summary: 'List the cases assigned to you for blind review, newest first',
    query: z.strictObject(page),
    returns: dataOf({ waiting: z.array(WaitingLook), nextBefore: z.nullable(id) }),
  },
  listBlindReviews: {
    method: 'GET',
    path: '/admin/second-looks',
    access: 'staff:decide',
    summary: 'List completed blind reviews, each beside the decision, newest first',
    query: z.strictObject({ ...page, raised: z.optional(z.literal('true')) }),
    returns: dataOf({ looks: z.array(BlindReview), nextBefore: z.nullable(id) }),
  },
  getAgreement: {
    method: 'GET',
    path: '/admin/second-looks/agreement',
    access: 'staff:decide',
    summary: 'Count how often blind reviews of the last 12 months agreed, by action and rule',
    returns: dataOf({ agreement: Agreement }),
  },
  getBlindReviewCase: {
    method: 'GET',
    path: '/admin/second-looks/:id/case',
    access: 'staff:decide',
    starts: true,
    summary: 'Open a case for blind review. The audit log records it',
    params: one,
    returns: dataOf({ case: BlindReviewCase }),
  },
  answerBlindReview: {
    method: 'POST',
    path: '/admin/second-looks/:id/answer',
    access: 'staff:decide',
    summary: 'Say what you would have decided, and see the decision from then on',
    params: one,
    body: z.strictObject({ kind: SecondAnswer, rule: z.optional(integer(1, 30)), reason: reasonText(10, 2000) }),
    returns: lookAnswer,
    errors: ['conflict'],
  },
  raiseBlindReview: {
    method: 'POST',
    path: '/admin/second-looks/:id/raise',
    access: 'staff:decide',
    summary: 'Take a disagreement to an administrator',
    params: one,
    body: z.strictObject({ note: text(1, 1000) }),
    returns: lookAnswer,
    errors: ['conflict'],
  },
  closeBlindReview: {
    method: 'POST',
    path: '/admin/second-looks/:id/close',
    access: 'staff:approve',
    summary: 'Record what became of a disagreement. The decision itself doesn’t change',
    params: one,
    body: z.strictObject({ note: text(1, 1000) }),
    returns: lookAnswer,
    errors: ['conflict'],
  },
})
