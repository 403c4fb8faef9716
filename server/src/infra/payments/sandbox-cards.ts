import { plans, type PlanName } from '@kindred/contract'
import { createHash, randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { afterMonths, days, later } from '../clock.ts'
import { transaction, type Tx } from '../db/db.ts'
import type { SandboxSetups } from '../db/schema.ts'
import { cardCalled, type Card } from './cards.ts'
import type { Payments } from './payments.ts'
import { keepCard, offerOf, told, token, type Books, type Row } from './sandbox-books.ts'
import { renew } from './sandbox-time.ts'

// Cards in the sandbox: what they pay, and what they are kept for.

type Some<K extends keyof Payments> = Pick<Payments, K>
export type Paid = { status: 'succeeded' | 'requires_action' | 'failed'; message: string | null }

const secretOf = (id: string) => `${id}_secret_${randomBytes(9).toString('hex')}`
const hashed = (kind: string, key: string) => `${kind}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`

/** The sandbox has no ids of its own for its customers: it takes our accounts'. */
export function customerCalls({ db }: Books): Some<'findCustomer' | 'createCustomer'> {
  return {
    findCustomer: async (account) => {
      const { rows } = await sql<{ customer: string }>`
        select customer from sandbox_subscriptions where customer = ${account} union
        select customer from sandbox_methods where customer = ${account} union
        select customer from sandbox_setups where customer = ${account}`.execute(db)
      return rows[0]?.customer ?? null
    },
    createCustomer: async (account) => account,
  }
}

async function removeCard(tx: Tx, customer: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('sandbox_methods')
    .where('id', '=', id)
    .where('customer', '=', customer)
    .returning('card')
    .executeTakeFirst()
  if (!removed) return false
  // What was paid with it has no card now, unless the same one was given twice and the other is the usual one.
  await sql`update sandbox_subscriptions set card = null where customer = ${customer} and card = ${removed.card}
    and not exists (select from sandbox_methods where customer = ${customer} and card = ${removed.card} and is_default)`.execute(
    tx,
  )
  return true
}

export function cardCalls(books: Books): Some<'methods' | 'setDefault' | 'removeMethod'> {
  const { db, find } = books
  return {
    methods: async (customer) =>
      (
        await db
          .selectFrom('sandbox_methods')
          .selectAll()
          .where('customer', '=', customer)
          .orderBy('created_at')
          .execute()
      ).map((row) => ({
        id: row.id,
        brand: 'visa',
        last4: cardCalled(row.card)?.number.slice(-4) ?? '0000',
        expMonth: 12,
        expYear: 2034,
        isDefault: row.is_default,
      })),
    setDefault: async (customer, id) => {
      const { rows } = await sql<{ card: string }>`
        update sandbox_methods set is_default = (id = ${id}) where customer = ${customer}
        and exists (select from sandbox_methods where id = ${id} and customer = ${customer})
        returning (select card from sandbox_methods where id = ${id}) as card`.execute(db)
      if (!rows[0]) return false
      const running = await db
        .updateTable('sandbox_subscriptions')
        .set({ card: rows[0].card })
        .where('customer', '=', customer)
        .where('status', 'in', ['trialing', 'active', 'past_due'])
        .returning(['id', 'status'])
        .execute()
      for (const { id: owing, status } of running) if (status === 'past_due') await renew(books, (await find(owing))!)
      return true
    },
    removeMethod: (customer, id) => transaction(db, (tx) => removeCard(tx, customer, id)),
  }
}

/** A card that is asked for now, for what is paid later. */
export function setupCalls({ db, clock, tell }: Books): Some<'setupIntent' | 'beginTrial'> {
  return {
    setupIntent: async (customer, key) => {
      const id = key ? hashed('seti', key) : token('seti')
      const made = await db
        .insertInto('sandbox_setups')
        .values({
          id,
          customer,
          client_secret: secretOf(id),
          status: 'requires_payment_method',
          created_at: clock.now(),
        })
        // What is there already is told as it is.
        .onConflict((row) => row.column('id').doUpdateSet({ id }))
        .returning('client_secret')
        .executeTakeFirstOrThrow()
      return { clientSecret: made.client_secret, setupIntentId: id }
    },
    beginTrial: async ({ customer }, offer, { days: length, setupIntentId }, key) => {
      const setup = await db
        .selectFrom('sandbox_setups')
        .selectAll()
        .where('id', '=', setupIntentId)
        .where('customer', '=', customer)
        .where('status', '=', 'succeeded')
        .executeTakeFirst()
      if (!setup) return null
      const [now, id, intent] = [clock.now(), hashed('sub', key), token('pi')]
      const trial = { start: now, end: later(now, days(length)) }
      const made = await db
        .insertInto('sandbox_subscriptions')
        .values({
          id,
          customer,
          ...offer,
          status: 'trialing',
          card: setup.card,
          period_start: trial.start,
          period_end: trial.end,
          trial_start: trial.start,
          trial_end: trial.end,
          intent_id: intent,
          client_secret: secretOf(intent),
          intent_status: 'succeeded',
          created_at: now,
        })
        .onConflict((row) => row.column('id').doNothing())
        .returningAll()
        .executeTakeFirst()
      if (made) await tell('customer.subscription.created', id)
      return told(
        await db.selectFrom('sandbox_subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      )
    },
  }
}

/** The first payment goes through, once; false where it has. */
async function begin({ db, clock, bill, change, tell }: Books, row: Row, card: Card): Promise<boolean> {
  const now = clock.now()
  const running = {
    status: 'active',
    intent_status: 'succeeded',
    card: card.name,
    period_start: now,
    period_end: afterMonths(now, plans[row.plan as PlanName].months),
  }
  const hasBegun = await transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('sandbox_subscriptions')
      .set(running)
      .where('id', '=', row.id)
      .where('status', '=', 'incomplete')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await bill(row, offerOf(row), now, 'paid')(tx)
    await keepCard(tx, row.customer, card, now, true)
    return true
  })
  if (!hasBegun) return false
  await tell('invoice.paid', row.id)
  if (card.disputed) await change(row.id, { dispute: 'open', disputed_at: now }, 'charge.dispute.created')
  return true
}

/** Whether a card is taken: it may be refused, and its bank may want to be asked. */
function taken(card: Card, authenticated: boolean): Paid {
  if (card.refusal) return { status: 'failed', message: card.refusal }
  if (card.authenticates && !authenticated) return { status: 'requires_action', message: null }
  return { status: 'succeeded', message: null }
}

const waitsFor = {
  failed: 'requires_payment_method',
  requires_action: 'requires_action',
  succeeded: 'succeeded',
} as const
const events = { failed: 'payment_failed', requires_action: 'requires_action' } as const

/** Keeps a card for later, once for each form; false where that has one. */
async function keep(books: Books, { id, customer }: Selectable<SandboxSetups>, card: Card, paid: Paid) {
  const { db, clock, tell } = books
  const isKept = await transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('sandbox_setups')
      .set({ status: waitsFor[paid.status], card: card.name })
      .where('id', '=', id)
      .where('status', '!=', 'succeeded')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (paid.status === 'succeeded') await keepCard(tx, customer, card, clock.now(), false)
    return true
  })
  if (isKept && paid.status === 'succeeded') await tell('setup_intent.succeeded', '', id)
  return isKept
}

/** What somebody does in their browser: a card, for a payment or for later. */
export function payCalls(books: Books) {
  const { db, change } = books
  return {
    pay: async (clientSecret: string, named: string, authenticated: boolean): Promise<Paid | null> => {
      const card = cardCalled(named)
      if (!card) return null
      const paid = taken(card, authenticated)
      const setup = await db
        .selectFrom('sandbox_setups')
        .selectAll()
        .where('client_secret', '=', clientSecret)
        .where('status', '!=', 'succeeded')
        .executeTakeFirst()
      if (setup) return (await keep(books, setup, card, paid)) ? paid : null
      const row = await db
        .selectFrom('sandbox_subscriptions')
        .selectAll()
        .where('client_secret', '=', clientSecret)
        .where('status', '=', 'incomplete')
        .executeTakeFirst()
      if (!row) return null
      if (paid.status === 'succeeded') return (await begin(books, row, card)) ? paid : null
      await change(row.id, { intent_status: waitsFor[paid.status] }, `payment_intent.${events[paid.status]}`)
      return paid
    },
  }
}
