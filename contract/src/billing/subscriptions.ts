import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, integer, LARGEST_INTEGER, plainText, shown, wholeNumber } from '../text.ts'
import { TaxLocation } from './tax-location.ts'

export const planNames = ['monthly', 'quarterly', 'annual'] as const
export const PlanName = z.enum(planNames)
export type PlanName = z.infer<typeof PlanName>

/** The default prices in `CURRENCY`, which apply unless the configuration sets others. */
export const plans = {
  monthly: { amount: 1290, months: 1, trialDays: 0 },
  quarterly: { amount: 2970, months: 3, trialDays: 0 },
  annual: { amount: 8280, months: 12, trialDays: 0 },
} as const
export const CURRENCY = 'EUR'

export const Subscription = z.strictObject({
  _id: id,
  plan: PlanName,
  /** The agreed price of each period, in the smallest unit of its currency. */
  amount: z.number(),
  currency: shown,
  status: z.enum(['incomplete', 'trialing', 'active', 'past_due', 'canceled', 'incomplete_expired']),
  currentPeriodStart: z.nullable(instant),
  currentPeriodEnd: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  canceledAt: z.nullable(instant),
  cancelAtPeriodEnd: z.boolean(),
  trialStart: z.nullable(instant),
  trialEnd: z.nullable(instant),
})
export type Subscription = z.infer<typeof Subscription>

