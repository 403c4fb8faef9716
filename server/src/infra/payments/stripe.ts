import { CURRENCY, plans } from '@kindred/contract'
import Stripe from 'stripe'
import type { Offer, Payments, ProviderEvent } from './payments.ts'
import { expand, idOf, told, type Some } from './stripe-books.ts'
import { cardCalls, disputeOf, moneyCalls, subscriptionPaidBy } from './stripe-money.ts'

// Stripe, by its own library. Prices are made with the subscription, so that the plans stand in one place: ours.

type Options = { secretKey: string; webhookSecret: string; apiUrl: string | undefined }

function hostOf(apiUrl: string | undefined) {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? '443' : '80'),
    protocol: protocol.replace(':', '') as 'http' | 'https',
  }
}

function customerCalls(stripe: Stripe): Some<'findCustomer' | 'createCustomer'> {
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

/** Prices are made with each subscription, of one product; however many servers begin at once, it has an id of our own. */
function pricing(stripe: Stripe) {
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
  return async ({ plan, amount }: Offer) => ({
    currency: CURRENCY.toLowerCase(),
    unit_amount: amount,
    product: await productOf(),
    recurring: { interval: 'month' as const, interval_count: plans[plan].months },
  })
}
type Price = ReturnType<typeof pricing>

function beginnings(stripe: Stripe, price: Price): Some<'create' | 'beginTrial'> {
  return {
    create: async ({ account, customer }, offer, key) =>
      told(
        await stripe.subscriptions.create(
          {
            customer,
            items: [{ price_data: await price(offer) }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: { account, plan: offer.plan },
            expand,
          },
          { idempotencyKey: key },
        ),
      ),
    beginTrial: async ({ account, customer }, offer, { days, setupIntentId }, key) => {
      const setup = await stripe.setupIntents.retrieve(setupIntentId)
      const method = idOf(setup.payment_method)
      if (setup.status !== 'succeeded' || !method || idOf(setup.customer) !== customer) return null
      return told(
        await stripe.subscriptions.create(
          {
            customer,
            items: [{ price_data: await price(offer) }],
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

/** What Stripe does not know is nothing to us; any other failure stays one. */
function unlessMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null
  throw error
}

function unlessRefused(error: unknown): null {
  if (error instanceof Stripe.errors.StripeCardError) return null
  throw error
}

function runningCalls(stripe: Stripe, price: Price): Some<'fetch' | 'list' | 'update' | 'cancel' | 'reactivate'> {
  return {
    fetch: async (id) => {
      const subscription = await stripe.subscriptions.retrieve(id, { expand }).catch(unlessMissing)
      return subscription && { ...told(subscription), dispute: await disputeOf(stripe, subscription) }
    },
    list: async (since, after) => {
      const { data, has_more } = await stripe.subscriptions.list({
        status: 'all',
        created: { gte: Math.floor(since.getTime() / 1000) },
        limit: 100,
        ...(after ? { starting_after: after } : {}),
      })
      return { subscriptions: data.map(told), next: has_more ? data.at(-1)!.id : null }
    },
    update: async (id, offer, key) => {
      const { items } = await stripe.subscriptions.retrieve(id)
      return stripe.subscriptions
        .update(
          id,
          {
            items: [{ id: items.data[0]!.id, price_data: await price(offer) }],
            proration_behavior: 'always_invoice',
            // Otherwise a refused card would get the new plan all the same, with its invoice left open.
            payment_behavior: 'error_if_incomplete',
            cancel_at_period_end: false,
            metadata: { plan: offer.plan },
            expand,
          },
          { idempotencyKey: key },
        )
        .then(told, unlessRefused)
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

export function openStripe({ secretKey, webhookSecret, apiUrl }: Options): Payments {
  const stripe = new Stripe(secretKey, { ...hostOf(apiUrl), maxNetworkRetries: 2, timeout: 15_000 })
  const price = pricing(stripe)
  return {
    name: 'stripe',
    ...customerCalls(stripe),
    ...beginnings(stripe, price),
    ...runningCalls(stripe, price),
    ...moneyCalls(stripe),
    ...cardCalls(stripe),
    readEvent: async (raw, signature) => {
      let event: Stripe.Event
      try {
        event = stripe.webhooks.constructEvent(raw, signature, webhookSecret)
      } catch {
        return null
      }
      const about = await subjectOf(stripe, event.data.object as unknown as Record<string, unknown>)
      return { id: event.id, type: event.type, ...about }
    },
  }
}

/** What an event is about: a subscription itself, what its invoice or its payment belongs to, or a card that became known. */
async function subjectOf(
  stripe: Stripe,
  object: Record<string, unknown>,
): Promise<Pick<ProviderEvent, 'subscriptionId' | 'setupIntentId'>> {
  if (object['object'] === 'subscription') return { subscriptionId: String(object['id']) }
  if (object['object'] === 'setup_intent') return { subscriptionId: '', setupIntentId: String(object['id']) }
  const parent = object['parent'] as { subscription_details?: { subscription?: string } } | null | undefined
  const subscriptionId = parent?.subscription_details?.subscription
  if (subscriptionId) return { subscriptionId }
  const payment = object['payment_intent']
  return { subscriptionId: typeof payment === 'string' ? await subscriptionPaidBy(stripe, payment) : '' }
}
