import type { MessageDescriptor } from '@kindred/contract'
import { afterMonths } from '../clock.ts'
import {
  listOf,
  secretOf,
  type Books,
  type Charge,
  type Customer,
  type Dispute,
  type Invoice,
  type Line,
  type Method,
  type Subscription,
} from './sandbox-books.ts'
import { findCard, type Card } from './test-cards.ts'

export const monthsAfter = (start: number, months: number) =>
  afterMonths(new Date(start * 1000), months).getTime() / 1000
const DAY = 86_400
const WEEK = 7 * DAY

export const newCustomer = (books: Books, account: string): Promise<Customer> =>
  books.put({
    ...books.fresh('cus'),
    object: 'customer',
    metadata: { account },
    balance: 0,
    invoice_settings: { default_payment_method: null },
  })

export const newMethod = ({ fresh }: Books, customer: string, { name, number }: Card): Method => ({
  ...fresh('pm'),
  object: 'payment_method',
  customer,
  card: { brand: 'visa', last4: number.slice(-4), exp_month: 12, exp_year: 2034, fingerprint: name },
})

/** Every price includes 19% tax if tax is calculated. */
const taxesOf = ({ automatic_tax }: Subscription, total: number) =>
  automatic_tax.enabled && total > 0 ? [{ amount: Math.round((total * 19) / 119) }] : []

/** Bills some lines, minus the customer's credit. If nothing is due, the bill counts as paid. */
export async function bill(books: Books, subscription: Subscription, lines: Line[]): Promise<Invoice> {
  const { at, find, get, put } = books
  const customer = await get('customer', subscription.customer)
  const earlier = await find('invoice', { customer: customer.id })
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  await put({ ...customer, balance: Math.min(0, total + customer.balance) })
  const due = Math.max(0, total + customer.balance)
  const intent = books.fresh('pi')
  const client_secret = secretOf(intent)
  if (due > 0) await put({ ...intent, object: 'payment_intent', status: 'requires_payment_method', client_secret })
  return put({
    ...books.fresh('in'),
    object: 'invoice',
    customer: customer.id,
    number: `${customer.id.slice(4, 12).toUpperCase()}-${String(earlier.length + 1).padStart(4, '0')}`,
    currency: subscription.currency,
    status: due > 0 ? 'open' : 'paid',
    total,
    amount_due: due,
    period_start: at,
    period_end: at,
    lines: listOf(lines),
    total_taxes: taxesOf(subscription, total),
    hosted_invoice_url: null,
    parent: { subscription_details: { subscription: subscription.id, metadata: { plan: subscription.metadata.plan } } },
    confirmation_secret: due > 0 ? { client_secret } : null,
    payments: listOf(due > 0 ? [{ payment: { payment_intent: intent.id } }] : []),
  })
}

async function charge(books: Books, invoice: Invoice, { card }: Method, paid: boolean): Promise<Charge> {
  if (paid) await books.put({ ...invoice, status: 'paid' })
  return books.put({
    ...books.fresh('ch'),
    object: 'charge',
    customer: invoice.customer,
    payment_intent: invoice.payments.data[0]?.payment.payment_intent ?? '',
    paid,
    disputed: false,
    amount: invoice.amount_due,
    amount_refunded: 0,
    payment_method_details: { type: 'card', card },
  })
}

async function methodOf({ find, get }: Books, { customer, default_payment_method }: Subscription) {
  const { invoice_settings: settings } = await get('customer', customer)
  const cards = await find('payment_method', { customer })
  const byId = (wanted: string | null) => cards.find(({ id }) => id === wanted)
  return byId(default_payment_method) ?? byId(settings.default_payment_method)
}

/**
 * Charges an open invoice without the payer's involvement. Returns false if the bank declines, or if there is no card.
 */
export async function chargeLater(books: Books, invoice: Invoice, subscription: Subscription): Promise<boolean> {
  if (invoice.status === 'paid') return true
  const method = await methodOf(books, subscription)
  if (!method) return false
  return (await charge(books, invoice, method, findCard(method.card.fingerprint)?.renews === true)).paid
}

/** Voids a first payment that was never made, but not that of a renewal. */
export async function cancel({ at, get, put, note }: Books, id: string): Promise<void> {
  const subscription = await get('subscription', id)
  const invoice = await get('invoice', subscription.latest_invoice)
  if (subscription.status === 'incomplete') await put({ ...invoice, status: 'void' })
  note(
    'customer.subscription.deleted',
    await put({ ...subscription, status: 'canceled', canceled_at: at, ended_at: at }),
  )
}

