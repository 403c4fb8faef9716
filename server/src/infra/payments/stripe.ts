import { CURRENCY, plans, type PlanName } from '@kindred/contract'
import Stripe from 'stripe'
import type { Offer, Payments, ProviderSubscription } from './payments.ts'

// Stripe, by its own library. Prices are made with the subscription, so that the plans stand in one place: ours.

type Options = { secretKey: string; webhookSecret: string; apiUrl: string | undefined }

const at = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)

function hostOf(apiUrl: string | undefined) {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? '443' : '80'),
    protocol: protocol.replace(':', '') as 'http' | 'https',
  }
}

const interval = (plan: PlanName) => ({ interval: 'month' as const, interval_count: plans[plan].months })
const expand = ['latest_invoice.confirmation_secret', 'latest_invoice.payments']

const known = ['incomplete', 'trialing', 'active', 'past_due', 'canceled', 'incomplete_expired'] as const

/** Words of theirs that we do not have mean that money is owed. */
const statusOf = (status: string): ProviderSubscription['status'] => known.find((each) => each === status) ?? 'past_due'

function told(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null
  const paid = subscription.status !== 'incomplete' && subscription.status !== 'incomplete_expired'
  return {
    id: subscription.id,
    customer: subscription.metadata['account'] ?? '',
    plan: (subscription.metadata['plan'] ?? 'monthly') as PlanName,
    amount: item?.price.unit_amount ?? 0,
    status: statusOf(subscription.status),
    // The period stands on the item, not on the subscription.
    periodStart: paid ? at(item?.current_period_start) : null,
    periodEnd: paid ? at(subscription.status === 'canceled' ? subscription.ended_at : item?.current_period_end) : null,
    trialStart: at(subscription.trial_start),
    trialEnd: at(subscription.trial_end),
    canceledAt: at(subscription.canceled_at),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    clientSecret: invoice?.confirmation_secret?.client_secret ?? null,
    paymentIntentId: intentOf(invoice),
    requiresAction: false,
  }
}

type Customers = (account: string) => Promise<string>

const customersAt =
  (stripe: Stripe): Customers =>
  async (account) => {
    const { data } = await stripe.customers.search({ query: `metadata['account']:'${account}'`, limit: 1 })
    const there = data[0]?.id
    return (
      there ?? (await stripe.customers.create({ metadata: { account } }, { idempotencyKey: `customer:${account}` })).id
    )
  }

const PRODUCT = 'kindred_premium'

type Some<K extends keyof Payments> = Pick<Payments, K>

function subscriptionCalls(
  stripe: Stripe,
  customerOf: Customers,
): Some<'create' | 'fetch' | 'update' | 'cancel' | 'reactivate'> {
  // One product, however many servers begin at once: it has an id of our own.
  let product: Promise<string> | undefined
  const productOf = () =>
    (product ??= stripe.products.create({ id: PRODUCT, name: 'Premium' }).then(
      () => PRODUCT,
      (error: unknown) => {
        if (error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists') return PRODUCT
        product = undefined
        throw error
      },
    ))
  const price = async ({ plan, amount }: Offer) => ({
    currency: CURRENCY.toLowerCase(),
    unit_amount: amount,
    product: await productOf(),
    recurring: interval(plan),
  })
  return {
    create: async (account, offer, key) =>
      told(
        await stripe.subscriptions.create(
          {
            customer: await customerOf(account),
            items: [{ price_data: await price(offer) }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: { account, plan: offer.plan },
            expand,
          },
          { idempotencyKey: key },
        ),
      ),
    fetch: async (id) => told(await stripe.subscriptions.retrieve(id, { expand })),
    update: async (id, offer) => {
      const { items } = await stripe.subscriptions.retrieve(id)
      return told(
        await stripe.subscriptions.update(id, {
          items: [{ id: items.data[0]!.id, price_data: await price(offer) }],
          proration_behavior: 'always_invoice',
          cancel_at_period_end: false,
          metadata: { plan: offer.plan },
          expand,
        }),
      )
    },
    cancel: async (id, atPeriodEnd) =>
      told(
        atPeriodEnd
          ? await stripe.subscriptions.update(id, { cancel_at_period_end: true, expand })
          : await stripe.subscriptions.cancel(id, { expand }),
      ),
    reactivate: async (id) => told(await stripe.subscriptions.update(id, { cancel_at_period_end: false, expand })),
  }
}

/** The payment that an invoice was paid by. */
function intentOf(invoice: Stripe.Invoice | null): string | null {
  const intent = invoice?.payments?.data[0]?.payment.payment_intent
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}

function moneyCalls(stripe: Stripe): Some<'invoices' | 'refund' | 'extend'> {
  const refundedOf = async (invoice: Stripe.Invoice): Promise<number> => {
    const intent = invoice.status === 'paid' ? intentOf(invoice) : null
    if (!intent) return 0
    const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 })
    return data.reduce(
      (sum, { amount, status }) => sum + (status === 'failed' || status === 'canceled' ? 0 : amount),
      0,
    )
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
      return Promise.all(
        data.map(async (invoice) => ({
          id: invoice.id!,
          subscriptionId: id,
          plan: (invoice.parent?.subscription_details?.metadata?.['plan'] ?? 'monthly') as PlanName,
          amount: invoice.total,
          refunded: await refundedOf(invoice),
          status: invoice.status ?? 'open',
          createdAt: at(invoice.created)!,
          periodStart: at(invoice.period_start)!,
          periodEnd: at(invoice.period_end)!,
        })),
      )
    },
    refund: async (invoiceId, amount, key) => {
      const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })
      const intent = intentOf(invoice)
      if (!intent) throw new Error('This invoice has no payment.')
      await stripe.refunds.create({ payment_intent: intent, amount }, { idempotencyKey: key })
    },
  }
}

