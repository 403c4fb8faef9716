import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer, itemIn, MONTH, openBooks, published, Refused, type Form, type Thing } from './stripe-books.ts'

// A server that speaks Stripe's protocol, as far as we use it: forms with brackets in, JSON out, a key, the same answer for
// the same idempotency key. It refuses every parameter that Stripe's reference does not name for the call.

async function formOf(request: IncomingMessage): Promise<Form> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url!, 'http://stripe')
  return Object.fromEntries([...url.searchParams, ...new URLSearchParams(Buffer.concat(chunks).toString())])
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
        (each) =>
          ((each['latest_invoice'] as Thing)['confirmation_secret'] as Form | null)?.['client_secret'] === clientSecret,
      )
    if (!open) throw new Refused(404, 'resource_missing', 'No such payment.')
    return open.id
  }
  const newCard = (customer: unknown): Thing =>
    books.put('pm', 'payment_method', {
      customer,
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 },
    })
  /** What happens in the browser, with Stripe's own field for the card. */
  const pay = (subscriptionId: string) => {
    const subscription = books.get(subscriptionId)
    const invoice = subscription['latest_invoice'] as Thing
    subscription['default_payment_method'] = newCard(subscription['customer']).id
    subscription['status'] = 'active'
    invoice['status'] = 'paid'
    books.charge(invoice, subscription['customer'])
    return itemIn(subscription)
  }
  /** The same for a card that is kept for later. */
  const keepCard = (clientSecret: string): Thing => {
    const asked = books.all('setup_intent').find((each) => each['client_secret'] === clientSecret)
    if (!asked) throw new Refused(404, 'resource_missing', 'No such card.')
    return Object.assign(asked, { status: 'succeeded', payment_method: newCard(asked['customer']).id })
  }
  /** Somebody asks their bank to take the newest payment back. */
  const dispute = (subscriptionId: string): Thing => {
    const paid = books.all('charge').findLast((each) => each['customer'] === books.get(subscriptionId)['customer'])!
    paid['disputed'] = true
    const { id, payment_intent } = paid
    return books.put('dp', 'dispute', { charge: id, payment_intent, status: 'needs_response' })
  }
  /** A renewal is not paid: the next period counts already, and is owed. */
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
      asked.push(call)
      const form = await formOf(request)
      if (request.headers.authorization !== `Bearer ${secretKey}`) throw new Refused(401, 'api_key', 'No such key.')
      const unknown = Object.keys(form).filter((name) => !published[call]!.some((pattern) => pattern.test(name)))
      if (unknown.length > 0)
        throw new Refused(400, 'parameter_unknown', `Received unknown parameter: ${unknown.join(', ')}`)
      const key = request.headers['idempotency-key'] as string | undefined
      const kept = key !== undefined && request.method === 'POST' ? answered.get(key) : undefined
      // As it is now: what happens before it arrives is not in it.
      const made = kept ?? structuredClone(answer(books, call, id, form))
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
    asked,
    books,
    /** What happens when a call has been carried out, and its answer has not been sent. */
    beforeAnswering,
    /** A day passes: the same idempotency key brings another result. */
    forgetKeys: () => answered.clear(),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    pay,
    keepCard,
    dispute,
    fail,
    /** From now on banks refuse what a change of plan costs. */
    refuseCards: () => (books.cards.refused = true),
  }
}
