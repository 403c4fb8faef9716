import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'

// The sandbox stores those of Stripe's objects that we use, in one table. Times are in seconds.

type Base = { id: string; created: number }
export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }
type Period = { start: number; end: number }
export type Line = { amount: number; period: Period }
export type Price = { unit_amount: number; currency: string; recurring: { interval: string; interval_count: number } }
export type Item = { id: string; price: Price; current_period_start: number; current_period_end: number }

export type Customer = Base & {
  object: 'customer'
  metadata: { account: string }
  /** A negative balance is credit that pays for the next bill. */
  balance: number
  invoice_settings: { default_payment_method: string | null }
  address?: { country: string; postal_code: string }
}
/** A payment method, whose fingerprint is the name of the test card. */
export type Method = Base & {
  object: 'payment_method'
  customer: string
  card: { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint: string }
}
type Setup = Base & {
  object: 'setup_intent'
  customer: string
  status: string
  client_secret: string
  payment_method: string | null
}
type Intent = Base & { object: 'payment_intent'; status: string; client_secret: string }
export type Subscription = Base & {
  object: 'subscription'
  customer: string
  status: string
  currency: string
  metadata: { account: string; plan: string; settled?: string; added?: string }
  automatic_tax: { enabled: boolean }
  items: { object: 'list'; data: [Item] }
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  trial_start: number | null
  trial_end: number | null
  default_payment_method: string | null
  latest_invoice: string
}
export type Invoice = Base & {
  object: 'invoice'
  customer: string
  number: string
  currency: string
  status: string
  /** The total before the customer's balance, unlike the amount due. */
  total: number
  amount_due: number
  /** The billing period before this one. The lines have the period that is paid. */
  period_start: number
  period_end: number
  lines: List<Line>
  total_taxes: { amount: number }[]
  hosted_invoice_url: string | null
  parent: { subscription_details: { subscription: string; metadata: { plan: string } } }
  confirmation_secret: { client_secret: string } | null
  payments: List<{ payment: { payment_intent: string } }>
}
export type Charge = Base & {
  object: 'charge'
  customer: string
  payment_intent: string
  paid: boolean
  disputed: boolean
  amount: number
  amount_refunded: number
  payment_method_details: { type: 'card'; card: Method['card'] }
}
export type Dispute = Base & { object: 'dispute'; charge: string; payment_intent: string; status: string }
type Refund = Base & { object: 'refund'; payment_intent: string; amount: number; status: 'succeeded' }
/** The first response to a request with an idempotency key. */
type Answer = Base & { object: 'answer'; body: unknown }

export type Kinds = {
  customer: Customer
  payment_method: Method
  setup_intent: Setup
  payment_intent: Intent
  subscription: Subscription
  invoice: Invoice
  charge: Charge
  dispute: Dispute
  refund: Refund
  answer: Answer
}
export type Thing = Kinds[keyof Kinds]
export type SandboxEvent = { type: string; object: Thing }

export class Refused extends Error {
  readonly status: number
  readonly code: string | undefined
  constructor(status: number, code: string | undefined, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const listOf = <T>(data: T[], has_more = false): List<T> => ({ object: 'list', data, has_more, url: '/v1' })
export const secretOf = ({ id }: Base) => `${id}_secret_${randomBytes(9).toString('hex')}`

export async function pageOfSubscriptions(db: Db | Tx, limit: number, since = 0, after = ''): Promise<Subscription[]> {
  const { rows } = await sql<{ body: Subscription }>`
    select body from sandbox_objects
    where body ->> 'object' = 'subscription' and (body ->> 'created')::bigint >= ${since}
      and seq < coalesce((select seq from sandbox_objects where id = ${after}), ${Number.MAX_SAFE_INTEGER})
    order by seq desc limit ${limit}`.execute(db)
  return rows.map(({ body }) => body)
}

export type Books = ReturnType<typeof openBooks>

export function openBooks(db: Db | Tx, now: Date) {
  const events: SandboxEvent[] = []
  const at = Math.floor(now.getTime() / 1000)
  const fresh = (prefix: string): Base => ({ id: `${prefix}_${randomBytes(12).toString('hex')}`, created: at })
  const find = async <K extends keyof Kinds>(kind: K, match: object = {}): Promise<Kinds[K][]> => {
    const { rows } = await sql<{ body: Kinds[K] }>`
      select body from sandbox_objects where body @> ${JSON.stringify({ object: kind, ...match })}
      order by seq desc`.execute(db)
    return rows.map(({ body }) => body)
  }
  const get = async <K extends keyof Kinds>(kind: K, id: string): Promise<Kinds[K]> => {
    const [found] = await find(kind, { id })
    if (!found) throw new Refused(404, 'resource_missing', `No such ${kind}: ${id}`)
    return found
  }
  const put = async <T extends Thing>(thing: T): Promise<T> => {
    await sql`insert into sandbox_objects (id, body) values (${thing.id}, ${JSON.stringify(thing)})
      on conflict (id) do update set body = excluded.body`.execute(db)
    return thing
  }
  const remove = (id: string) => sql`delete from sandbox_objects where id = ${id}`.execute(db)
  const note = (type: string, object: Thing) => void events.push({ type, object })
  return { db, at, events, fresh, find, get, put, remove, note }
}
