// The fake Stripe's records, as far as we use them, and what each call does to them.

export type Form = Record<string, string>
export type Thing = Record<string, unknown> & { id: string }

export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' })
/** Newest first, like Stripe's lists; the records are kept in creation order. */
function pageOf(things: readonly Thing[], { limit = '10', starting_after: after }: Form) {
  const newest = things.toReversed()
  const from = after ? newest.findIndex(({ id }) => id === after) + 1 : 0
  const data = newest.slice(from, from + Number(limit))
  return { ...list(data), has_more: newest.length > from + data.length }
}

/** A card with Stripe's fingerprint of its number, which is the same for all customers. */
export const cardWith = (number: string) => ({
  brand: 'visa',
  last4: number.slice(-4),
  exp_month: 12,
  exp_year: 2031,
  fingerprint: `fingerprint${number}`,
})

export const MONTH = 30 * 86_400

/** The records and the operations on them. */
export function openBooks() {
  const things = new Map<string, Thing>()
  const cards = { refused: false }
  const tax = { status: 'active' }
  let count = 0
  const put = (kind: string, object: string, more: Record<string, unknown>): Thing => {
    const thing = { id: (more['id'] as string | undefined) ?? `${kind}_${++count}`, object, ...more }
    things.set(thing.id, thing)
    return thing
  }
  const get = (id: string): Thing => {
    const thing = things.get(id)
    if (!thing) throw new Refused(404, 'resource_missing', `No such thing: ${id}`)
    return thing
  }
  const all = (object: string) => [...things.values()].filter((thing) => thing['object'] === object)
  const itemOf = (form: Form, start: number) => {
    const priced = (name: string) => form[`items[0][price_data][${name}]`]
    const months = Number(priced('recurring][interval_count'))
    const trial = Number(form['trial_period_days'] ?? 0) * 86_400
    return {
      object: 'subscription_item',
      price: { unit_amount: Number(priced('unit_amount')), currency: priced('currency') },
      months,
      current_period_start: start,
      current_period_end: start + (trial || months * MONTH),
    }
  }
  const cardOf = (invoice: Thing) =>
    things.get(get(invoice['subscription'] as string)['default_payment_method'] as string)?.['card'] ?? null
  /** A payment, by the subscription's card unless another is given. */
  const charge = (invoice: Thing, customer: unknown, { card = cardOf(invoice), paid = true } = {}) =>
    put('ch', 'charge', {
      customer,
      paid,
      payment_method_details: { type: 'card', card },
      created: now(),
      payment_intent: paymentOf(invoice),
      amount: invoice['total'],
      amount_refunded: 0,
      disputed: false,
    })
  const bill = (subscription: Thing, amount: number, status: string, start: number, end: number) => {
    const intent = put('pi', 'payment_intent', {})
    return put('in', 'invoice', {
      total: amount,
      currency: subscription['currency'],
      status,
      created: start,
      // Of what was used before; the lines say what is paid for.
      period_start: start,
      period_end: start,
      lines: list([
        { amount: -1, period: { start, end: end + MONTH } },
        { amount, period: { start, end } },
      ]),
      subscription: subscription.id,
      customer: subscription['customer'],
      hosted_invoice_url: `https://invoice.stripe.example/${intent.id}`,
      total_taxes: taxesOf(subscription, amount),
      parent: {
        subscription_details: { subscription: subscription.id, metadata: { ...(subscription['metadata'] as object) } },
      },
      confirmation_secret: { client_secret: `${intent.id}_secret_x`, type: 'payment_intent' },
      payments: list([{ payment: { type: 'payment_intent', payment_intent: intent.id } }]),
    })
  }
  return { put, get, all, itemOf, bill, charge, cards, tax }
}

/** Every price includes 19 % here. */
const taxesOf = (subscription: Thing, amount: number) =>
  (subscription['automatic_tax'] as { enabled: boolean }).enabled
    ? [{ amount: Math.round((amount * 19) / 119), tax_behavior: 'inclusive' }]
    : []

