import { listOf, pageOfSubscriptions, Refused, secretOf, type Books, type Kinds, type Price } from './sandbox-books.ts'
import { cancel, chargeLater, newCustomer } from './sandbox-money.ts'
import { changePrice, createSubscription, declined, extended, unknownLocation } from './sandbox-subscriptions.ts'

// The Stripe requests that we make, each with the published parameters that we may send.

/** Parameters by name. `items[0][price_data][currency]` is `items.price_data.currency`. */
export type Form = Readonly<Record<string, string>>
export type Call = { params: string; answer: (books: Books, form: Form, id: string) => Promise<unknown> }

const call = (params: string, answer: Call['answer']): Call => ({ params, answer })
const field = (form: Form, name: string): string => {
  const value = form[name]
  if (value === undefined) throw new Refused(400, 'parameter_missing', `Missing required param: ${name}`)
  return value
}
const count = (form: Form, name: string): number => Number(form[name] ?? 0)

const byId = (kind: keyof Kinds) => call('expand', ({ get }, _form, id) => get(kind, id))

/** Returns a page of ten by default, as Stripe does. */
const page = <T>(found: readonly T[], form: Form) => {
  const limit = Number(form['limit'] ?? 10)
  return listOf(found.slice(0, limit), found.length > limit)
}

const price = (of: string, ...more: string[]) =>
  ['currency', 'unit_amount', 'product', 'tax_behavior', ...more].map((name) => `${of}.price_data.${name}`).join(' ')
const ITEM = price('items', 'recurring.interval', 'recurring.interval_count')

const toPrice = (form: Form): Price => ({
  unit_amount: count(form, 'items.price_data.unit_amount'),
  currency: field(form, 'items.price_data.currency'),
  recurring: { interval: 'month', interval_count: count(form, 'items.price_data.recurring.interval_count') },
})

async function shown({ get }: Books, id: string, form: Form) {
  const subscription = await get('subscription', id)
  return form['expand']
    ? { ...subscription, latest_invoice: await get('invoice', subscription.latest_invoice) }
    : subscription
}

/** A card can pay only for the customer it belongs to. */
async function assertAttached({ find }: Books, customer: string, id: string): Promise<void> {
  const [method] = await find('payment_method', { id, customer })
  if (!method) throw new Refused(400, 'resource_missing', `No such PaymentMethod: '${id}'`)
}

async function changeSubscription(books: Books, form: Form, id: string): Promise<unknown> {
  const { at, get, put, note } = books
  let changed = await get('subscription', id)
  const { cancel_at_period_end: ends, trial_end: until, default_payment_method: method } = form
  if (changed.status === 'canceled')
    throw new Refused(400, undefined, 'A canceled subscription can only update its cancellation_details and metadata.')
  if (method) await assertAttached(books, changed.customer, method)
  if (form['metadata.plan']) changed.metadata.plan = form['metadata.plan']
  if (form['metadata.settled']) changed.metadata.settled = form['metadata.settled']
  if (form['metadata.added']) changed.metadata.added = form['metadata.added']
  if (method) changed.default_payment_method = method
  if (ends) changed = { ...changed, cancel_at_period_end: ends === 'true', canceled_at: ends === 'true' ? at : null }
  if (until) changed = extended(changed, Number(until), at)
  if (form['items.id'])
    changed = await changePrice(books, changed, toPrice(form), count(form, 'add_invoice_items.price_data.unit_amount'))
  note('customer.subscription.updated', await put(changed))
  return shown(books, id, form)
}

const subscriptionCalls: Record<string, Call> = {
  'POST /v1/subscriptions': call(
    `customer ${ITEM} automatic_tax.enabled payment_behavior payment_settings.save_default_payment_method ` +
      'metadata.account metadata.plan trial_period_days trial_settings.end_behavior.missing_payment_method ' +
      'default_payment_method expand',
    async (books, form) => {
      const { id } = await createSubscription(books, {
        customer: field(form, 'customer'),
        metadata: { account: field(form, 'metadata.account'), plan: field(form, 'metadata.plan') },
        price: toPrice(form),
        isTaxed: form['automatic_tax.enabled'] === 'true',
        trialDays: count(form, 'trial_period_days'),
        method: form['default_payment_method'],
      })
      return shown(books, id, form)
    },
  ),
  'GET /v1/subscriptions': call('customer limit status created.gte starting_after', async ({ db, find }, form) => {
    const { customer } = form
    if (!customer)
      return page(await pageOfSubscriptions(db, 101, count(form, 'created.gte'), form['starting_after']), form)
    return page(
      (await find('subscription', { customer })).filter(({ status }) => status !== 'canceled'),
      form,
    )
  }),
  'GET /v1/subscriptions/:id': call('expand', (books, form, id) => shown(books, id, form)),
  'POST /v1/subscriptions/:id': call(
    `items.id ${ITEM} ${price('add_invoice_items')} proration_behavior payment_behavior trial_end ` +
      'default_payment_method cancel_at_period_end metadata.plan metadata.settled metadata.added expand',
    changeSubscription,
  ),
  'DELETE /v1/subscriptions/:id': call('expand', async (books, form, id) => {
    if ((await books.get('subscription', id)).status === 'canceled')
      throw new Refused(404, 'resource_missing', `No such subscription: ${id}`)
    await cancel(books, id)
    return shown(books, id, form)
  }),
}

