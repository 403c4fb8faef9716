import Stripe from 'stripe'
import type { GatewayCard } from './gateway.ts'
import { idOrNull } from './stripe-books.ts'
import { hasEnded, isSettled, nullIfMissing, nullIfOver } from './stripe-races.ts'

/** Retries an overdue invoice with a new card. The outcome is read from Stripe's books afterwards. */
async function payOverdue(stripe: Stripe, subscription: Stripe.Subscription, method: string): Promise<void> {
  const invoice = idOrNull(subscription.latest_invoice)
  if (subscription.status !== 'past_due' || !invoice) return
  const paid = stripe.invoices.pay(invoice, { payment_method: method })
  await nullIfOver(paid, () => isSettled(stripe, invoice)).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
  })
}

const listRunning = async (stripe: Stripe, customer: string) =>
  (await stripe.subscriptions.list({ customer, limit: 10 })).data

async function listCards(stripe: Stripe, customer: string): Promise<GatewayCard[]> {
  const [{ data }, { invoice_settings: settings }, running] = await Promise.all([
    stripe.paymentMethods.list({ customer, type: 'card' }),
    retrieveSettings(stripe, customer),
    listRunning(stripe, customer),
  ])
  // The card of a running subscription takes precedence over the customer's default.
  const usedId = idOrNull(running[0]?.default_payment_method) ?? idOrNull(settings?.default_payment_method)
  return data.map(({ id, card }) => ({
    id,
    brand: card?.brand ?? 'card',
    last4: card?.last4 ?? '',
    expMonth: card?.exp_month ?? 0,
    expYear: card?.exp_year ?? 0,
    isDefault: id === usedId,
  }))
}

/** A deleted customer has no settings. */
async function retrieveSettings(
  stripe: Stripe,
  id: string,
): Promise<Partial<Pick<Stripe.Customer, 'invoice_settings'>>> {
  const customer = await stripe.customers.retrieve(id)
  return 'invoice_settings' in customer ? customer : {}
}

const belongsTo = async (stripe: Stripe, method: string, customer: string): Promise<boolean> =>
  (await stripe.paymentMethods.retrieve(method).catch(nullIfMissing))?.customer === customer

async function makeDefault(stripe: Stripe, customer: string, method: string): Promise<true> {
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
  for (const subscription of await listRunning(stripe, customer)) {
    const { id } = subscription
    await nullIfOver(stripe.subscriptions.update(id, { default_payment_method: method }), () => hasEnded(stripe, id))
    await payOverdue(stripe, subscription, method)
  }
  return true
}

export function cardCalls(stripe: Stripe) {
  return {
    methods: (customer: string) => listCards(stripe, customer),
    /** Makes the card pay for running subscriptions from now on, and for overdue invoices immediately. */
    setDefault: async (customer: string, method: string): Promise<boolean> => {
      const isGone = async () => !(await belongsTo(stripe, method, customer))
      return !(await isGone()) && (await nullIfOver(makeDefault(stripe, customer, method), isGone)) !== null
    },
    removeMethod: async (customer: string, method: string): Promise<boolean> => {
      const isGone = async () => !(await belongsTo(stripe, method, customer))
      return !(await isGone()) && (await nullIfOver(stripe.paymentMethods.detach(method), isGone)) !== null
    },
    /** The fingerprint of the card that a setup intent has saved. */
    savedCard: async (setupIntentId: string): Promise<string | null> => {
      const { status, payment_method } = await stripe.setupIntents.retrieve(setupIntentId)
      const method = idOrNull(payment_method)
      if (status !== 'succeeded' || !method) return null
      return (await stripe.paymentMethods.retrieve(method)).card?.fingerprint ?? null
    },
    setupIntent: async (customer: string, key?: string) => {
      const intent = await stripe.setupIntents.create(
        { customer, usage: 'off_session' },
        key ? { idempotencyKey: key } : {},
      )
      return { clientSecret: intent.client_secret ?? '', setupIntentId: intent.id }
    },
  }
}
