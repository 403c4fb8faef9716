import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { transaction, type Db } from '../db/db.ts'
import {
  openBooks,
  pageOfSubscriptions,
  Refused,
  type Books,
  type SandboxEvent,
  type Subscription,
} from './sandbox-books.ts'
import { calls, type Call, type Form } from './sandbox-calls.ts'
import { isDue, loseDisputes, payWith, renew } from './sandbox-money.ts'

// A stand-in for Stripe, without real money. It responds to Stripe's client in this process, where no one else can call
// it, and sends signed events. Its state is in the database, so that all servers share it.

export type Deliver = (raw: Buffer, signature: string) => Promise<unknown>
export type Sandbox = ReturnType<typeof openSandbox>

async function formOf(request: Request): Promise<Form> {
  const fields = [...new URL(request.url).searchParams, ...new URLSearchParams(await request.text())]
  return Object.fromEntries(
    fields.map(([name, value]) => [name.replaceAll(/\[\d+\]|\]/g, '').replaceAll('[', '.'), value]),
  )
}

/** Stripe refuses parameters that its reference doesn't list. */
function assertPublished({ params }: Call, form: Form): void {
  const unknown = Object.keys(form).filter((name) => !params.split(' ').includes(name))
  if (unknown.length > 0) throw new Refused(400, 'parameter_unknown', `Received unknown parameter: ${unknown.join()}`)
}

export function callOf({ method, url }: Pick<Request, 'method' | 'url'>): { name: string; call: Call; id: string } {
  const { pathname } = new URL(url)
  for (const [name, call] of Object.entries(calls)) {
    const [verb, pattern = ''] = name.split(' ')
    const match = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`).exec(pathname)
    if (verb === method && match) return { name, call, id: match[1] ?? '' }
  }
  throw new Refused(404, 'unknown_call', `No one makes this call: ${method} ${pathname}`)
}

const DAY = 86_400

/** For a day, a request repeated with its idempotency key gets the first response. */
async function answerOnce(books: Books, key: string | null, work: () => Promise<unknown>): Promise<unknown> {
  if (key === null) return work()
  const id = `key_${key}`
  const [first] = await books.find('answer', { id })
  if (first) return first.body
  const body = await work()
  await sql`delete from sandbox_objects where body @> '{"object": "answer"}'
    and (body ->> 'created')::bigint < ${books.at - DAY}`.execute(books.db)
  await books.put({ id, object: 'answer', created: books.at, body })
  return body
}

function refusal(error: unknown): Response {
  if (!(error instanceof Refused)) throw error
  const { status, code, message } = error
  const type = status === 402 ? 'card_error' : 'invalid_request_error'
  return Response.json({ error: { type, code, message } }, { status })
}

const TIMES = /^(created|start|end|(current_)?period_(start|end)|trial_(start|end)|(canceled|ended)_at)$/

/** The sandbox uses our clock, so advancing its time moves its objects into the past. */
async function moveIntoPast({ db }: Books, days: number): Promise<void> {
  const { rows } = await sql<{ body: string }>`select body::text from sandbox_objects`.execute(db)
  const moved = rows.map(({ body }): unknown =>
    JSON.parse(body, (name, value: unknown) =>
      typeof value === 'number' && TIMES.test(name) ? value - days * DAY : value,
    ),
  )
  await sql`update sandbox_objects o set body = value from jsonb_array_elements(${JSON.stringify(moved)})
    where o.id = value ->> 'id'`.execute(db)
}

export function openSandbox({ db, clock }: { db: Db; clock: Clock }) {
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  let deliver: Deliver = async () => {}
  const send = async ({ type, object }: SandboxEvent) => {
    const id = `evt_${randomBytes(12).toString('hex')}`
    const body = JSON.stringify({ id, object: 'event', type, data: { object } })
    const at = Math.floor(clock.now().getTime() / 1000)
    const hash = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex')
    await deliver(Buffer.from(body), `t=${at},v1=${hash}`)
  }
  /** Serializes changes, each in its own transaction, and also returns their events. */
  const write = <T>(work: (books: Books) => Promise<T>) =>
    transaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('sandbox', 0))`.execute(tx)
      const books = openBooks(tx, clock.now())
      return { result: await work(books), events: books.events }
    })
  const change = async <T>(work: (books: Books) => Promise<T>): Promise<T> => {
    const { result, events } = await write(work)
    for (const event of events) await send(event)
    return result
  }
  const read = () => openBooks(db, clock.now())
  return {
    webhookSecret,
    deliverTo: (to: Deliver) => void (deliver = to),
    read,
    change,
    answer: async (request: Request): Promise<Response> => {
      try {
        const { call, id } = callOf(request)
        const form = await formOf(request)
        assertPublished(call, form)
        if (request.method === 'GET') return Response.json(await call.answer(read(), form, id))
        const key = request.headers.get('idempotency-key')
        const { result, events } = await write((books) => answerOnce(books, key, () => call.answer(books, form, id)))
        // An event that isn't accepted doesn't change the response. The caller reads the outcome anyway.
        for (const event of events) await send(event).catch(() => {})
        return Response.json(result)
      } catch (error) {
        return refusal(error)
      }
    },
    pay: (clientSecret: string, card: string, authenticated: boolean) =>
      change((books) => payWith(books, clientSecret, card, authenticated)),
    advance: async (days: number): Promise<void> => {
      await change((books) => moveIntoPast(books, days))
      await change(loseDisputes)
      // Several periods may have passed. Each is renewed in turn.
      for (let due: Subscription[] = []; ;) {
        const { at, find } = read()
        due = (await find('subscription')).filter((each) => isDue(each, at))
        if (due.length === 0) break
        for (const { id } of due) await change((books) => renew(books, id))
      }
      for (const object of await read().find('subscription'))
        await send({ type: 'customer.subscription.updated', object })
    },
    newest: () => pageOfSubscriptions(db, 100),
  }
}
