import { ApiError, plans } from '@kindred/contract'
import Stripe from 'stripe'
import * as z from 'zod/mini'
import type { GatewayEvent, GatewayPage, GatewaySubscription, Offer, Payer, Settlement, Trial } from './gateway.ts'
import type { Sandbox } from './sandbox.ts'
import { expand, idOrNull, toSubscription } from './stripe-books.ts'
import { cardCalls } from './stripe-cards.ts'
import { chargesOf, moneyCalls, requiresAction, subscriptionPaidBy } from './stripe-money.ts'
import { hasEnded, isSettled, nullIfMissing, nullIfOver } from './stripe-races.ts'
import { INCLUDED, taxCalls, taxOf } from './stripe-tax.ts'

// Uses Stripe's own library. Prices are created with each subscription, so that only our code defines the plans. A
// request that is repeated with its idempotency key within a day returns the first result.

type Options = { secretKey: string; webhookSecret: string; apiUrl?: string | undefined }
export type PaymentGateway = Omit<ReturnType<typeof openStripe>, 'name'> & { name: 'stripe' | 'sandbox' | 'none' }

function hostOf(apiUrl: string | undefined) {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  const isHttps = protocol === 'https:'
  return { host: hostname, port: port || (isHttps ? '443' : '80'), protocol: isHttps ? 'https' : 'http' } as const
}

function customerCalls(stripe: Stripe) {
  return {
    /** The search may miss customers created in the last minute. */
    findCustomer: async (account: string): Promise<string | null> => {
      const { data } = await stripe.customers.search({ query: `metadata['account']:'${account}'`, limit: 1 })
      return data[0]?.id ?? null
    },
    createCustomer: async (account: string, key: string): Promise<string> =>
      (await stripe.customers.create({ metadata: { account } }, { idempotencyKey: key })).id,
  }
}

const PRODUCT = 'kindred_premium'

/** All prices belong to one product. We choose its ID, so that servers that start together create only one. */
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

function createCalls(stripe: Stripe, price: Price) {
  const subscribe = async (
    { account, customer, isTaxed }: Payer,
    offer: Offer,
    terms: Partial<Stripe.SubscriptionCreateParams>,
    idempotencyKey: string,
  ): Promise<GatewaySubscription> => {
    const items = [{ price_data: await price(offer) }]
    const metadata = { account, plan: offer.plan }
    // The credit of an earlier subscription ended with it, so that members pay the price they see.
    await stripe.customers.update(customer, { balance: 0 })
    return toSubscription(
      await stripe.subscriptions.create(
        { customer, items, ...taxOf(isTaxed), ...terms, metadata, expand },
        { idempotencyKey },
      ),
    )
  }
  return {
    create: (payer: Payer, offer: Offer, key: string) => {
      const payment_settings = { save_default_payment_method: 'on_subscription' } as const
      return subscribe(payer, offer, { payment_behavior: 'default_incomplete', payment_settings }, key)
    },
    beginTrial: async (payer: Payer, offer: Offer, { days, setupIntentId }: Trial, key: string) => {
      const setup = await stripe.setupIntents.retrieve(setupIntentId)
      const method = idOrNull(setup.payment_method)
      if (setup.status !== 'succeeded' || !method || idOrNull(setup.customer) !== payer.customer) return null
      const terms = {
        trial_period_days: days,
        default_payment_method: method,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      } as const
      return subscribe(payer, offer, terms, key)
    },
  }
}

function nullIfDeclined(error: unknown): null {
  if (error instanceof Stripe.errors.StripeCardError) return null
  throw error
}

