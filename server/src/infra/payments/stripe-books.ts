import { planNames, plans, type PlanName } from '@kindred/contract'
import type Stripe from 'stripe'
import { afterMonths } from '../clock.ts'
import type { Payments, ProviderSubscription } from './payments.ts'

// How we read what Stripe tells of a subscription.

export type Some<K extends keyof Payments> = Pick<Payments, K>

export const at = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)

export const expand = ['latest_invoice.confirmation_secret', 'latest_invoice.payments']

const known = ['incomplete', 'trialing', 'active', 'past_due', 'canceled', 'incomplete_expired'] as const

/** Words of theirs that we do not have mean that money is owed. */
const statusOf = (status: string): ProviderSubscription['status'] => known.find((each) => each === status) ?? 'past_due'

/** What has been paid for. Where a renewal was not, Stripe counts its period already: then what was paid for ended with the one before. */
function periodOf({ status, ended_at, items: { data } }: Stripe.Subscription, plan: PlanName) {
  const [start, end] = [at(data[0]?.current_period_start), at(data[0]?.current_period_end)]
  if (status === 'incomplete' || status === 'incomplete_expired' || !start)
    return { periodStart: null, periodEnd: null }
  if (status === 'past_due') return { periodStart: afterMonths(start, -plans[plan].months), periodEnd: start }
  return { periodStart: start, periodEnd: status === 'canceled' ? at(ended_at) : end }
}

export function told(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null
  const plan = planNames.find((each) => each === subscription.metadata['plan']) ?? 'monthly'
  return {
    id: subscription.id,
    account: subscription.metadata['account'] ?? null,
    customer: idOf(subscription.customer)!,
    plan,
    amount: item?.price.unit_amount ?? 0,
    status: statusOf(subscription.status),
    createdAt: at(subscription.created)!,
    ...periodOf(subscription, plan),
    trialStart: at(subscription.trial_start),
    trialEnd: at(subscription.trial_end),
    canceledAt: at(subscription.canceled_at),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    clientSecret: invoice?.confirmation_secret?.client_secret ?? null,
    paymentIntentId: invoice && intentOf(invoice),
    requiresAction: false,
    dispute: null,
  }
}

/** The payment that an invoice was paid by. */
export const intentOf = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.payments?.data[0]?.payment.payment_intent)

export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)
