import * as z from 'zod/mini'
import { Decision } from './decisions.ts'
import { FrozenMessage, FrozenPicture, FrozenVoiceAnswer, ProfileSnapshot } from './evidence.ts'
import { NamedPerson, ProblemType, ReportDetail } from './report.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, integer, shown, text, wholeNumber } from '../text.ts'

/** What someone would have decided. `none`: no rule was broken. */
export const secondAnswers = ['none', 'warn', 'hide', 'limit', 'suspend', 'ban'] as const
const SecondAnswer = z.enum(secondAnswers)
export type SecondAnswer = z.infer<typeof SecondAnswer>

export const SecondLookState = z.enum(['open', 'answered', 'raised', 'closed'])
export type SecondLookState = z.infer<typeof SecondLookState>

/** One that waits. It says nothing about the decision. */
const WaitingLook = z.strictObject({ _id: id, name: shown, drawnAt: instant })
export type WaitingLook = z.infer<typeof WaitingLook>

/** The case behind a decision, for anyone who judges it anew: without the decision, its reasons and its author. */
export const SecondLookCase = z.strictObject({
  _id: id,
  /** As it was when reported, or else as it is now with what was taken off it. Its state would say too much. */
  profile: z.omit(ProfileSnapshot, { state: true }),
  reports: z.array(
    z.strictObject({ type: ProblemType, detail: z.nullable(ReportDetail), description: shown, at: instant }),
  ),
  /** How many decisions counted against them before. */
  strikes: z.number(),
  messages: z.array(FrozenMessage),
  /** The copies that were frozen with a report, which `getEvidencePicture` shows. */
  frozen: z.nullable(
    z.strictObject({ reportId: id, pictures: z.array(FrozenPicture), voice: z.optional(FrozenVoiceAnswer) }),
  ),
  /** The pictures of the profile, where nothing was frozen. */
  pictures: z.array(shown),
})
export type SecondLookCase = z.infer<typeof SecondLookCase>

const note = z.nullable(z.strictObject({ by: NamedPerson, at: instant, note: shown }))

/** One that was answered: the decision beside the answer. */
export const SecondLook = z.strictObject({
  _id: id,
  state: SecondLookState,
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
  /** Who took the disagreement to an administrator, and what became of it. */
  raised: note,
  closed: note,
})
export type SecondLook = z.infer<typeof SecondLook>

const share = { answered: z.number(), agreed: z.number() }
/** How often second looks came to the same action, and to the same rule. */
export const Agreement = z.strictObject({
  ...share,
  byKind: z.array(z.strictObject({ kind: SecondAnswer, ...share })),
  byRule: z.array(z.strictObject({ rule: z.number(), title: shown, ...share })),
})
export type Agreement = z.infer<typeof Agreement>

const one = z.strictObject({ id })
const page = { before: z.optional(id), limit: z._default(wholeNumber(1, 100), 20) }
const lookAnswer = dataOf({ look: SecondLook })

/** Some decisions are drawn at random, and someone else decides the same case again without knowing the decision. */
export const secondLooks = defineRoutes({
  listWaitingLooks: {
    method: 'GET',
    path: '/admin/second-looks/waiting',
    access: 'staff:decide',
    summary: 'List the cases assigned to you for blind review, newest first',
    query: z.strictObject(page),
    returns: dataOf({ waiting: z.array(WaitingLook), nextBefore: z.nullable(id) }),
  },
  listSecondLooks: {
    method: 'GET',
    path: '/admin/second-looks',
    access: 'staff:decide',
    summary: 'List completed blind reviews, each beside the decision, newest first',
    query: z.strictObject({ ...page, raised: z.optional(z.literal('true')) }),
    returns: dataOf({ looks: z.array(SecondLook), nextBefore: z.nullable(id) }),
  },
  getAgreement: {
    method: 'GET',
    path: '/admin/second-looks/agreement',
    access: 'staff:decide',
    summary: 'Count how often blind reviews of the last 12 months agreed, by action and rule',
    returns: dataOf({ agreement: Agreement }),
  },
  getSecondLookCase: {
    method: 'GET',
    path: '/admin/second-looks/:id/case',
    access: 'staff:decide',
    starts: true,
    summary: 'Open a case for blind review. The audit log records it',
    params: one,
    returns: dataOf({ case: SecondLookCase }),
  },
  answerSecondLook: {
    method: 'POST',
    path: '/admin/second-looks/:id/answer',
    access: 'staff:decide',
    summary:
      'Say what you would have decided. It changes nothing about the decision, which is shown beside it from then on',
    params: one,
    body: z.strictObject({ kind: SecondAnswer, rule: z.optional(integer(1, 30)), reason: text(10, 2000) }),
    returns: lookAnswer,
    errors: ['conflict'],
  },
  raiseSecondLook: {
    method: 'POST',
    path: '/admin/second-looks/:id/raise',
    access: 'staff:decide',
    summary: 'Take a disagreement to an administrator',
    params: one,
    body: z.strictObject({ note: text(1, 1000) }),
    returns: lookAnswer,
    errors: ['conflict'],
  },
  closeSecondLook: {
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
