import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { GatewayCalls, PaymentGateway } from './gateway.ts'
import {
  getSubscription,
  idFor,
  openBooks,
  secretFor,
  selectSubscriptions,
  signatureOf,
  token,
  toSubscription,
  type Books,
  type Deliver,
  type SandboxDeps,
  type SandboxRow,
} from './sandbox-books.ts'
import { cardCalls, customerCalls } from './sandbox-cards.ts'
import { advanceClock } from './sandbox-clock.ts'
import { moneyCalls } from './sandbox-money.ts'
import { payWith, type Pay } from './sandbox-pay.ts'
import { planCalls } from './sandbox-plans.ts'
import { setupCalls } from './sandbox-setups.ts'

// A payment gateway without real money. It has the same interface as a real one and sends signed events like it.

export type Sandbox = PaymentGateway & {
  deliverTo: (deliver: Deliver) => void
  pay: Pay
  /** Advances its time by some days and does whatever is due then. */
  advance: (days: number) => Promise<void>
  /** Its newest subscriptions. */
  newest: () => Promise<SandboxRow[]>
}

const PAGE = 100

function subscriptionCalls(books: Books): GatewayCalls<'create' | 'fetch' | 'cancel' | 'reactivate' | 'extend'> {
  const { db, clock, change } = books
  return {
    create: async ({ customer }, offer, key) => {
      const [id, intent] = [idFor('sub', key), token('pi')]
      await db
        .insertInto('sandbox_subscriptions')
        .values({
          id,
          customer,
          ...offer,
          status: 'incomplete',
          intent_id: intent,
          client_secret: secretFor(intent),
          intent_status: 'requires_payment_method',
          created_at: clock.now(),
        })
        .onConflict((row) => row.column('id').doNothing())
        .execute()
      return toSubscription(await getSubscription(db, id))
    },
    fetch: async (id) => {
      const row = await selectSubscriptions(db).where('id', '=', id).executeTakeFirst()
      return row ? toSubscription(row) : null
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

function listCalls({ db }: Books): GatewayCalls<'list'> {
  return {
    list: async (since, after) => {
      const rows = await selectSubscriptions(db)
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
      const subscriptions = rows.slice(0, PAGE).map(toSubscription)
      return { subscriptions, next: rows.length > PAGE ? (subscriptions.at(-1)?.id ?? null) : null }
    },
  }
}

const Event = z.object({
  id: z.string(),
  type: z.string(),
  subscriptionId: z.string(),
  setupIntentId: z.optional(z.string()),
})

/** How old a signature may be, in seconds. */
const SIGNATURE_LIFETIME = 300

function eventCalls({ key }: Books): GatewayCalls<'readEvent'> {
  return {
    readEvent: async (raw, signature, now) => {
      const [, at, hash] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
      if (!at || !hash || Math.abs(now.getTime() / 1000 - Number(at)) > SIGNATURE_LIFETIME) return null
      const [expected, actual] = [Buffer.from(signatureOf(raw, key(), Number(at))), Buffer.from(signature)]
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null
      const { setupIntentId, ...event } = Event.parse(JSON.parse(raw.toString()))
      return { ...event, ...(setupIntentId === undefined ? {} : { setupIntentId }) }
    },
  }
}

export function openSandbox(deps: SandboxDeps): Sandbox {
  const books = openBooks(deps)
  return {
    name: 'sandbox',
    calculatesTax: async () => false,
    locate: async () => false,
    deliverTo: books.deliverTo,
    ...customerCalls(books),
    ...subscriptionCalls(books),
    ...planCalls(books),
    ...listCalls(books),
    ...moneyCalls(books),
    ...cardCalls(books),
    ...setupCalls(books),
    ...eventCalls(books),
    pay: payWith(books),
    advance: advanceClock(books),
    newest: () => selectSubscriptions(books.db).orderBy('created_at', 'desc').limit(100).execute(),
  }
}
