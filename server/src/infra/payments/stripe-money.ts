import type { PlanName } from '@kindred/contract'
import Stripe from 'stripe'
import type { ProviderSubscription } from './payments.ts'
import { at, expand, idOf, intentOf, told, type Some } from './stripe-books.ts'

// Stripe's invoices, what went back of them, and cards.

export function moneyCalls(stripe: Stripe): Some<'invoices' | 'refund' | 'extend'> {
  /** What went back to somebody, by payment: one question for all of their invoices. */
  const refundsOf = async (customer: string | null): Promise<Map<string, number>> => {
    if (!customer) return new Map()
    const { data } = await stripe.charges.list({ customer, limit: 100 })
    return new Map(data.map((charge) => [idOf(charge.payment_intent) ?? '', charge.amount_refunded]))
  }
  return {
    // Stripe's way of moving the next payment without one.
    extend: async (id, until) =>
      told(
        await stripe.subscriptions.update(id, {
          trial_end: Math.floor(until.getTime() / 1000),
          proration_behavior: 'none',
          expand,
        }),
      ),
    invoices: async (id) => {
      const { data } = await stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] })
      const refunds = await refundsOf(idOf(data[0]?.customer))
      return data.map((invoice) => ({
        id: invoice.id!,
        subscriptionId: id,
        plan: (invoice.parent?.subscription_details?.metadata?.['plan'] ?? 'monthly') as PlanName,
        amount: invoice.total,
        refunded: refunds.get(intentOf(invoice) ?? '-') ?? 0,
        status: invoice.status ?? 'open',
        createdAt: at(invoice.created)!,
        periodStart: at(invoice.period_start)!,
        periodEnd: at(invoice.period_end)!,
        tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
        link: invoice.hosted_invoice_url ?? null,
      }))
    },
    refund: async (invoiceId, amount, key) => {
      const intent = intentOf(await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }))
      if (!intent) throw new Error('This invoice has no payment.')
      return stripe.refunds.create({ payment_intent: intent, amount }, { idempotencyKey: key }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
          throw error
        },
      )
    },
  }
}

/** Those that have not been settled. A warning is a question of the bank's, and takes nothing. */
const open = ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']

/** Whether a payment for this subscription is disputed. */
export async function disputeOf(
  stripe: Stripe,
  { customer, created }: Stripe.Subscription,
): Promise<ProviderSubscription['dispute']> {
  const { data } = await stripe.charges.list({ customer: idOf(customer)!, created: { gte: created }, limit: 100 })
  const disputes = await Promise.all(
    data.filter(({ disputed }) => disputed).map(({ id }) => stripe.disputes.list({ charge: id, limit: 10 })),
  )
  const told = disputes.flatMap((list) => list.data.map(({ status }) => status as string))
  if (told.some((status) => open.includes(status))) return 'open'
  return told.includes('lost') ? 'lost' : null
}

/** Which subscription a payment was for. */
export async function subscriptionPaidBy(stripe: Stripe, paymentIntent: string): Promise<string> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    limit: 1,
  })
  const invoice = idOf(data[0]?.invoice)
  if (!invoice) return ''
  return idOf((await stripe.invoices.retrieve(invoice)).parent?.subscription_details?.subscription) ?? ''
}

/** What is owed is tried with the new card; whether it was taken, their books tell. */
async function payOwed(stripe: Stripe, { status, latest_invoice }: Stripe.Subscription, method: string): Promise<void> {
  const invoice = idOf(latest_invoice)
  if (status !== 'past_due' || !invoice) return
  await stripe.invoices.pay(invoice, { payment_method: method }).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
  })
}

export function cardCalls(stripe: Stripe): Some<'methods' | 'setDefault' | 'removeMethod' | 'setupIntent'> {
  const runningOf = async (customer: string) => (await stripe.subscriptions.list({ customer, limit: 10 })).data
  return {
    methods: async (customer) => {
      const [{ data }, whole, running] = await Promise.all([
        stripe.paymentMethods.list({ customer, type: 'card' }),
        stripe.customers.retrieve(customer),
        runningOf(customer),
      ])
      const usual = 'invoice_settings' in whole ? idOf(whole.invoice_settings.default_payment_method) : null
      // What a subscription is paid with goes before what else would be.
      const used = idOf(running[0]?.default_payment_method) ?? usual
      return data.map(({ id, card }) => ({
        id,
        brand: card?.brand ?? 'card',
        last4: card?.last4 ?? '',
        expMonth: card?.exp_month ?? 0,
        expYear: card?.exp_year ?? 0,
        isDefault: id === used,
      }))
    },
    setDefault: async (customer, method) => {
      if ((await stripe.paymentMethods.retrieve(method)).customer !== customer) return false
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
      for (const subscription of await runningOf(customer)) {
        await stripe.subscriptions.update(subscription.id, { default_payment_method: method })
        await payOwed(stripe, subscription, method)
      }
      return true
    },
    removeMethod: async (customer, method) => {
      if ((await stripe.paymentMethods.retrieve(method)).customer !== customer) return false
      await stripe.paymentMethods.detach(method)
      return true
    },
    setupIntent: async (customer, key) => {
      const intent = await stripe.setupIntents.create(
        { customer, usage: 'off_session' },
        key ? { idempotencyKey: key } : {},
      )
      return { clientSecret: intent.client_secret ?? '', setupIntentId: intent.id }
    },
  }
}