function cardCalls(
  stripe: Stripe,
  customerOf: Customers,
): Some<'methods' | 'setDefault' | 'removeMethod' | 'setupIntent'> {
  return {
    methods: async (account) => {
      const customer = await customerOf(account)
      const [{ data }, whole] = await Promise.all([
        stripe.paymentMethods.list({ customer, type: 'card' }),
        stripe.customers.retrieve(customer),
      ])
      const standard = 'invoice_settings' in whole ? whole.invoice_settings.default_payment_method : null
      return data.map(({ id, card }) => ({
        id,
        brand: card?.brand ?? 'card',
        last4: card?.last4 ?? '',
        expMonth: card?.exp_month ?? 0,
        expYear: card?.exp_year ?? 0,
        isDefault: id === standard,
      }))
    },
    setDefault: async (account, method) => {
      const customer = await customerOf(account)
      if ((await stripe.paymentMethods.retrieve(method)).customer !== customer) return false
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
      return true
    },
    removeMethod: async (account, method) => {
      if ((await stripe.paymentMethods.retrieve(method)).customer !== (await customerOf(account))) return false
      await stripe.paymentMethods.detach(method)
      return true
    },
    setupIntent: async (account) => {
      const intent = await stripe.setupIntents.create({ customer: await customerOf(account), usage: 'off_session' })
      return { clientSecret: intent.client_secret ?? '', setupIntentId: intent.id }
    },
  }
}

export function openStripe({ secretKey, webhookSecret, apiUrl }: Options): Payments {
  const stripe = new Stripe(secretKey, { ...hostOf(apiUrl), maxNetworkRetries: 2, timeout: 15_000 })
  const customerOf = customersAt(stripe)
  return {
    name: 'stripe',
    ...subscriptionCalls(stripe, customerOf),
    ...moneyCalls(stripe),
    ...cardCalls(stripe, customerOf),
    readEvent: (raw, signature) => {
      try {
        const event = stripe.webhooks.constructEvent(raw, signature, webhookSecret)
        return {
          id: event.id,
          type: event.type,
          subscriptionId: subscriptionIn(event.data.object as unknown as Record<string, unknown>),
        }
      } catch {
        return null
      }
    },
  }
}

/** Which subscription an event is about: itself, or what its invoice belongs to. */
function subscriptionIn(object: Record<string, unknown>): string {
  if (object['object'] === 'subscription') return String(object['id'])
  const parent = object['parent'] as { subscription_details?: { subscription?: string } } | null | undefined
  return parent?.subscription_details?.subscription ?? ''
}