function readCalls(stripe: Stripe) {
  return {
    fetch: async (id: string): Promise<GatewaySubscription | null> => {
      const found = await stripe.subscriptions.retrieve(id, { expand }).catch(nullIfMissing)
      if (!found) return null
      const subscription = { ...toSubscription(found), ...(await chargesOf(stripe, found)) }
      return { ...subscription, requiresAction: await requiresAction(stripe, subscription) }
    },
    list: async (since: Date, after: string | null): Promise<GatewayPage> => {
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

async function changePlan(
  stripe: Stripe,
  price: Price,
  id: string,
  offer: Offer,
  { withheld, settled }: Settlement,
  key: string,
): Promise<GatewaySubscription | null> {
  const { recurring, ...newPrice } = await price(offer)
  const { items, cancel_at_period_end: isEnding } = await stripe.subscriptions.retrieve(id)
  const [item] = items.data
  if (!item) throw new Error(`The subscription ${id} has no item.`)
  const changed = stripe.subscriptions
    .update(
      id,
      {
        items: [{ id: item.id, price_data: { ...newPrice, recurring } }],
        // Stripe credits the whole of the unused time, even the refunded part.
        ...(withheld > 0 ? { add_invoice_items: [{ price_data: { ...newPrice, unit_amount: withheld } }] } : {}),
        proration_behavior: 'always_invoice',
        // Otherwise a declined card would get the new plan anyway and leave its invoice open.
        payment_behavior: 'error_if_incomplete',
        // Without an earlier cancellation, this isn't sent, so that it doesn't undo one that is made meanwhile.
        ...(isEnding ? { cancel_at_period_end: false } : {}),
        // The refunds are saved together with the change, so that nothing is charged twice if we don't get the
        // response.
        metadata: { plan: offer.plan, settled: String(settled) },
        expand,
      },
      { idempotencyKey: key },
    )
    .then(toSubscription, nullIfDeclined)
  return nullIfOver(changed, () => hasEnded(stripe, id))
}

async function endNow(stripe: Stripe, id: string): Promise<GatewaySubscription | null> {
  const ended = await nullIfOver(stripe.subscriptions.cancel(id, { expand }), () => hasEnded(stripe, id))
  const invoice = typeof ended?.latest_invoice === 'object' ? ended.latest_invoice : null
  // Otherwise, a failed renewal could still be paid, for nothing.
  if (invoice?.id && invoice.status === 'open') {
    const { id: open } = invoice
    await nullIfOver(stripe.invoices.voidInvoice(open), () => isSettled(stripe, open))
  }
  return ended && toSubscription(ended)
}

function changeCalls(stripe: Stripe, price: Price) {
  const renewing = (id: string, renews: boolean): Promise<GatewaySubscription | null> =>
    nullIfOver(stripe.subscriptions.update(id, { cancel_at_period_end: !renews, expand }).then(toSubscription), () =>
      hasEnded(stripe, id),
    )
  return {
    /**
     * Charges the difference immediately. The unused part of the current period counts toward the price, except for the
     * withheld amount. Returns null and changes nothing if the card is declined, or if the subscription has just ended.
     */
    update: (id: string, offer: Offer, settlement: Settlement, key: string) =>
      changePlan(stripe, price, id, offer, settlement, key),
    cancel: (id: string, atPeriodEnd: boolean): Promise<GatewaySubscription | null> =>
      atPeriodEnd ? renewing(id, false) : endNow(stripe, id),
    reactivate: (id: string) => renewing(id, true),
  }
}

export function openStripe({ secretKey, webhookSecret, apiUrl }: Options) {
  return gatewayOver(
    'stripe',
    new Stripe(secretKey, { ...hostOf(apiUrl), maxNetworkRetries: 2, timeout: 15_000 }),
    webhookSecret,
  )
}

/** The sandbox responds to the same client, in this process. */
export function openSandboxed({ answer, webhookSecret }: Sandbox) {
  const httpClient = Stripe.createFetchHttpClient((...asked) => answer(new Request(...asked)))
  return gatewayOver('sandbox', new Stripe('sk_sandbox', { httpClient, maxNetworkRetries: 0 }), webhookSecret)
}

function gatewayOver(name: 'stripe' | 'sandbox', stripe: Stripe, webhookSecret: string) {
  const price = pricing(stripe)
  return {
    name,
    ...customerCalls(stripe),
    ...createCalls(stripe, price),
    ...readCalls(stripe),
    ...changeCalls(stripe, price),
    ...moneyCalls(stripe),
    ...cardCalls(stripe),
    ...taxCalls(stripe),
    /** Returns the event if the gateway signed it recently, else null. Refuses a signed event of another form. */
    readEvent: async (raw: Buffer, signature: string, now: Date): Promise<GatewayEvent | null> => {
      const signed = verifyEvent(stripe, raw, signature, webhookSecret, now)
      if (!signed) return null
      const event = parsed(Event, signed.event)
      const subject = await subjectOf(stripe, event.data.object)
      return { id: event.id, type: event.type, ...subject }
    },
  }
}

type Signed = { event: unknown }

function verifyEvent(stripe: Stripe, raw: Buffer, signature: string, secret: string, now: Date): Signed | null {
  try {
    return { event: stripe.webhooks.constructEvent(raw, signature, secret, undefined, undefined, now.getTime()) }
  } catch {
    return null
  }
}

/** Other characters can't be stored, or lead to another object at Stripe. */
const Id = z.string().check(z.regex(/^[\w-]{1,255}$/))
const Event = z.object({
  id: Id,
  type: z.string().check(z.regex(/^[\w.]{1,255}$/)),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

function parsed<T extends z.ZodMiniType>(form: T, value: unknown): z.output<T> {
  const { success, data } = form.safeParse(value)
  if (!success) throw new ApiError('malformed_request', 'We couldn’t read the request.')
  return data
}

const stringAt = (object: object, key: string): string | null => {
  const value: unknown = Reflect.get(object, key)
  return typeof value === 'string' ? value : null
}

const idAt = (object: object, key: string): string | null => {
  const value = stringAt(object, key)
  return value && parsed(Id, value)
}

const objectAt = (object: object, key: string): object => {
  const value: unknown = Reflect.get(object, key)
  return typeof value === 'object' && value !== null ? value : {}
}

async function subjectOf(
  stripe: Stripe,
  object: object,
): Promise<Pick<GatewayEvent, 'subscriptionId' | 'setupIntentId'>> {
  const [kind, id] = [stringAt(object, 'object'), idAt(object, 'id') ?? '']
  if (kind === 'subscription') return { subscriptionId: id }
  if (kind === 'setup_intent') return { subscriptionId: '', setupIntentId: id }
  const subscriptionId = idAt(objectAt(objectAt(object, 'parent'), 'subscription_details'), 'subscription')
  if (subscriptionId) return { subscriptionId }
  const payment = idAt(object, 'payment_intent')
  return { subscriptionId: payment ? await subscriptionPaidBy(stripe, payment) : '' }
}
