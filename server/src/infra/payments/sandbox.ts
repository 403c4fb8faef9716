import { plans, type PlanName } from '@kindred/contract'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { afterMonths } from '../clock.ts'
import { cardCalled, type Card } from './cards.ts'
import type { Payments, ProviderEvent } from './payments.ts'
import {
  keepCard,
  leftOf,
  offerOf,
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

// A payment provider of our own, for trials: the same interface, events signed and delivered like a real one's.

export type Paid = { status: 'succeeded' | 'requires_action' | 'failed'; message: string | null }

export type Sandbox = Payments & {
  deliverTo: (deliver: Deliver) => void
  pay: (clientSecret: string, card: string, authenticated: boolean) => Promise<Paid | null>
  /** Lets days pass: everything in its books moves that far into the past, and what is due happens. */
  pass: (days: number) => Promise<void>
}

/** The first payment went through. */
async function begin({ clock, bill, change }: Books, row: Row, card: Card): Promise<void> {
  const now = clock.now()
  const plan = row.plan as PlanName
  await change(
    row.id,
    {
      status: 'active',
      intent_status: 'succeeded',
      card: card.name,
      period_start: now,
      period_end: afterMonths(now, plans[plan].months),
    },
    'invoice.paid',
    async (tx) => {
      await bill(row, offerOf(row), now, 'paid')(tx)
      await keepCard(tx, row.customer, card, now)
    },
  )
  if (card.disputed) await change(row.id, { status: 'past_due' }, 'charge.dispute.created')
}

/** A period is over: it ends as was wished, is paid again, or waits for its money for a week. */
async function renew({ clock, bill, change }: Books, row: Row): Promise<void> {
  const now = clock.now()
  const plan = row.plan as PlanName
  const end = row.period_end ?? now
  if (row.cancel_at_period_end)
    return void (await change(row.id, { status: 'canceled', canceled_at: end }, 'customer.subscription.deleted'))
  if (cardCalled(row.card ?? '')?.renews) {
    return void (await change(
      row.id,
      { period_start: end, period_end: afterMonths(end, plans[plan].months) },
      'invoice.paid',
      bill(row, offerOf(row), end, 'paid'),
    ))
  }
  if (row.status === 'past_due' && now.getTime() - end.getTime() > 7 * 86_400_000)
    return void (await change(row.id, { status: 'canceled', canceled_at: now }, 'customer.subscription.deleted'))
  if (row.status !== 'past_due') await change(row.id, { status: 'past_due' }, 'invoice.payment_failed')
}

type Some<K extends keyof Sandbox> = Pick<Sandbox, K>

function subscriptionCalls(books: Books): Some<'create' | 'fetch' | 'update' | 'cancel' | 'reactivate' | 'extend'> {
  const { db, clock, find, change, bill } = books
  return {
    create: async (customer, offer, once) => {
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
    update: async (id, offer) => {
      const row = (await find(id))!
      const now = clock.now()
      // What was paid for and not used counts toward the new plan.
      const credit = Math.round(row.amount * leftOf(row, now))
      return change(
        id,
        {
          ...offer,
          period_start: now,
          period_end: afterMonths(now, plans[offer.plan].months),
          cancel_at_period_end: false,
        },
        'customer.subscription.updated',
        bill(row, { ...offer, amount: Math.max(0, offer.amount - credit) }, now, 'paid'),
      )
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

function moneyCalls({ db }: Books): Some<'invoices' | 'refund'> {
  return {
    invoices: async (id) =>
      (await db.selectFrom('sandbox_invoices').selectAll().where('subscription_id', '=', id).execute()).map((row) => ({
        id: row.id,
        subscriptionId: id,
        plan: row.plan as PlanName,
        amount: row.amount,
        refunded: row.refunded,
        status: row.status,
        createdAt: row.created_at,
        periodStart: row.period_start,
        periodEnd: row.period_end,
      })),
    refund: async (invoiceId, amount, key) => {
      await sql`update sandbox_invoices set refunded = least(amount, refunded + ${amount}), refund_keys = refund_keys || ${key}::text
        where id = ${invoiceId} and not refund_keys @> array[${key}::text]`.execute(db)
    },
  }
}

function cardCalls({ db }: Books): Some<'methods' | 'setDefault' | 'removeMethod' | 'setupIntent'> {
  return {
    methods: async (customer) =>
      (
        await db
          .selectFrom('sandbox_methods')
          .selectAll()
          .where('customer', '=', customer)
          .orderBy('created_at')
          .execute()
      ).map((row) => {
        const card = cardCalled(row.card)
        return {
          id: row.id,
          brand: 'visa',
          last4: card?.number.slice(-4) ?? '0000',
          expMonth: 12,
          expYear: 2034,
          isDefault: row.is_default,
        }
      }),
    setDefault: async (customer, id) => {
      const { rows } = await sql`update sandbox_methods set is_default = (id = ${id}) where customer = ${customer}
        and exists (select from sandbox_methods where id = ${id} and customer = ${customer}) returning 1`.execute(db)
      return rows.length > 0
    },
    removeMethod: async (customer, id) =>
      (await db.deleteFrom('sandbox_methods').where('id', '=', id).where('customer', '=', customer).executeTakeFirst())
        .numDeletedRows > 0n,
    setupIntent: async () => {
      const id = token('seti')
      return { clientSecret: `${id}_secret_${randomBytes(9).toString('hex')}`, setupIntentId: id }
    },
  }
}

function trialCalls(books: Books): Some<'pay' | 'pass'> {
  const { db, clock, change, tell } = books
  return {
    pay: async (clientSecret, named, authenticated) => {
      const card = cardCalled(named)
      const row = await db
        .selectFrom('sandbox_subscriptions')
        .selectAll()
        .where('client_secret', '=', clientSecret)
        .where('status', '=', 'incomplete')
        .executeTakeFirst()
      if (!row || !card) return null
      if (card.refusal) {
        await change(row.id, { intent_status: 'requires_payment_method' }, 'payment_intent.payment_failed')
        return { status: 'failed', message: card.refusal }
      }
      if (card.authenticates && !authenticated) {
        await change(row.id, { intent_status: 'requires_action' }, 'payment_intent.requires_action')
        return { status: 'requires_action', message: null }
      }
      await begin(books, row, card)
      return { status: 'succeeded', message: null }
    },
    pass: async (days) => {
      const back = sql`make_interval(days => ${days}::int)`
      await sql`update sandbox_subscriptions set period_start = period_start - ${back}, period_end = period_end - ${back}, canceled_at = canceled_at - ${back}, created_at = created_at - ${back}`.execute(
        db,
      )
      await sql`update sandbox_invoices set created_at = created_at - ${back}, period_start = period_start - ${back}, period_end = period_end - ${back}`.execute(
        db,
      )
      for (let turn = 0; turn < 40; turn++) {
        const due = await db
          .selectFrom('sandbox_subscriptions')
          .selectAll()
          .where('status', 'in', ['active', 'past_due'])
          .where('period_end', '<=', clock.now())
          .execute()
        const before = JSON.stringify(due)
        for (const row of due) await renew(books, row)
        const after = await db
          .selectFrom('sandbox_subscriptions')
          .selectAll()
          .where('status', 'in', ['active', 'past_due'])
          .where('period_end', '<=', clock.now())
          .execute()
        if (after.length === 0 || JSON.stringify(after) === before) break
      }
      for (const { id } of await db.selectFrom('sandbox_subscriptions').select('id').execute())
        await tell('customer.subscription.updated', id)
    },
  }
}

export function openSandbox(outside: Outside): Sandbox {
  const books = openBooks(outside)
  const { key } = books
  return {
    name: 'sandbox',
    deliverTo: books.deliverTo,
    ...subscriptionCalls(books),
    ...moneyCalls(books),
    ...cardCalls(books),
    ...trialCalls(books),
    readEvent: (raw, signature, now) => {
      const [, at, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
      if (!at || !given || Math.abs(now.getTime() / 1000 - Number(at)) > OLDEST) return null
      const [expected, sentWith] = [Buffer.from(sent(raw, key(), Number(at))), Buffer.from(signature)]
      if (expected.length !== sentWith.length || !timingSafeEqual(expected, sentWith)) return null
      return JSON.parse(raw.toString()) as ProviderEvent
    },
  }
}