export const PaymentMethod = z.strictObject({
  _id: shown,
  brand: shown,
  last4: shown,
  expMonth: z.number(),
  expYear: z.number(),
  isDefault: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const Invoice = z.strictObject({
  _id: id,
  plan: shown,
  created: instant,
  period_start: instant,
  period_end: instant,
  amount: z.number(),
  tax: z.number(),
  refunded: z.number(),
  currency: shown,
  status: shown,
  link: z.nullable(shown),
  /** The number on the invoice, which members can quote. */
  number: z.nullable(shown),
  /** The last four digits of the card that paid. */
  last4: z.nullable(shown),
})
export type Invoice = z.infer<typeof Invoice>

/** `before` is the id of the last invoice already received. */
export const invoicePage = z.strictObject({ before: z.optional(id), limit: z._default(wholeNumber(1, 100), 20) })
export const invoicesAnswer = dataOf({ invoices: z.array(Invoice), nextBefore: z.nullable(id) })

export const oneSubscription = dataOf({ subscription: Subscription })
const method = z.strictObject({ id: plainText(100) })

/** Amounts in the smallest unit. Nothing is refunded: the rest of the period counts toward the new plan. */
export const PlanPreview = z.strictObject({
  amount: z.number(),
  dueNow: z.number(),
  credit: z.number(),
  /** Credit that exceeds the first period of the new plan and pays for later ones. */
  carried: z.number(),
  /** The end of the new plan's first period, or of the trial. */
  until: instant,
  currency: shown,
})
export type PlanPreview = z.infer<typeof PlanPreview>

/** `price` is the price that the member was shown. The server refuses the change if the price has since changed. */
export const PlanChange = z.strictObject({
  plan: PlanName,
  price: z.optional(z.strictObject({ amount: integer(0, LARGEST_INTEGER), currency: plainText(3) })),
})
export type PlanChange = z.infer<typeof PlanChange>

export const CancellationPreview = z.strictObject({
  until: z.nullable(instant),
  /** Always zero, because Premium stays active for the time that was paid for. */
  refund: z.number(),
  /** The rest of an earlier change to a cheaper plan, which isn't refunded either. */
  credit: z.number(),
  currency: shown,
})
export type CancellationPreview = z.infer<typeof CancellationPreview>

export const subscriptions = defineRoutes({
  createSubscription: {
    method: 'POST',
    path: '/subscription/create',
    access: 'member',
    feature: 'premium',
    summary: 'Start a subscription; it becomes active once its first payment is confirmed',
    body: z.strictObject({ plan: PlanName, location: z.optional(TaxLocation) }),
    returns: dataOf({
      subscription: Subscription,
      clientSecret: z.nullable(shown),
      requiresAction: z.boolean(),
      paymentIntentId: z.nullable(shown),
      subscriptionId: id,
      /** The length of the trial, present only if nothing is charged yet. */
      trialDays: z.optional(z.number()),
    }),
    status: 201,
    errors: ['conflict'],
  },
  currentSubscription: {
    method: 'GET',
    path: '/subscription/current',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Get your current subscription; 404 if you have none',
    returns: z.strictObject({ subscription: Subscription }),
    errors: ['not_found'],
  },
  updateSubscription: {
    method: 'PUT',
    path: '/subscription/update',
    access: 'session',
    feature: 'premium',
    summary: 'Change your plan, if it still costs what you were shown',
    body: PlanChange,
    returns: oneSubscription,
    errors: ['not_found', 'conflict'],
  },
  previewSubscription: {
    method: 'GET',
    path: '/subscription/preview',
    access: 'session',
    feature: 'premium',
    summary: 'Preview what a plan change costs today and credits',
    query: z.strictObject({ plan: PlanName }),
    returns: z.strictObject({ data: PlanPreview }),
    errors: ['not_found', 'conflict'],
  },
  previewCancellation: {
    method: 'GET',
    path: '/subscription/cancel/preview',
    access: 'session',
    summary: 'Preview what canceling at the end of the period means',
    returns: z.strictObject({ data: CancellationPreview }),
    errors: ['not_found'],
  },
  cancelSubscription: {
    method: 'POST',
    path: '/subscription/cancel',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Cancel your subscription at the end of its period, or now',
    body: z.strictObject({ atPeriodEnd: z._default(z.boolean(), true) }),
    returns: oneSubscription,
    errors: ['not_found', 'conflict'],
  },
  reactivateSubscription: {
    method: 'POST',
    path: '/subscription/reactivate',
    access: 'session',
    feature: 'premium',
    summary: 'Resume a canceled subscription',
    returns: oneSubscription,
    errors: ['not_found', 'conflict'],
  },
  confirmSubscription: {
    method: 'POST',
    path: '/subscription/confirm',
    access: 'session',
    summary: 'Confirm a payment made in the browser',
    body: z.strictObject({ subscriptionId: id, paymentIntentId: z.optional(z.nullable(plainText(255))) }),
    returns: oneSubscription,
    errors: ['not_found', 'conflict'],
  },
  getSubscription: {
    method: 'GET',
    path: '/subscription/id/:id',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Get one of your subscriptions',
    params: z.strictObject({ id }),
    returns: oneSubscription,
  },
  listPaymentMethods: {
    method: 'GET',
    path: '/subscription/payment-methods',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'List your cards, with their last 4 digits',
    returns: dataOf({ paymentMethods: z.array(PaymentMethod) }),
  },
  setDefaultMethod: {
    method: 'PUT',
    path: '/subscription/payment-methods/:id/default',
    access: 'session',
    summary: 'Make a card your default',
    params: method,
    returns: Done,
  },
  removeMethod: {
    method: 'DELETE',
    path: '/subscription/payment-methods/:id',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Remove a card',
    params: method,
    returns: Done,
  },
  createSetupIntent: {
    method: 'POST',
    path: '/subscription/setup-intent',
    access: 'session',
    summary: 'Start adding a card',
    returns: dataOf({ clientSecret: shown, setupIntentId: shown }),
    status: 201,
  },
  listInvoices: {
    method: 'GET',
    path: '/subscription/invoices',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'List your invoices, newest first',
    query: invoicePage,
    returns: invoicesAnswer,
  },
  listOwnSubscriptions: {
    method: 'GET',
    path: '/get_user_subscriptions',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'List all your subscriptions, past and present',
    returns: dataOf({ subscriptions: z.array(Subscription) }),
  },
})
