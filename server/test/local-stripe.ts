import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

// A server that speaks Stripe's protocol, as far as we use it: forms with brackets in, JSON out, a key, the same answer for
// the same idempotency key. It refuses every parameter that Stripe's reference does not name for the call.

type Form = Record<string, string>
type Thing = Record<string, unknown> & { id: string }

/** The calls that we make, each with the parameters of theirs that Stripe publishes and we may send. */
const published: Record<string, RegExp[]> = {
  'GET /v1/customers/search': [/^query$/, /^limit$/],
  'POST /v1/customers': [/^metadata\[account\]$/],
  'GET /v1/customers/:id': [],
  'POST /v1/customers/:id': [/^invoice_settings\[default_payment_method\]$/],
  'POST /v1/products': [/^id$/, /^name$/],
  'POST /v1/subscriptions': [
    /^customer$/,
    /^items\[0\]\[price_data\]\[(currency|unit_amount|product)\]$/,
    /^items\[0\]\[price_data\]\[recurring\]\[(interval|interval_count)\]$/,
    /^payment_behavior$/,
    /^payment_settings\[save_default_payment_method\]$/,
    /^metadata\[(account|plan)\]$/,
    /^expand\[\d\]$/,
  ],
  'GET /v1/subscriptions/:id': [/^expand\[\d\]$/],
  'POST /v1/subscriptions/:id': [
    /^items\[0\]\[id\]$/,
    /^items\[0\]\[price_data\]\[(currency|unit_amount|product)\]$/,
    /^items\[0\]\[price_data\]\[recurring\]\[(interval|interval_count)\]$/,
    /^proration_behavior$/,
    /^trial_end$/,
    /^cancel_at_period_end$/,
    /^metadata\[plan\]$/,
    /^expand\[\d\]$/,
  ],
  'DELETE /v1/subscriptions/:id': [/^expand\[\d\]$/],
  'GET /v1/invoices': [/^subscription$/, /^limit$/, /^expand\[\d\]$/],
  'GET /v1/invoices/:id': [/^expand\[\d\]$/],
  'GET /v1/refunds': [/^payment_intent$/, /^limit$/],
  'POST /v1/refunds': [/^payment_intent$/, /^amount$/],
  'GET /v1/payment_methods': [/^customer$/, /^type$/],
  'GET /v1/payment_methods/:id': [],
  'POST /v1/payment_methods/:id/detach': [],
  'POST /v1/setup_intents': [/^customer$/, /^usage$/],
}

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

async function formOf(request: IncomingMessage): Promise<Form> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url!, 'http://stripe')
  return Object.fromEntries([...url.searchParams, ...new URLSearchParams(Buffer.concat(chunks).toString())])
}

const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' })
const MONTH = 30 * 86_400

/** Its books, and what is done to them. */
function openBooks() {
  const things = new Map<string, Thing>()
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
  const itemOf = (form: Form, start: number) => ({
    object: 'subscription_item',
    price: { unit_amount: Number(form['items[0][price_data][unit_amount]']) },
    months: Number(form['items[0][price_data][recurring][interval_count]']),
    current_period_start: start,
    current_period_end: start + Number(form['items[0][price_data][recurring][interval_count]']) * MONTH,
  })
  const bill = (subscription: Thing, amount: number, status: string, start: number, end: number) => {
    const intent = put('pi', 'payment_intent', {})
    return put('in', 'invoice', {
      total: amount,
      status,
      created: start,
      period_start: start,
      period_end: end,
      subscription: subscription.id,
      parent: {
        subscription_details: { subscription: subscription.id, metadata: { ...(subscription['metadata'] as object) } },
      },
      confirmation_secret: { client_secret: `${intent.id}_secret_x`, type: 'payment_intent' },
      payments: list([{ payment: { type: 'payment_intent', payment_intent: intent.id } }]),
    })
  }
  return { put, get, all, itemOf, bill }
}

type Books = ReturnType<typeof openBooks>
type Item = ReturnType<Books['itemOf']> & { id: string }
const itemIn = (subscription: Thing) => (subscription['items'] as { data: Item[] }).data[0]!
const now = () => Math.floor(Date.now() / 1000)

