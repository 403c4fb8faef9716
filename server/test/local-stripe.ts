import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Deps } from '../src/deps.ts'
import type { Kinds, Thing } from '../src/infra/payments/sandbox-books.ts'
import { openDispute } from '../src/infra/payments/sandbox-money.ts'
import { callOf, openSandbox, type Sandbox } from '../src/infra/payments/sandbox.ts'

// The sandbox as a separate server for Stripe's client. Its objects are in a world's database, and it doesn't send
// events: tests decide when they arrive.

/** Not part of Stripe's API: payment by a user in their browser. */
const PAY = '/browser/pay'
const TAX = 'GET /v1/tax/settings'

/** Opens a server that listens on this port, or on any free one, until stopped. */
export async function openLocalStripe(secretKey: string, port = 0) {
  const opened: { sandbox?: Sandbox } = {}
  const sandbox = () => opened.sandbox!
  const requests: string[] = []
  const tax = { object: 'tax.settings', status: 'active' }
  const beforeAnswering: { work?: (call: string) => Promise<void> } = {}
  const get = <K extends keyof Kinds>(kind: K, id: string) => sandbox().read().get(kind, id)
  /** The objects of a kind, oldest first. */
  const all = async <K extends keyof Kinds>(kind: K) => (await sandbox().read().find(kind)).toReversed()
  const change = <T extends Thing>(thing: T, values: Partial<T>): Promise<T> =>
    sandbox().change(({ put }) => put({ ...thing, ...values }))
  const subscription = (id: string) => get('subscription', id)
  const invoiceOf = async (id: string) => get('invoice', (await subscription(id)).latest_invoice)
  /** Fills in Stripe's card field, as the browser does. */
  const enter = (secret: string, card = 'success') => sandbox().pay(secret, card, true)
  const pay = async (id: string, card?: string) => enter((await invoiceOf(id)).confirmation_secret!.client_secret, card)
  /** Makes banks decline all later charges. */
  const refuseCards = async () => {
    for (const each of await all('payment_method'))
      await change(each, { card: { ...each.card, fingerprint: 'fails_later' } })
  }
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === PAY) return Response.json(await enter(searchParams.get('secret')!))
    if (request.headers.get('authorization') !== `Bearer ${secretKey}`) return new Response('{}', { status: 401 })
    const { name } = callOf(request)
    requests.push(name)
    const answered = name === TAX ? Response.json(tax) : await sandbox().answer(request)
    await beforeAnswering.work?.(name)
    return answered
  }
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = 'GET', url, headers } = incoming
      const body = method === 'GET' ? null : await text(incoming)
      const { authorization = '', 'idempotency-key': key } = headers
      const sent = { authorization, ...(key ? { 'idempotency-key': String(key) } : {}) }
      return answer(new Request(`http://stripe${url}`, { method, body, headers: sent }))
    })()
      .catch((error: unknown) => Response.json({ error: { message: String(error) } }, { status: 500 }))
      .then(async (answered) =>
        outgoing.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text()),
      )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Stores Stripe's objects in this world's database. */
    join: ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => void (opened.sandbox = openSandbox({ db, clock })),
    requests,
    tax,
    /** Runs after each operation, before its response is sent. */
    beforeAnswering,
    sandbox,
    get,
    all,
    subscription,
    change,
    pay,
    /** Enters a card that is saved for later. Returns its payment method. */
    keepCard: async (clientSecret: string): Promise<string> => {
      await enter(clientSecret)
      return (await all('setup_intent')).find((each) => each.client_secret === clientSecret)!.payment_method!
    },
    /** Disputes the newest payment, as a cardholder does at their bank. */
    dispute: async (id: string) => {
      const { customer } = await subscription(id)
      const paid = (await all('charge')).findLast((each) => each.customer === customer)!
      return sandbox().change((books) => openDispute(books, paid))
    },
    /** Makes a renewal fail, so that the next period has started but is unpaid. Returns its invoice. */
    fail: async (id: string) => {
      await refuseCards()
      await sandbox().advance(31)
      return invoiceOf(id)
    },
    refuseCards,
    /** Expires idempotency keys, which Stripe does after a day. */
    forgetKeys: () =>
      sandbox().change(({ db }) => sql`delete from sandbox_objects where body @> '{"object": "answer"}'`.execute(db)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
