import { plans } from '@kindred/contract'
import Stripe from 'stripe'
import type { GatewayCalls, GatewayEvent, Offer, PaymentGateway } from './gateway.ts'
import { expand, idOrNull, toSubscription } from './stripe-books.ts'
import { cardCalls } from './stripe-cards.ts'
import { chargesOf, moneyCalls, subscriptionPaidBy } from './stripe-money.ts'
import { INCLUDED, taxCalls, taxOf } from './stripe-tax.ts'

// Stripe by its own library. Prices are created with each subscription, so that the plans are defined only here.

type Options = { secretKey: string; webhookSecret: string; apiUrl: string | undefined }

function hostOf(apiUrl: string | undefined) {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  const isHttps = protocol === 'https:'
  return { host: hostname, port: port || (isHttps ? '443' : '80'), protocol: isHttps ? 'https' : 'http' } as const
}

function customerCalls(stripe: Stripe): GatewayCalls<'findCustomer' | 'createCustomer'> {
  return {
    findCustomer: async (account) => {
      const { data } = await stripe.customers.search({ query: `metadata['account']:'${account}'`, limit: 1 })
      return data[0]?.id ?? null
    },
    createCustomer: async (account, key) =>
      (await stripe.customers.create({ metadata: { account } }, { idempotencyKey: key })).id,
  }
}

const PRODUCT = 'kindred_premium'

