import type { PlanName } from '@kindred/contract'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Payments, ProviderEvent } from './payments.ts'
import {
  OLDEST,
  openBooks,
  sent,
  told,
  token,
  type Books,
  type Deliver,
  type Outside,
  type Row,
} from './sandbox-books.ts'
import { cardCalls, customerCalls, payCalls, setupCalls, type Paid } from './sandbox-cards.ts'
import { planCalls } from './sandbox-plans.ts'
import { passing } from './sandbox-time.ts'

// A payment provider of our own, for trying everything: the same interface, events signed and delivered like a real one's.

export type Sandbox = Payments & {
  deliverTo: (deliver: Deliver) => void
  pay: (clientSecret: string, card: string, authenticated: boolean) => Promise<Paid | null>
  /** Lets days pass: everything in its books moves that far into the past, and what is due happens. */
  pass: (days: number) => Promise<void>
  /** What stands in its books, the newest first. */
  all: () => Promise<Row[]>
}

const PAGE = 100

type Some<K extends keyof Sandbox> = Pick<Sandbox, K>

function subscriptionCalls(books: Books): Some<'create' | 'fetch' | 'cancel' | 'reactivate' | 'extend'> {
  const { db, clock, find, change } = books
  return {
    create: async ({ customer }, offer, once) => {
      const id = `sub_${createHash('sha256').update(once).digest('hex').slice(0, 24)}`
      const intent = token('pi')
      await db
        .insertInto('sandbox_subscriptions')
        .values({
          id,
          customer,
          ...offer,
          status: 'incomplete',
          intent_id: intent,
          client_secret: `${intent}_secret_${randomBytes(9).toString('hex')}`,
          intent_status: 'requires_payment_method',
          created_at: clock.now(),
        })
        .onConflict((row) => row.column('id').doNothing())
        .execute()
      return told((await find(id))!)
    },
    fetch: async (id) => {
      const row = await find(id)
      return row ? told(row) : null
    },
    cancel: (id, atPeriodEnd) => {
      const now = clock.now()
      return atPeriodEnd
        ? change(id, { cancel_at_period_end: true, canceled_at: now }, 'customer.subscription.updated')
        : change(id, { status: 'canceled', canceled_at: now, period_end: now }, 'customer.subscription.deleted')
    },
    extend: (id, until) => change(id, { period_end: until }, 'customer.subscription.updated'),
    reactivate: (id) => change(id, { cancel_at_period_end: false, canceled_at: null }, 'customer.subscription.updated'),
  }
}

function listCalls({ db }: Books): Some<'list'> {
  return {
    list: async (since, after) => {
      const rows = await db
        .selectFrom('sandbox_subscriptions')
        .selectAll()
        .where('created_at', '>=', since)
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(created_at, id) < (select created_at, id from sandbox_subscriptions where id = ${after})`,
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(PAGE + 1)
        .execute()
      const shown = rows.slice(0, PAGE)
      return { subscriptions: shown.map(told), next: rows.length > PAGE ? shown.at(-1)!.id : null }
    },
  }
}

function moneyCalls({ db }: Books): Some<'invoices' | 'refund'> {
  return {
    invoices: async (id) =>
      (
        await db
          .selectFrom('sandbox_invoices')
          .selectAll()
          .where('subscription_id', '=', id)
          .orderBy('created_at', 'desc')
          .execute()
      ).map((row) => ({
        id: row.id,
        subscriptionId: id,
        plan: row.plan as PlanName,
        amount: row.amount,
        refunded: row.refunded,
        status: row.status,
        createdAt: row.created_at,
        periodStart: row.period_start,
        periodEnd: row.period_end,
        tax: 0,
        link: null,
      })),
    refund: async (invoiceId, amount, key) => {
      await sql`update sandbox_invoices set refunded = refunded + ${amount}, refund_keys = refund_keys || ${key}::text
        where id = ${invoiceId} and refunded + ${amount} <= amount and not refund_keys @> array[${key}::text]`.execute(
        db,
      )
      const { rows } = await sql`select from sandbox_invoices
        where id = ${invoiceId} and refund_keys @> array[${key}::text]`.execute(db)
      return rows.length > 0
    },
  }
}

export function openSandbox(outside: Outside): Sandbox {
  const books = openBooks(outside)
  const { key } = books
  return {
    name: 'sandbox',
    deliverTo: books.deliverTo,
    ...customerCalls(books),
    ...subscriptionCalls(books),
    ...planCalls(books),
    ...listCalls(books),
    ...moneyCalls(books),
    ...cardCalls(books),
    ...setupCalls(books),
    ...payCalls(books),
    pass: passing(books),
    all: () =>
      books.db.selectFrom('sandbox_subscriptions').selectAll().orderBy('created_at', 'desc').limit(100).execute(),
    readEvent: async (raw, signature, now) => {
      const [, at, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
      if (!at || !given || Math.abs(now.getTime() / 1000 - Number(at)) > OLDEST) return null
      const [expected, sentWith] = [Buffer.from(sent(raw, key(), Number(at))), Buffer.from(signature)]
      if (expected.length !== sentWith.length || !timingSafeEqual(expected, sentWith)) return null
      return JSON.parse(raw.toString()) as ProviderEvent
    },
  }
}
