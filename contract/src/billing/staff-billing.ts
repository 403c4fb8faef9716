import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { Invoice, invoicePage, invoicesAnswer, oneSubscription, PlanName, Subscription } from './subscriptions.ts'
import { dataOf, id, instant, integer, LARGEST_INTEGER, searchText, shown, text, wholeNumber } from '../text.ts'

const Payer = z.strictObject({ _id: id, name: shown, email: z.nullable(shown) })
const AdminSubscription = z.extend(Subscription, {
  user: Payer,
  /** The newest payment, or the newest that the search found. */
  payment: z.nullable(Invoice),
})
export type AdminSubscription = z.infer<typeof AdminSubscription>

/** A failed or disputed payment. The outcome is null while it is open. */
export const LatePayment = z.strictObject({
  _id: id,
  user: Payer,
  plan: PlanName,
  amount: z.number(),
  currency: shown,
  why: z.enum(['payment', 'dispute']),
  since: instant,
  settledAt: z.nullable(instant),
  outcome: z.nullable(z.enum(['paid', 'ended'])),
})
export type LatePayment = z.infer<typeof LatePayment>

/** A subscription as the gateway or our database records it. */
const Booked = z.strictObject({
  status: Subscription.shape.status,
  plan: PlanName,
  amount: z.number(),
  currency: shown,
  cancelAtPeriodEnd: z.boolean(),
})
export type Booked = z.infer<typeof Booked>

export const Payment = z.extend(Invoice, { user: Payer })
export type Payment = z.infer<typeof Payment>

export const PaymentEvent = z.strictObject({
  /** Null if the payment provider reported a refund, but not when. */
  at: z.nullable(instant),
  kind: z.enum(['issued', 'paid', 'refunded', 'failed', 'disputed', 'won', 'renewed', 'changed', 'canceled', 'ended']),
  amount: z.nullable(z.number()),
  /** The staff member who refunded it, and why. */
  by: z.nullable(shown),
  reason: z.nullable(shown),
  /** The next payment of a subscription that was renewed or changed. */
  payment: z.nullable(id),
})
export type PaymentEvent = z.infer<typeof PaymentEvent>

/**
 * A difference between the payment gateway's records and ours, found by the nightly comparison. An `open` difference
 * waits for staff.
 */
export const PaymentDifference = z.strictObject({
  _id: id,
  user: z.nullable(Payer),
  kind: z.enum(['unknown', 'missing', 'changed', 'superseded', 'customer', 'untaxed']),
  providerId: shown,
  ours: z.nullable(Booked),
  theirs: z.nullable(Booked),
  outcome: z.enum(['open', 'taken_over', 'ended', 'refunded', 'settled']),
  foundAt: instant,
  settledAt: z.nullable(instant),
})
export type PaymentDifference = z.infer<typeof PaymentDifference>

export const billing = defineRoutes({
  listLatePayments: {
    method: 'GET',
    path: '/admin/late-payments',
    access: 'staff:payments',
    summary: 'List failed and disputed payments with their outcomes, newest first',
    query: z.strictObject({ before: z.optional(id), limit: z._default(wholeNumber(1, 100), 20) }),
    returns: dataOf({ payments: z.array(LatePayment), nextBefore: z.nullable(id) }),
  },
  listPaymentDifferences: {
    method: 'GET',
    path: '/admin/payment-differences',
    access: 'staff:payments',
    summary: 'List differences between our records and the payment provider’s, newest first',
    query: z.strictObject({ before: z.optional(id), limit: z._default(wholeNumber(1, 100), 20) }),
    returns: dataOf({ differences: z.array(PaymentDifference), nextBefore: z.nullable(id) }),
  },
  listSubscriptions: {
    method: 'GET',
    path: '/admin/subscriptions',
    access: 'staff:subscriptions.list',
    summary: 'List subscriptions with revenue; finds names, emails, invoices and card digits',
    query: z.strictObject({
      limit: z._default(wholeNumber(1, 100), 20),
      after: z.optional(id),
      search: z.optional(searchText(200)),
      status: z.optional(Subscription.shape.status),
      plan: z.optional(PlanName),
      sort: z._default(z.enum(['newest', 'oldest']), 'newest'),
    }),
    returns: dataOf({
      subscriptions: z.array(AdminSubscription),
      nextAfter: z.nullable(id),
      figures: z.strictObject({
        active: z.number(),
        pastDue: z.number(),
        canceledThisMonth: z.number(),
        /** Revenue net of refunds by currency, starting with today's: one amount per month. */
        revenue: z.array(
          z.strictObject({ currency: shown, amounts: z.array(z.number()), refunded: z.array(z.number()) }),
        ),
        /** The last 12 months in UTC, ending with the current one. */
        months: z.array(
          z.strictObject({
            month: shown,
            /** Subscriptions that ran at the start of the month, and that started or ended during it. */
            running: z.number(),
            began: z.number(),
            ended: z.number(),
          }),
        ),
      }),
    }),
  },
  listInvoicesOf: {
    method: 'GET',
    path: '/admin/users/:id/invoices',
    access: 'staff:invoices',
    summary: 'List a user’s payments, newest first',
    params: z.strictObject({ id }),
    query: invoicePage,
    returns: invoicesAnswer,
  },
  findPayments: {
    method: 'GET',
    path: '/admin/payments',
    access: 'staff:invoices',
    summary: 'Find payments by name, email, invoice or card digits, newest first',
    query: z.strictObject({ search: searchText(200), limit: z._default(wholeNumber(1, 20), 6) }),
    returns: dataOf({ payments: z.array(Payment) }),
  },
  getPayment: {
    method: 'GET',
    path: '/admin/payments/:id',
    access: 'staff:invoices',
    summary: 'Get a payment and what happened to it, newest first',
    params: z.strictObject({ id }),
    returns: dataOf({ payment: Payment, events: z.array(PaymentEvent) }),
  },
  refundInvoice: {
    method: 'POST',
    path: '/admin/invoices/:id/refund',
    access: 'staff:payments',
    stepUp: true,
    summary: 'Refund a payment in full or in part; a full refund ends the subscription',
    params: z.strictObject({ id }),
    body: z.strictObject({
      amount: z.optional(integer(1, LARGEST_INTEGER)),
      reason: text(1, 1000),
      /** What had been refunded when the staff member decided. If it has changed, nothing is refunded. */
      refunded: z.optional(integer(0, LARGEST_INTEGER)),
    }),
    returns: dataOf({ invoice: Invoice }),
    errors: ['conflict'],
  },
  givePremium: {
    method: 'POST',
    path: '/admin/users/:id/premium',
    access: 'staff:payments',
    stepUp: true,
    summary: 'Grant free months of Premium, which extend a subscription or start when it ends',
    params: z.strictObject({ id }),
    body: z.strictObject({ months: z.int().check(z.gte(1), z.lte(24)), reason: text(1, 1000) }),
    returns: oneSubscription,
    errors: ['conflict'],
  },
})
