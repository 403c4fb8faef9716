import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, instantText, lineText, secretText, shown } from '../text.ts'

export const PlanShare = z.strictObject({
  _id: id,
  startsAt: instant,
  place: z.nullable(shown),
  checkAt: z.nullable(instant),
  expiresAt: instant,
  homeAt: z.nullable(instant),
})
export type PlanShare = z.infer<typeof PlanShare>

export const DatePlan = z.strictObject({
  _id: id,
  matchId: id,
  mine: z.boolean(),
  state: z.enum(['proposed', 'accepted', 'declined', 'cancelled']),
  slots: z.array(instant),
  place: z.nullable(shown),
  startsAt: z.nullable(instant),
  /** When it was suggested or last changed, which is its place in the conversation. */
  at: instant,
  share: z.nullable(PlanShare),
})
export type DatePlan = z.infer<typeof DatePlan>

/** What became of an earlier suggestion or date, without its place. */
export const EarlierPlan = z.strictObject({
  _id: id,
  mine: z.boolean(),
  outcome: z.enum(['declined', 'withdrawn', 'cancelled', 'replaced', 'expired', 'over']),
  /** The agreed time, or those that were suggested. */
  times: z.array(instant),
  at: instant,
})
export type EarlierPlan = z.infer<typeof EarlierPlan>

/** An agreed date, or a suggestion that waits for an answer. */
export const OpenPlan = z.strictObject({ name: shown, plan: DatePlan })
export type OpenPlan = z.infer<typeof OpenPlan>

/** An agreed date that is over. */
export const PastPlan = z.strictObject({
  _id: id,
  matchId: id,
  name: shown,
  startsAt: instant,
  place: z.nullable(shown),
})
export type PastPlan = z.infer<typeof PastPlan>

/** The view of a friend, which contains nothing that identifies anyone. */
export const SharedPlan = z.strictObject({
  firstName: shown,
  otherFirstName: shown,
  place: shown,
  /** The code of the country where the friend lives, for its emergency numbers. Absent if it isn't known. */
  countryCode: z.optional(shown),
  startsAt: instant,
  checkAt: z.nullable(instant),
  expiresAt: instant,
  state: z.enum(['planned', 'late', 'home', 'cancelled']),
  homeAt: z.nullable(instant),
})
export type SharedPlan = z.infer<typeof SharedPlan>

export const MOST_SLOTS = 3
export const LONGEST_PLACE = 200

const inMatch = z.strictObject({ id })
const onePlan = z.strictObject({ id, planId: id })
const planAnswer = dataOf({ plan: z.nullable(DatePlan), earlier: z.array(EarlierPlan) })
const shareAnswer = dataOf({ share: PlanShare })

export const datePlans = defineRoutes({
  getDatePlan: {
    method: 'GET',
    path: '/matches/:id/plan',
    access: 'member',
    summary: 'Get the date that you and a match are planning',
    params: inMatch,
    returns: planAnswer,
  },
  listDatePlans: {
    method: 'GET',
    path: '/plans',
    access: 'member',
    summary: 'List your dates, suggestions and latest places',
    returns: dataOf({ plans: z.array(OpenPlan), past: z.array(PastPlan), places: z.array(shown) }),
  },
  proposePlan: {
    method: 'POST',
    path: '/matches/:id/plans',
    access: 'member',
    contact: true,
    feature: 'datePlans',
    newTerms: true,
    summary: 'Suggest up to three times and a public place',
    params: inMatch,
    body: z.strictObject({
      slots: z.array(instantText).check(z.minLength(1), z.maxLength(MOST_SLOTS)),
      place: lineText(LONGEST_PLACE),
    }),
    returns: planAnswer,
    status: 201,
    errors: ['their_turn', 'conflict', 'forbidden'],
  },
  acceptPlan: {
    method: 'PUT',
    path: '/matches/:id/plans/:planId/accepted',
    access: 'member',
    contact: true,
    feature: 'datePlans',
    summary: 'Accept one of the times that a match suggested',
    params: onePlan,
    body: z.strictObject({ slot: instantText }),
    returns: planAnswer,
    errors: ['conflict', 'forbidden'],
  },
  endPlan: {
    method: 'DELETE',
    path: '/matches/:id/plans/:planId',
    access: 'member',
    summary: 'Decline a suggestion, withdraw your own, or cancel a date',
    params: onePlan,
    returns: planAnswer,
    errors: ['conflict'],
  },
  sharePlan: {
    method: 'POST',
    path: '/matches/:id/plans/:planId/share',
    access: 'member',
    summary: 'Create a link that shows a date to a friend',
    params: onePlan,
    body: z.strictObject({ checkAt: z.nullable(instantText) }),
    returns: dataOf({ token: shown, share: PlanShare }),
    status: 201,
    errors: ['conflict'],
  },
  listPlanShares: {
    method: 'GET',
    path: '/plan-shares',
    access: 'session',
    summary: 'List the dates that you show to a friend',
    returns: dataOf({ shares: z.array(PlanShare) }),
  },
  comeHome: {
    method: 'PUT',
    path: '/plan-shares/:id/home',
    access: 'session',
    summary: 'Tell the friend with the link that you’re home',
    params: z.strictObject({ id }),
    returns: shareAnswer,
  },
  stopSharingPlan: {
    method: 'DELETE',
    path: '/plan-shares/:id',
    access: 'session',
    summary: 'End the link that shows a date to a friend',
    params: z.strictObject({ id }),
    returns: Done,
  },
  readSharedPlan: {
    method: 'POST',
    path: '/plan-shares/read',
    access: 'anyone',
    summary: 'See a friend’s date by the secret of the link',
    body: z.strictObject({ token: secretText }),
    returns: dataOf({ plan: SharedPlan }),
    errors: ['not_found'],
  },
})
