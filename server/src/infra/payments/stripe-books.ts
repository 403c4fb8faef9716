import { planNames, plans, type PlanName } from '@kindred/contract'
import type Stripe from 'stripe'
import { afterMonths } from '../clock.ts'
import type { GatewaySubscription } from './gateway.ts'

export const toDate = (seconds: number): Date => new Date(seconds * 1000)
const toDateOrNull = (seconds: number | null | undefined) => (seconds ? toDate(seconds) : null)

export const toPlan = (name: string | undefined): PlanName => planNames.find((plan) => plan === name) ?? 'monthly'

export const expand = ['latest_invoice.confirmation_secret', 'latest_invoice.payments']

const known = ['incomplete', 'trialing', 'active', 'past_due', 'canceled', 'incomplete_expired'] as const

/** Stripe's other statuses ('unpaid', 'paused') mean that money is owed. */
const toStatus = (status: string): GatewaySubscription['status'] => known.find((each) => each === status) ?? 'past_due'

/**
 * The paid period. When a renewal fails, Stripe has already moved on to the new period, so the paid one ended at its
 * beginning.
 */
function periodOf({ status, ended_at, items: { data } }: Stripe.Subscription, plan: PlanName) {
  const [start, end] = [toDateOrNull(data[0]?.current_period_start), toDateOrNull(data[0]?.current_period_end)]
  if (status === 'incomplete' || status === 'incomplete_expired' || !start)
    return { periodStart: null, periodEnd: null }
  if (status === 'past_due') return { periodStart: afterMonths(start, -plans[plan].months), periodEnd: start }
  return { periodStart: start, periodEnd: status === 'canceled' ? toDateOrNull(ended_at) : end }
}

export function toSubscription(subscription: Stripe.Subscription): GatewaySubscription {
  const [item] = subscription.items.data
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null
  const plan = toPlan(subscription.metadata['plan'])
  return {
    id: subscription.id,
    account: subscription.metadata['account'] ?? null,
    customer: idOf(subscription.customer),
    plan,
    amount: item?.price.unit_amount ?? 0,
    currency: subscription.currency.toUpperCase(),
    status: toStatus(subscription.status),
    createdAt: toDate(subscription.created),
    ...periodOf(subscription, plan),
    trialStart: toDateOrNull(subscription.trial_start),
    trialEnd: toDateOrNull(subscription.trial_end),
    canceledAt: toDateOrNull(subscription.canceled_at),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    added: Number(subscription.metadata['added'] ?? 0),
    isTaxed: subscription.automatic_tax.enabled,
    clientSecret: invoice?.confirmation_secret?.client_secret ?? null,
    paymentIntentId: invoice && intentOf(invoice),
    requiresAction: false,
    dispute: null,
    cards: [],
  }
}

export const intentOf = (invoice: Stripe.Invoice): string | null =>
  idOrNull(invoice.payments?.data[0]?.payment.payment_intent)

/** Stripe returns a reference as an ID, or as the whole object if we asked to expand it. */
export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id
export const idOrNull = (reference: string | { id: string } | null | undefined): string | null =>
  reference ? idOf(reference) : null
