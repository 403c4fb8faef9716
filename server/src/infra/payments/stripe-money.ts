import Stripe from 'stripe'
import type { Credit, GatewayInvoice, GatewaySubscription } from './gateway.ts'
import { expand, idOf, idOrNull, intentOf, toDate, toPlan, toSubscription } from './stripe-books.ts'
import { hasEnded, nullIfMissing, nullIfOver } from './stripe-races.ts'

type Paid = Pick<GatewayInvoice, 'refunded' | 'last4'>

const UNPAID: Paid = { refunded: 0, last4: null }

/**
 * Reads refunded amounts and cards by payment intent, with one request for all invoices of a customer. Each declined
 * attempt is an unpaid charge of the same intent.
 */
async function paymentsOf(stripe: Stripe, customer: string | null): Promise<Map<string, Paid>> {
  if (!customer) return new Map()
  const { data } = await stripe.charges.list({ customer, limit: 100 })
  const toPaid = ({ amount_refunded: refunded, payment_method_details: details }: Stripe.Charge): Paid => ({
    refunded,
    last4: details?.card?.last4 ?? null,
  })
  return new Map(
    data.filter(({ paid }) => paid).map((charge) => [idOrNull(charge.payment_intent) ?? '', toPaid(charge)]),
  )
}

/** Uses the lines' period, because the invoice's own is the previous one. */
const paidPeriodOf = ({ lines }: Pick<Stripe.Invoice, 'lines'>): { start: number; end: number } | undefined =>
  lines.data
    // A negative amount credits the rest of an earlier plan.
    .filter(({ amount }) => amount >= 0)
    .map(({ period }) => period)
    .toSorted((one, other) => other.end - one.end)[0]

const toInvoice = (
  { id, ...invoice }: Stripe.Invoice & { id: string },
  subscriptionId: string,
  paid: Paid,
): GatewayInvoice => ({
  id,
  subscriptionId,
  plan: toPlan(invoice.parent?.subscription_details?.metadata?.['plan']),
  // The total ignores the credit of an earlier change of plan.
  amount: invoice.amount_due,
  currency: invoice.currency.toUpperCase(),
  ...paid,
  status: invoice.status ?? 'open',
  createdAt: toDate(invoice.created),
  periodStart: toDate(paidPeriodOf(invoice)?.start ?? invoice.period_start),
  periodEnd: toDate(paidPeriodOf(invoice)?.end ?? invoice.period_end),
  tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
  link: invoice.hosted_invoice_url ?? null,
  number: invoice.number ?? null,
})

async function listInvoices(stripe: Stripe, id: string): Promise<GatewayInvoice[]> {
  const { data } = await stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] })
  const payments = await paymentsOf(stripe, idOrNull(data[0]?.customer))
  // Previews of invoices have no ID, and trials begin with an invoice of zero.
  return data.flatMap((invoice) =>
    invoice.id && invoice.total !== 0
      ? [toInvoice({ ...invoice, id: invoice.id }, id, payments.get(intentOf(invoice) ?? '-') ?? UNPAID)]
      : [],
  )
}

async function refund(stripe: Stripe, invoiceId: string, amount: number, key: string): Promise<boolean> {
  const intent = intentOf(await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }))
  if (!intent) throw new Error('This invoice has no payment.')
  try {
    await stripe.refunds.create({ payment_intent: intent, amount }, { idempotencyKey: key })
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
    throw error
  }
}

export function moneyCalls(stripe: Stripe) {
  return {
    credit: async (id: string): Promise<Credit> => {
      const { customer, metadata } = await stripe.subscriptions.retrieve(id)
      const found = await stripe.customers.retrieve(idOf(customer))
      const leftover = Math.max(0, found.deleted ? 0 : -(found.balance ?? 0))
      return { leftover, settled: Number(metadata['settled'] ?? 0) }
    },
    /**
     * Extends the paid period, unless the subscription has ended. A trial is Stripe's way of moving the next payment
     * without charging anything. What was added in total is saved together with it, so that nothing is added twice if
     * we don't get the response.
     */
    extend: async (id: string, until: Date, added: number): Promise<GatewaySubscription | null> => {
      const trial_end = Math.floor(until.getTime() / 1000)
      const metadata = { added: String(added) }
      const extended = stripe.subscriptions.update(id, { trial_end, proration_behavior: 'none', metadata, expand })
      return nullIfOver(extended.then(toSubscription), () => hasEnded(stripe, id))
    },
    invoices: (id: string) => listInvoices(stripe, id),
    refund: (invoiceId: string, amount: number, key: string) => refund(stripe, invoiceId, amount, key),
  }
}

/** True if the payer's bank requires authentication before it pays. */
export const requiresAction = async (
  stripe: Stripe,
  { status, paymentIntentId }: GatewaySubscription,
): Promise<boolean> =>
  status === 'incomplete' &&
  paymentIntentId !== null &&
  (await stripe.paymentIntents.retrieve(paymentIntentId)).status === 'requires_action'

/** Open disputes. A warning is only an inquiry by the bank and takes no money, so it isn't a dispute. */
const openDisputes = new Set<string>(['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'])

export async function chargesOf(
  stripe: Stripe,
  { customer, created }: Stripe.Subscription,
): Promise<Pick<GatewaySubscription, 'dispute' | 'cards'>> {
  const { data } = await stripe.charges.list({ customer: idOf(customer), created: { gte: created }, limit: 100 })
  const cards = data.flatMap(({ paid, payment_method_details: details }) =>
    paid && details?.card?.fingerprint ? [details.card.fingerprint] : [],
  )
  return { dispute: await disputeOf(stripe, data), cards: [...new Set(cards)] }
}

/** While the only payment is disputed, nothing was paid, so its dispute counts as lost. */
async function disputeOf(stripe: Stripe, charges: readonly Stripe.Charge[]): Promise<GatewaySubscription['dispute']> {
  const outcomeOf = async ({ id, disputed }: Stripe.Charge): Promise<GatewaySubscription['dispute']> => {
    if (!disputed) return null
    const statuses = (await stripe.disputes.list({ charge: id, limit: 10 })).data.map(({ status }): string => status)
    if (statuses.some((status) => openDisputes.has(status))) return 'open'
    return statuses.includes('lost') ? 'lost' : null
  }
  const outcomes = await Promise.all(charges.filter(({ paid }) => paid).map(outcomeOf))
  if (outcomes.includes('open') && outcomes.includes(null)) return 'open'
  return outcomes.find((outcome) => outcome !== null) ? 'lost' : null
}

export async function subscriptionPaidBy(stripe: Stripe, paymentIntent: string): Promise<string> {
  const payment = { type: 'payment_intent', payment_intent: paymentIntent } as const
  const found = await stripe.invoicePayments.list({ payment, limit: 1 }).catch(nullIfMissing)
  const invoice = idOrNull(found?.data[0]?.invoice)
  if (!invoice) return ''
  return idOrNull((await stripe.invoices.retrieve(invoice)).parent?.subscription_details?.subscription) ?? ''
}