const customerCalls: Record<string, Call> = {
  'GET /v1/customers/search': call('query limit', async ({ find }, form) =>
    page(await find('customer', { metadata: { account: field(form, 'query').split("'").at(-2) } }), form),
  ),
  'POST /v1/customers': call('metadata.account', (books, form) => newCustomer(books, field(form, 'metadata.account'))),
  'GET /v1/customers/:id': byId('customer'),
  'POST /v1/customers/:id': call(
    'balance invoice_settings.default_payment_method address.country address.postal_code tax.validate_location',
    async (books, form, id) => {
      const customer = await books.get('customer', id)
      const { balance, 'invoice_settings.default_payment_method': method, 'address.country': country } = form
      const { 'address.postal_code': postal_code = '' } = form
      // Stripe can't calculate tax for an invalid postal code.
      if (form['tax.validate_location'] && postal_code === '00000') throw unknownLocation()
      if (balance) customer.balance = Number(balance)
      if (method) await assertAttached(books, id, method)
      if (method) customer.invoice_settings.default_payment_method = method
      if (country) customer.address = { country, postal_code }
      return books.put(customer)
    },
  ),
  'GET /v1/payment_methods': call('customer type', async ({ find }, form) =>
    page(await find('payment_method', { customer: field(form, 'customer') }), form),
  ),
  'GET /v1/payment_methods/:id': byId('payment_method'),
  'POST /v1/payment_methods/:id/detach': call('', async ({ get, remove }, _form, id) => {
    const method = await get('payment_method', id)
    await remove(id)
    return { ...method, customer: null }
  }),
  'POST /v1/setup_intents': call('customer usage', ({ put, fresh }, form) => {
    const made = fresh('seti')
    const open = { status: 'requires_payment_method', payment_method: null, client_secret: secretOf(made) }
    return put({ ...made, object: 'setup_intent', customer: field(form, 'customer'), ...open })
  }),
  'GET /v1/setup_intents/:id': byId('setup_intent'),
}

const moneyCalls: Record<string, Call> = {
  'GET /v1/payment_intents/:id': byId('payment_intent'),
  'GET /v1/invoices': call('subscription limit expand', async ({ find }, form) => {
    const { subscription } = form
    return page(await find('invoice', { parent: { subscription_details: { subscription } } }), form)
  }),
  'GET /v1/invoices/:id': byId('invoice'),
  'POST /v1/invoices/:id/void': call('', async ({ get, put }, _form, id) =>
    put({ ...(await get('invoice', id)), status: 'void' }),
  ),
  'POST /v1/invoices/:id/pay': call('payment_method', async (books, form, id) => {
    const invoice = await books.get('invoice', id)
    if (invoice.status !== 'open') throw new Refused(400, undefined, `Invoice is already ${invoice.status}`)
    const subscription = await books.get('subscription', invoice.parent.subscription_details.subscription)
    const default_payment_method = field(form, 'payment_method')
    if (!(await chargeLater(books, invoice, { ...subscription, default_payment_method }))) throw declined()
    await books.put({ ...subscription, status: 'active' })
    books.note('invoice.paid', invoice)
    return books.get('invoice', id)
  }),
  'GET /v1/invoice_payments': call('payment.type payment.payment_intent limit', async ({ find }, form) => {
    const payment = { payment_intent: field(form, 'payment.payment_intent') }
    const found = await find('invoice', { payments: { data: [{ payment }] } })
    return page(
      found.map(({ id: invoice }) => ({ object: 'invoice_payment', invoice })),
      form,
    )
  }),
  'GET /v1/charges': call('customer created.gte limit', async ({ find }, form) => {
    const found = await find('charge', { customer: field(form, 'customer') })
    return page(
      found.filter(({ created }) => created >= count(form, 'created.gte')),
      form,
    )
  }),
  'GET /v1/disputes': call('charge limit', async ({ find }, form) =>
    page(await find('dispute', { charge: field(form, 'charge') }), form),
  ),
  'POST /v1/refunds': call('payment_intent amount', async ({ find, put, fresh }, form) => {
    const [payment_intent, amount] = [field(form, 'payment_intent'), count(form, 'amount')]
    const [charge] = await find('charge', { payment_intent, paid: true })
    const refunded = (charge?.amount_refunded ?? 0) + amount
    if (!charge || refunded > charge.amount)
      throw new Refused(400, 'charge_already_refunded', 'Refund amount is greater than what is left.')
    await put({ ...charge, amount_refunded: refunded })
    return put({ ...fresh('re'), object: 'refund', payment_intent, amount, status: 'succeeded' })
  }),
}

export const calls: Readonly<Record<string, Call>> = {
  ...subscriptionCalls,
  ...customerCalls,
  ...moneyCalls,
  // The sandbox doesn't calculate tax.
  'GET /v1/tax/settings': call('', async () => ({ object: 'tax.settings', status: 'pending' })),
  // Every server creates the product, so one that already exists is fine.
  'POST /v1/products': call('id name', async (_books, form) => form),
}
