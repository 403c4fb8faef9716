import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer, cardWith, itemIn, MONTH, openBooks, Refused, type Form, type Thing } from './stripe-books.ts'
import { published } from './stripe-calls.ts'

// A server that speaks the part of Stripe's protocol that we use: bracketed form fields in, JSON out, an API key,
// idempotency keys. It refuses every parameter that Stripe's reference doesn't list for the call.

async function formOf(request: IncomingMessage): Promise<Form> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url!, 'http://stripe')
  return Object.fromEntries([...url.searchParams, ...new URLSearchParams(Buffer.concat(chunks).toString())])
}

/** The call that a request matches, and the value of `:id`. */
function callOf(method: string, path: string): { call: string; id: string } {
  for (const call of Object.keys(published)) {
    const [verb, pattern] = call.split(' ') as [string, string]
    const match = new RegExp(`^${pattern.replace(':id', '(?<id>[^/]+)')}$`).exec(path)
    if (verb === method && match) return { call, id: match.groups?.['id'] ?? '' }
  }
  throw new Refused(404, 'unknown_call', `Nobody makes this call: ${method} ${path}`)
}

/** Not a Stripe call: what a user does in their browser. */
const PAY = '/browser/pay'

/** Listens on the port, or on any, until stopped. */
export async function openLocalStripe(secretKey: string, port = 0) {
  const books = openBooks()
  const requests: string[] = []
  const beforeAnswering: { work?: (call: string) => Promise<void> } = {}
  const answered = new Map<string, unknown>()
  /** The subscription of a payment, found by what the browser knows about it. */
  const bySecret = (clientSecret: string): string => {
    const open = books
      .all('subscription')
      .find(
        (each) =>
          ((each['latest_invoice'] as Thing)['confirmation_secret'] as Form | null)?.['client_secret'] === clientSecret,
      )
    if (!open) throw new Refused(404, 'resource_missing', 'No such payment.')
    return open.id
  }
  const newCard = (customer: unknown, number = '4242424242424242'): Thing =>
    books.put('pm', 'payment_method', { customer, card: cardWith(number) })
  /** The browser's part: filling in Stripe's card field. */
  const pay = (subscriptionId: string, number?: string) => {
    const subscription = books.get(subscriptionId)
    const invoice = subscription['latest_invoice'] as Thing
    subscription['default_payment_method'] = newCard(subscription['customer'], number).id
    subscription['status'] = 'active'
    invoice['status'] = 'paid'
    books.charge(invoice, subscription['customer'])
    return itemIn(subscription)
  }
  /** The same with a card that its bank declines. */
  const decline = (subscriptionId: string, number: string): Thing => {
    const { latest_invoice: invoice, customer } = books.get(subscriptionId)
    return books.charge(invoice as Thing, customer, { card: cardWith(number), paid: false })
  }
  /** The same for a card that is saved for later. */
  const keepCard = (clientSecret: string): Thing => {
    const intent = books.all('setup_intent').find((each) => each['client_secret'] === clientSecret)
    if (!intent) throw new Refused(404, 'resource_missing', 'No such card.')
    return Object.assign(intent, { status: 'succeeded', payment_method: newCard(intent['customer']).id })
  }
  /** Someone asks their bank to reverse the newest payment. */
  const dispute = (subscriptionId: string): Thing => {
    const paid = books.all('charge').findLast((each) => each['customer'] === books.get(subscriptionId)['customer'])!
    paid['disputed'] = true
    const { id, payment_intent } = paid
    return books.put('dp', 'dispute', { charge: id, payment_intent, status: 'needs_response' })
  }
  /** A renewal fails: the next period has started and is unpaid. */
  const fail = (subscriptionId: string) => {
    const subscription = books.get(subscriptionId)
    const item = itemIn(subscription)
    const [from, to] = [item.current_period_end, item.current_period_end + item.months * MONTH]
    Object.assign(item, { current_period_start: from, current_period_end: to })
    const latest_invoice = books.bill(subscription, item.price.unit_amount, 'open', from, to)
    Object.assign(subscription, { status: 'past_due', latest_invoice })
  }
  const server = createServer((request, response) => {
    void (async () => {
      const [path, query] = request.url!.split('?')
      const secret = new URLSearchParams(query).get('secret') ?? ''
      if (path === PAY) return secret.startsWith('seti_') ? keepCard(secret) : { paid: pay(bySecret(secret)) }
      const { call, id } = callOf(request.method!, path!)
      requests.push(call)
      const form = await formOf(request)
      if (request.headers.authorization !== `Bearer ${secretKey}`) throw new Refused(401, 'api_key', 'No such key.')
      const unknown = Object.keys(form).filter((name) => !published[call]!.some((pattern) => pattern.test(name)))
      if (unknown.length > 0)
        throw new Refused(400, 'parameter_unknown', `Received unknown parameter: ${unknown.join(', ')}`)
      const key = request.headers['idempotency-key'] as string | undefined
      const previous = key !== undefined && request.method === 'POST' ? answered.get(key) : undefined
      // A snapshot: changes before it arrives aren't included.
      const made = previous ?? structuredClone(answer(books, call, id, form))
      if (key !== undefined) answered.set(key, made)
      await beforeAnswering.work?.(call)
      return made
    })()
      .then(
        (made) => ({ status: 200, body: made }),
        (error: unknown) => {
          const { status, code, message } = error instanceof Refused ? error : new Refused(500, 'broken', String(error))
          const type = status === 402 ? 'card_error' : 'invalid_request_error'
          return { status, body: { error: { type, code, message } } }
        },
      )
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    books,
    /** Runs after a call was carried out and before its answer is sent. */
    beforeAnswering,
    /** After a day, the same idempotency key no longer returns the earlier result. */
    forgetKeys: () => answered.clear(),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    pay,
    decline,
    keepCard,
    dispute,
    fail,
    /** From now on banks decline payments for plan changes. */
    refuseCards: () => (books.cards.refused = true),
  }
}