/** What each call does. */
function answer({ put, get, all, itemOf, bill }: Books, call: string, id: string, form: Form): unknown {
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
      return Object.assign(get(id), {
        invoice_settings: { default_payment_method: form['invoice_settings[default_payment_method]'] },
      })
    case 'POST /v1/products':
      if (all('product').some((each) => each.id === form['id']))
        throw new Refused(400, 'resource_already_exists', 'Product already exists.')
      return put('prod', 'product', { id: form['id'], name: form['name'] })
    case 'POST /v1/subscriptions': {
      get(form['items[0][price_data][product]']!)
      const item = { ...itemOf(form, now()), id: 'si_1' }
      const made = put('sub', 'subscription', {
        customer: get(form['customer']!).id,
        status: 'incomplete',
        metadata: { account: form['metadata[account]'], plan: form['metadata[plan]'] },
        items: list([item]),
        cancel_at_period_end: false,
        canceled_at: null,
        ended_at: null,
        trial_start: null,
        trial_end: null,
      })
      return Object.assign(made, {
        latest_invoice: bill(made, item.price.unit_amount, 'open', item.current_period_start, item.current_period_end),
      })
    }
    case 'POST /v1/subscriptions/:id': {
      const subscription = get(id)
      if (form['metadata[plan]'])
        subscription['metadata'] = { ...(subscription['metadata'] as Form), plan: form['metadata[plan]'] }
      if (form['cancel_at_period_end']) subscription['cancel_at_period_end'] = form['cancel_at_period_end'] === 'true'
      if (form['trial_end']) {
        const until = Number(form['trial_end'])
        subscription['items'] = list([{ ...itemIn(subscription), current_period_end: until }])
        Object.assign(subscription, { status: 'trialing', trial_start: now(), trial_end: until })
      }
      if (form['items[0][id]']) {
        const item = { ...itemOf(form, now()), id: form['items[0][id]'] }
        Object.assign(subscription, {
          items: list([item]),
          latest_invoice: bill(
            subscription,
            item.price.unit_amount,
            'paid',
            item.current_period_start,
            item.current_period_end,
          ),
        })
      }
      return subscription
    }
    case 'DELETE /v1/subscriptions/:id':
      return Object.assign(get(id), { status: 'canceled', canceled_at: now(), ended_at: now() })
    case 'GET /v1/invoices':
      return list(all('invoice').filter((each) => each['subscription'] === form['subscription']))
    case 'GET /v1/refunds':
      return list(all('refund').filter((each) => each['payment_intent'] === form['payment_intent']))
    case 'POST /v1/refunds':
      return put('re', 'refund', {
        payment_intent: get(form['payment_intent']!).id,
        amount: Number(form['amount']),
        status: 'succeeded',
      })
    case 'GET /v1/payment_methods':
      return list(all('payment_method').filter((each) => each['customer'] === form['customer']))
    case 'POST /v1/payment_methods/:id/detach':
      return Object.assign(get(id), { customer: null })
    case 'POST /v1/setup_intents':
      return put('seti', 'setup_intent', { client_secret: 'seti_secret_x', customer: form['customer'] })
    default:
      return get(id)
  }
}

/** Which of the calls a request is, and what stands in place of `:id`. */
function callOf(method: string, path: string): { call: string; id: string } {
  for (const call of Object.keys(published)) {
    const [verb, pattern] = call.split(' ') as [string, string]
    const match = new RegExp(`^${pattern.replace(':id', '(?<id>[^/]+)')}$`).exec(path)
    if (verb === method && match) return { call, id: match.groups?.['id'] ?? '' }
  }
  throw new Refused(404, 'unknown_call', `Nobody makes this call: ${method} ${path}`)
}

/** Not a call of Stripe's: what somebody does in their browser, where no browser is. */
const PAY = '/browser/pay'

/** Listens at the port, or at any, until it is stopped. */
export async function openLocalStripe(secretKey: string, port = 0) {
  const books = openBooks()
  const asked: string[] = []
  const beforeAnswering: { work?: (call: string) => Promise<void> } = {}
  const answered = new Map<string, unknown>()
  /** Which subscription a payment is for, by what the browser knows of it. */
  const bySecret = (clientSecret: string): string => {
    const open = books
      .all('subscription')
      .find(
        (each) => ((each['latest_invoice'] as Thing)['confirmation_secret'] as Form)['client_secret'] === clientSecret,
      )
    if (!open) throw new Refused(404, 'resource_missing', 'No such payment.')
    return open.id
  }
  /** What happens in the browser, with Stripe's own field for the card. */
  const pay = (subscriptionId: string) => {
    const subscription = books.get(subscriptionId)
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 }
    const method = books.put('pm', 'payment_method', { customer: subscription['customer'], card })
    Object.assign(books.get(subscription['customer'] as string), {
      invoice_settings: { default_payment_method: method.id },
    })
    subscription['status'] = 'active'
    ;(subscription['latest_invoice'] as Thing)['status'] = 'paid'
    return itemIn(subscription)
  }
  const server = createServer((request, response) => {
    void (async () => {
      const [path, query] = request.url!.split('?')
      if (path === PAY) return { paid: pay(bySecret(new URLSearchParams(query).get('secret') ?? '')) }
      const { call, id } = callOf(request.method!, path!)
      asked.push(call)
      const form = await formOf(request)
      if (request.headers.authorization !== `Bearer ${secretKey}`) throw new Refused(401, 'api_key', 'No such key.')
      const unknown = Object.keys(form).filter((name) => !published[call]!.some((pattern) => pattern.test(name)))
      if (unknown.length > 0)
        throw new Refused(400, 'parameter_unknown', `Received unknown parameter: ${unknown.join(', ')}`)
      const key = request.headers['idempotency-key'] as string | undefined
      const kept = key !== undefined && request.method === 'POST' ? answered.get(key) : undefined
      const made = kept ?? answer(books, call, id, form)
      if (key !== undefined) answered.set(key, made)
      await beforeAnswering.work?.(call)
      return made
    })()
      .then(
        (made) => ({ status: 200, body: made }),
        (error: unknown) => {
          const { status, code, message } = error instanceof Refused ? error : new Refused(500, 'broken', String(error))
          return { status, body: { error: { type: 'invalid_request_error', code, message } } }
        },
      )
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    books,
    /** What happens when a call has been carried out, and its answer has not been sent. */
    beforeAnswering,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    pay,
  }
}