/** Stripe finds no tax for a made-up postal code. */
function recognized(form: Form) {
  const [country, postal_code] = [form['address[country]'], form['address[postal_code]']]
  if (postal_code !== '00000') return { country, postal_code }
  throw new Refused(400, 'customer_tax_location_invalid', 'The customer’s location isn’t recognized.')
}

const paymentOf = (invoice: Thing): string =>
  (invoice['payments'] as { data: { payment: { payment_intent: string } }[] }).data[0]!.payment.payment_intent

type Books = ReturnType<typeof openBooks>
type Item = ReturnType<Books['itemOf']> & { id: string }
export const itemIn = (subscription: Thing) => (subscription['items'] as { data: Item[] }).data[0]!
const now = () => Math.floor(Date.now() / 1000)

const running = ({ status }: Thing) => ['trialing', 'active', 'past_due'].includes(status as string)
const setup = (put: Books['put'], customer: string | undefined): Thing => {
  const made = put('seti', 'setup_intent', { customer, status: 'requires_payment_method', payment_method: null })
  return Object.assign(made, { client_secret: `${made.id}_secret_x` })
}

/** The effect of each call. */
export function answer(
  { put, get, all, itemOf, bill, charge, cards, tax }: Books,
  call: string,
  id: string,
  form: Form,
): unknown {
  switch (call) {
    case 'GET /v1/customers/search':
      return list(
        all('customer').filter((each) => form['query']!.includes(`'${(each['metadata'] as Form)['account']}'`)),
      )
    case 'POST /v1/customers':
      return put('cus', 'customer', {
        metadata: { account: form['metadata[account]'] },
        invoice_settings: { default_payment_method: null },
      })
    case 'POST /v1/customers/:id':
      if (form['tax[validate_location]']) return Object.assign(get(id), { address: recognized(form) })
      return Object.assign(get(id), {
        invoice_settings: { default_payment_method: form['invoice_settings[default_payment_method]'] },
      })
    case 'GET /v1/tax/settings':
      return { object: 'tax.settings', status: tax.status }
    case 'POST /v1/products':
      if (all('product').some((each) => each.id === form['id']))
        throw new Refused(400, 'resource_already_exists', 'Product already exists.')
      return put('prod', 'product', { id: form['id'], name: form['name'] })
    case 'POST /v1/subscriptions': {
      get(form['items[0][price_data][product]']!)
      const isTaxed = form['automatic_tax[enabled]'] === 'true'
      if (isTaxed && !get(form['customer']!)['address'])
        throw new Refused(400, 'customer_tax_location_invalid', 'The customer’s location isn’t recognized.')
      const item = { ...itemOf(form, now()), id: 'si_1' }
      const made = put('sub', 'subscription', {
        customer: get(form['customer']!).id,
        status: 'incomplete',
        currency: item.price.currency,
        automatic_tax: { enabled: isTaxed },
        metadata: { account: form['metadata[account]'], plan: form['metadata[plan]'] },
        items: list([item]),
        cancel_at_period_end: false,
        canceled_at: null,
        ended_at: null,
        created: now(),
        trial_start: null,
        trial_end: null,
        default_payment_method: form['default_payment_method'] ?? null,
      })
      if (form['trial_period_days'])
        // A trial costs nothing: a zero invoice, and no payment to confirm.
        return Object.assign(made, {
          status: 'trialing',
          trial_start: item.current_period_start,
          trial_end: item.current_period_end,
          latest_invoice: { ...bill(made, 0, 'paid', now(), now()), confirmation_secret: null, payments: list([]) },
        })
      return Object.assign(made, {
        latest_invoice: bill(made, item.price.unit_amount, 'open', item.current_period_start, item.current_period_end),
      })
    }
    case 'POST /v1/subscriptions/:id': {
      const subscription = get(id)
      if (form['items[0][id]'] && cards.refused && form['payment_behavior'] === 'error_if_incomplete')
        throw new Refused(402, 'card_declined', 'Your card was declined.')
      if (form['metadata[plan]'])
        subscription['metadata'] = { ...(subscription['metadata'] as Form), plan: form['metadata[plan]'] }
      if (form['cancel_at_period_end']) subscription['cancel_at_period_end'] = form['cancel_at_period_end'] === 'true'
      if (form['default_payment_method']) subscription['default_payment_method'] = form['default_payment_method']
      if (form['trial_end']) {
        const until = Number(form['trial_end'])
        subscription['items'] = list([{ ...itemIn(subscription), current_period_end: until }])
        Object.assign(subscription, { status: 'trialing', trial_start: now(), trial_end: until })
      }
      if (form['items[0][id]']) {
        const item = { ...itemOf(form, now()), id: form['items[0][id]'] }
        if (item.price.currency !== subscription['currency'])
          throw new Refused(400, 'currency_mismatch', 'The currencies don’t match.')
        const { current_period_start: from, current_period_end: to } = item
        const more = Number(form['add_invoice_items[0][price_data][unit_amount]'] ?? 0)
        const invoice = bill(subscription, item.price.unit_amount + more, cards.refused ? 'open' : 'paid', from, to)
        if (cards.refused) subscription['status'] = 'past_due'
        else charge(invoice, subscription['customer'])
        Object.assign(subscription, { items: list([item]), latest_invoice: invoice })
      }
      return subscription
    }
    case 'DELETE /v1/subscriptions/:id':
      return Object.assign(get(id), { status: 'canceled', canceled_at: now(), ended_at: now() })
    case 'GET /v1/invoices':
      return list(
        all('invoice')
          .filter((each) => each['subscription'] === form['subscription'])
          .toReversed(),
      )
    case 'GET /v1/subscriptions':
      return pageOf(
        all('subscription')
          .filter((each) => form['status'] === 'all' || running(each))
          .filter((each) => !form['customer'] || each['customer'] === form['customer'])
          .filter((each) => (each['created'] as number) >= Number(form['created[gte]'] ?? 0)),
        form,
      )
    case 'POST /v1/invoices/:id/pay': {
      const invoice = get(id)
      charge(invoice, invoice['customer'])
      get(invoice['subscription'] as string)['status'] = 'active'
      return Object.assign(invoice, { status: 'paid' })
    }
    case 'GET /v1/invoice_payments':
      return list(
        all('invoice')
          .filter((each) => paymentOf(each) === form['payment[payment_intent]'])
          .map((each) => ({ object: 'invoice_payment', invoice: each.id })),
      )
    case 'GET /v1/charges':
      return pageOf(
        all('charge').filter(
          (each) =>
            each['customer'] === form['customer'] && (each['created'] as number) >= Number(form['created[gte]'] ?? 0),
        ),
        form,
      )
    case 'GET /v1/disputes':
      return list(all('dispute').filter((each) => each['charge'] === form['charge']))
    case 'POST /v1/refunds': {
      const paid = all('charge').find((each) => each['paid'] && each['payment_intent'] === form['payment_intent'])
      if (paid && (paid['amount_refunded'] as number) + Number(form['amount']) > (paid['amount'] as number))
        throw new Refused(400, 'charge_already_refunded', 'Refund amount is greater than what is left.')
      if (paid) paid['amount_refunded'] = (paid['amount_refunded'] as number) + Number(form['amount'])
      return put('re', 'refund', {
        payment_intent: get(form['payment_intent']!).id,
        amount: Number(form['amount']),
        status: 'succeeded',
      })
    }
    case 'GET /v1/payment_methods':
      return list(all('payment_method').filter((each) => each['customer'] === form['customer']))
    case 'POST /v1/payment_methods/:id/detach':
      return Object.assign(get(id), { customer: null })
    case 'POST /v1/setup_intents':
      return setup(put, form['customer'])
    default:
      return get(id)
  }
}
