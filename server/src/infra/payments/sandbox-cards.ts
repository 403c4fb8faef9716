import { sql } from 'kysely'
import { transaction, type Tx } from '../db/db.ts'
import type { GatewayCalls, GatewayCard } from './gateway.ts'
import { getSubscription, token, type Books } from './sandbox-books.ts'
import { renew } from './sandbox-clock.ts'
import { findCard, type Card } from './test-cards.ts'

/** The sandbox has no customers of its own: it uses the ids of our accounts. */
export function customerCalls({ db }: Books): GatewayCalls<'findCustomer' | 'createCustomer'> {
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

const findDefaultCard = (tx: Tx, customer: string) =>
  tx
    .selectFrom('sandbox_methods')
    .select('id')
    .where('customer', '=', customer)
    .where('is_default', '=', true)
    .executeTakeFirst()

/** Saves a customer's card. It becomes the default card if it has just paid, or if there is no other. */
export async function saveCard(tx: Tx, customer: string, card: Card, now: Date, hasPaid: boolean): Promise<void> {
  // Two cards that are saved at the same time wait for each other, so that exactly one becomes the default.
  await sql`select pg_advisory_xact_lock(hashtextextended('sandbox cards of ' || ${customer}::text, 0))`.execute(tx)
  if (hasPaid)
    await tx.updateTable('sandbox_methods').set({ is_default: false }).where('customer', '=', customer).execute()
  const isDefault = hasPaid || !(await findDefaultCard(tx, customer))
  await tx
    .insertInto('sandbox_methods')
    .values({ id: token('pm'), customer, card: card.name, is_default: isDefault, created_at: now })
    .execute()
}

async function removeCard(tx: Tx, customer: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('sandbox_methods')
    .where('id', '=', id)
    .where('customer', '=', customer)
    .returning('card')
    .executeTakeFirst()
  if (!removed) return false
  // Subscriptions that it paid for have no card now, unless the same card was saved twice and the other is the default.
  await sql`
    update sandbox_subscriptions set card = null where customer = ${customer} and card = ${removed.card}
    and not exists (select from sandbox_methods
      where customer = ${customer} and card = ${removed.card} and is_default)`.execute(tx)
  return true
}

async function listCards({ db }: Books, customer: string): Promise<GatewayCard[]> {
  const rows = await db
    .selectFrom('sandbox_methods')
    .selectAll()
    .where('customer', '=', customer)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    brand: 'visa',
    last4: findCard(row.card)?.number.slice(-4) ?? '0000',
    expMonth: 12,
    expYear: 2034,
    isDefault: row.is_default,
  }))
}

async function setDefaultCard(books: Books, customer: string, id: string): Promise<boolean> {
  const { db } = books
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
  for (const { id: owing, status } of running)
    if (status === 'past_due') await renew(books, await getSubscription(db, owing))
  return true
}

export function cardCalls(books: Books): GatewayCalls<'methods' | 'setDefault' | 'removeMethod'> {
  return {
    methods: (customer) => listCards(books, customer),
    setDefault: (customer, id) => setDefaultCard(books, customer, id),
    removeMethod: (customer, id) => transaction(books.db, (tx) => removeCard(tx, customer, id)),
  }
}
