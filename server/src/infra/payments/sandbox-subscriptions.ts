import { Refused, type Books, type Item, type Line, type Price, type Subscription } from './sandbox-books.ts'
import { bill, chargeLater, monthsAfter } from './sandbox-money.ts'

export const declined = () => new Refused(402, 'card_declined', 'Your card was declined.')
export const unknownLocation = () =>
  new Refused(400, 'customer_tax_location_invalid', 'The customer’s location isn’t recognized.')

const DAY = 86_400
const itemsOf = (item: Item): Subscription['items'] => ({ object: 'list', data: [item] })

type New = Pick<Subscription, 'customer' | 'metadata'> & {
  price: Price
  isTaxed?: boolean
  trialDays?: number
  method?: string | undefined
}

/**
 * The first payment of a subscription waits for the payer's card. A trial has a card and costs nothing, so its first
 * bill is paid.
 */
export async function createSubscription(
  books: Books,
  { customer, metadata, price, isTaxed = false, trialDays = 0, method }: New,
): Promise<Subscription> {
  const { at, fresh, get, put, note } = books
  if (isTaxed && !(await get('customer', customer)).address) throw unknownLocation()
  const [start, isTrial] = [at, trialDays > 0]
  const end = isTrial ? at + trialDays * DAY : monthsAfter(at, price.recurring.interval_count)
  const subscription: Subscription = {
    ...fresh('sub'),
    object: 'subscription',
    customer,
    status: isTrial ? 'trialing' : 'incomplete',
    currency: price.currency,
    metadata,
    automatic_tax: { enabled: isTaxed },
    items: itemsOf({ id: fresh('si').id, price, current_period_start: start, current_period_end: end }),
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    trial_start: isTrial ? start : null,
    trial_end: isTrial ? end : null,
    default_payment_method: method ?? null,
    latest_invoice: '',
  }
  const lines = [{ amount: isTrial ? 0 : price.unit_amount, period: { start, end } }]
  const made = await put({ ...subscription, latest_invoice: (await bill(books, subscription, lines)).id })
  if (isTrial) note('customer.subscription.created', made)
  return made
}

/** Moves the next payment, which Stripe does with a trial. */
export const extended = (subscription: Subscription, trial_end: number, at: number): Subscription => ({
  ...subscription,
  status: 'trialing',
  trial_start: at,
  trial_end,
  items: itemsOf({ ...subscription.items.data[0], current_period_end: trial_end }),
})

/** Bills a new price immediately, minus the remaining time. In a trial, the price is charged when the trial ends. */
export async function changePrice(
  books: Books,
  subscription: Subscription,
  price: Price,
  added: number,
): Promise<Subscription> {
  const { at, put } = books
  const [item] = subscription.items.data
  if (price.currency !== subscription.currency)
    throw new Refused(400, 'currency_mismatch', 'The currencies don’t match.')
  const { current_period_start: start, current_period_end: end } = item
  const unused = Math.round((item.price.unit_amount * Math.max(0, end - at)) / (end - start))
  const isTrial = subscription.status === 'trialing'
  const period = isTrial ? { start, end } : { start: at, end: monthsAfter(at, price.recurring.interval_count) }
  const line = (amount: number, until: number): Line => ({ amount, period: { start: at, end: until } })
  const lines = isTrial ? [] : [line(-unused, end), line(price.unit_amount, period.end)]
  if (added > 0) lines.push(line(added, at))
  const changed = {
    ...subscription,
    items: itemsOf({ ...item, price, current_period_start: period.start, current_period_end: period.end }),
  }
  if (lines.length === 0) return changed
  const invoice = await bill(books, changed, lines)
  if (!(await chargeLater(books, invoice, changed))) throw declined()
  return put({ ...changed, latest_invoice: invoice.id })
}