/** All prices belong to one product. We choose its id, so that servers that start together create only one. */
function pricing(stripe: Stripe) {
  let product: Promise<string> | undefined
  const ensureProduct = () =>
    (product ??= stripe.products.create({ id: PRODUCT, name: 'Premium' }).then(
      () => PRODUCT,
      (error: unknown) => {
        if (error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists') return PRODUCT
        product = undefined
        throw error
      },
    ))
  return async ({ plan, amount, currency }: Offer) => ({
    currency: currency.toLowerCase(),
    unit_amount: amount,
    product: await ensureProduct(),
    recurring: { interval: 'month' as const, interval_count: plans[plan].months },
    ...INCLUDED,
  })
}
type Price = ReturnType<typeof pricing>

function createCalls(stripe: Stripe, price: Price): GatewayCalls<'create' | 'beginTrial'> {
  return {
    create: async ({ account, customer, isTaxed }, offer, key) =>
      toSubscription(
        await stripe.subscriptions.create(
          {
            customer,
            items: [{ price_data: await price(offer) }],
            ...taxOf(isTaxed),
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: { account, plan: offer.plan },
            expand,
          },
          { idempotencyKey: key },
        ),
      ),
    beginTrial: async ({ account, customer, isTaxed }, offer, { days, setupIntentId }, key) => {
      const setup = await stripe.setupIntents.retrieve(setupIntentId)
      const method = idOrNull(setup.payment_method)
      if (setup.status !== 'succeeded' || !method || idOrNull(setup.customer) !== customer) return null
      return toSubscription(
        await stripe.subscriptions.create(
          {
            customer,
            items: [{ price_data: await price(offer) }],
            ...taxOf(isTaxed),
            trial_period_days: days,
            default_payment_method: method,
            trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
            metadata: { account, plan: offer.plan },
            expand,
          },
          { idempotencyKey: key },
        ),
      )
    },
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null
  throw error
}

function nullIfDeclined(error: unknown): null {
  if (error instanceof Stripe.errors.StripeCardError) return null
  throw error
}

function readCalls(stripe: Stripe): GatewayCalls<'fetch' | 'list'> {
  return {
    fetch: async (id) => {
      const subscription = await stripe.subscriptions.retrieve(id, { expand }).catch(nullIfMissing)
      return subscription && { ...toSubscription(subscription), ...(await chargesOf(stripe, subscription)) }
    },
    list: async (since, after) => {
      const { data, has_more } = await stripe.subscriptions.list({
        status: 'all',
        created: { gte: Math.floor(since.getTime() / 1000) },
        limit: 100,
        ...(after ? { starting_after: after } : {}),
      })
      return { subscriptions: data.map(toSubscription), next: has_more ? (data.at(-1)?.id ?? null) : null }
    },
  }
}

async function changePlan(stripe: Stripe, price: Price, id: string, offer: Offer, withheld: number, key: string) {
  const { recurring, ...newPrice } = await price(offer)
  const { items } = await stripe.subscriptions.retrieve(id)
  const [item] = items.data
  if (!item) throw new Error(`The subscription ${id} has no item.`)
  return stripe.subscriptions
    .update(
      id,
      {
        items: [{ id: item.id, price_data: { ...newPrice, recurring } }],
        // Stripe credits the whole of the unused time, also what was refunded.
        ...(withheld > 0 ? { add_invoice_items: [{ price_data: { ...newPrice, unit_amount: withheld } }] } : {}),
        proration_behavior: 'always_invoice',
        // Otherwise a declined card would get the new plan anyway and leave its invoice open.
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: false,
        metadata: { plan: offer.plan },
        expand,
      },
      { idempotencyKey: key },
    )
    .then(toSubscription, nullIfDeclined)
}

function changeCalls(stripe: Stripe, price: Price): GatewayCalls<'update' | 'cancel' | 'reactivate'> {
  return {
    update: (id, offer, withheld, key) => changePlan(stripe, price, id, offer, withheld, key),
    cancel: async (id, atPeriodEnd) =>
      toSubscription(
        atPeriodEnd
          ? await stripe.subscriptions.update(id, { cancel_at_period_end: true, expand })
          : await stripe.subscriptions.cancel(id, { expand }),
      ),
    reactivate: async (id) =>
      toSubscription(await stripe.subscriptions.update(id, { cancel_at_period_end: false, expand })),
  }
}

export function openStripe({ secretKey, webhookSecret, apiUrl }: Options): PaymentGateway {
  const stripe = new Stripe(secretKey, { ...hostOf(apiUrl), maxNetworkRetries: 2, timeout: 15_000 })
  const price = pricing(stripe)
  return {
    name: 'stripe',
    ...customerCalls(stripe),
    ...createCalls(stripe, price),
    ...readCalls(stripe),
    ...changeCalls(stripe, price),
    ...moneyCalls(stripe),
    ...cardCalls(stripe),
    ...taxCalls(stripe),
    readEvent: async (raw, signature) => {
      const event = verifyEvent(stripe, raw, signature, webhookSecret)
      if (!event) return null
      const subject = await subjectOf(stripe, event.data.object)
      return { id: event.id, type: event.type, ...subject }
    },
  }
}

function verifyEvent(stripe: Stripe, raw: Buffer, signature: string, secret: string): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(raw, signature, secret)
  } catch {
    return null
  }
}

const stringAt = (object: object, key: string): string | null => {
  const value: unknown = Reflect.get(object, key)
  return typeof value === 'string' ? value : null
}

const objectAt = (object: object, key: string): object => {
  const value: unknown = Reflect.get(object, key)
  return typeof value === 'object' && value !== null ? value : {}
}

/** What an event is about: a subscription, an invoice or payment of one, or a card that was saved. */
async function subjectOf(
  stripe: Stripe,
  object: object,
): Promise<Pick<GatewayEvent, 'subscriptionId' | 'setupIntentId'>> {
  const [kind, id] = [stringAt(object, 'object'), stringAt(object, 'id') ?? '']
  if (kind === 'subscription') return { subscriptionId: id }
  if (kind === 'setup_intent') return { subscriptionId: '', setupIntentId: id }
  const subscriptionId = stringAt(objectAt(objectAt(object, 'parent'), 'subscription_details'), 'subscription')
  if (subscriptionId) return { subscriptionId }
  const payment = stringAt(object, 'payment_intent')
  return { subscriptionId: payment ? await subscriptionPaidBy(stripe, payment) : '' }
}