/**
 * Ends or renews a subscription whose period is over, unless another request has just done so. A failed payment has a
 * week to succeed.
 */
export async function renew(books: Books, id: string): Promise<void> {
  const subscription = await books.get('subscription', id)
  const { at, get, put, note } = books
  if (!isDue(subscription, at)) return
  const [item] = subscription.items.data
  if (subscription.status === 'past_due') {
    await put({ ...(await get('invoice', subscription.latest_invoice)), status: 'void' })
    return cancel(books, id)
  }
  if (subscription.cancel_at_period_end) {
    const ended = { ...subscription, status: 'canceled', ended_at: item.current_period_end }
    return note('customer.subscription.deleted', await put(ended))
  }
  const start = item.current_period_end
  const next = { start, end: monthsAfter(start, item.price.recurring.interval_count) }
  const invoice = await bill(books, subscription, [{ amount: item.price.unit_amount, period: next }])
  const paid = await chargeLater(books, invoice, subscription)
  await put({
    ...subscription,
    status: paid ? 'active' : 'past_due',
    items: { object: 'list', data: [{ ...item, current_period_start: next.start, current_period_end: next.end }] },
    latest_invoice: invoice.id,
  })
  note(paid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
}

/** True if a renewal is due, or the end of a subscription whose renewal was not paid within a week. */
export const isDue = ({ status, items: { data } }: Subscription, at: number): boolean =>
  status === 'past_due'
    ? data[0].current_period_start + WEEK < at
    : ['trialing', 'active'].includes(status) && data[0].current_period_end <= at

/** Banks take a week to decide disputes. In the sandbox, the payer always wins. */
export async function loseDisputes({ at, find, put, note }: Books): Promise<void> {
  for (const dispute of await find('dispute', { status: 'needs_response' }))
    if (dispute.created + WEEK <= at) note('charge.dispute.closed', await put({ ...dispute, status: 'lost' }))
}

export async function openDispute(books: Books, charge: Charge): Promise<Dispute> {
  const { put, note } = books
  const { id, payment_intent } = await put({ ...charge, disputed: true })
  const made = await put({
    ...books.fresh('dp'),
    object: 'dispute',
    charge: id,
    payment_intent,
    status: 'needs_response',
  })
  note('charge.dispute.created', made)
  return made
}

export type PaymentResult = { status: 'succeeded' | 'requires_action' | 'failed'; message: MessageDescriptor | null }

function authorize(card: Card, authenticated: boolean): PaymentResult {
  if (card.refusal) return { status: 'failed', message: card.refusal }
  if (card.authenticates && !authenticated) return { status: 'requires_action', message: null }
  return { status: 'succeeded', message: null }
}

const intentStatus = { failed: 'requires_payment_method', requires_action: 'requires_action', succeeded: 'succeeded' }
const invoiceEvent = { failed: 'payment_failed', requires_action: 'payment_action_required', succeeded: 'paid' }

/**
 * Does the payer's part in the browser: enters a card, for a payment or for later. Returns null if there is nothing to
 * pay.
 */
export async function payWith(
  books: Books,
  client_secret: string,
  cardName: string,
  authenticated: boolean,
): Promise<PaymentResult | null> {
  const { find, get, put, note } = books
  const card = findCard(cardName)
  if (!card) return null
  const result = authorize(card, authenticated)
  const [hasPaid, status] = [result.status === 'succeeded', intentStatus[result.status]]
  const [setup] = await find('setup_intent', { client_secret })
  if (setup) {
    if (setup.status === 'succeeded') return null
    const payment_method = hasPaid ? (await put(newMethod(books, setup.customer, card))).id : null
    const after = await put({ ...setup, status, payment_method })
    if (hasPaid) note('setup_intent.succeeded', after)
    return result
  }
  const [invoice] = await find('invoice', { confirmation_secret: { client_secret } })
  const [intent] = await find('payment_intent', { client_secret })
  const subscription = invoice && (await get('subscription', invoice.parent.subscription_details.subscription))
  if (subscription?.status !== 'incomplete' || !invoice || !intent) return null
  await put({ ...intent, status })
  note(`invoice.${invoiceEvent[result.status]}`, invoice)
  if (result.status === 'requires_action') return result
  const method = newMethod(books, invoice.customer, card)
  const charged = await charge(books, invoice, method, hasPaid)
  if (!hasPaid) return result
  await put({ ...subscription, status: 'active', default_payment_method: (await put(method)).id })
  if (card.disputed) await openDispute(books, charged)
  return result
}
