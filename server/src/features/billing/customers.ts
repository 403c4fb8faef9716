import { sql, type Selectable } from 'kysely'
import type { Deps } from '../../deps.ts'
import { isTaken, type Db } from '../../infra/db/db.ts'
import type { PaymentCustomers } from '../../infra/db/schema.ts'
import type { Payer } from '../../infra/payments/gateway.ts'

// Who an account is at the payment provider. Its id is kept with the account, so that the provider is searched once at most: for
// what was made before ids were kept.

type Kept = Selectable<PaymentCustomers>
type Context = Pick<Deps, 'db' | 'payments' | 'clock'>

const find = (db: Db, accountId: string, provider: string): Promise<Kept | undefined> =>
  db
    .selectFrom('payment_customers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst()

/** Keeps an id where none is kept yet. Of two at once the first one stays, and both get that. */
const keep = (db: Db, account_id: string, provider: string, customer_id: string | null, now: Date): Promise<Kept> =>
  db
    .insertInto('payment_customers')
    .values({ account_id, provider, customer_id, created_at: now })
    .onConflict((row) =>
      row
        .columns(['account_id', 'provider'])
        .doUpdateSet({ customer_id: sql`coalesce(payment_customers.customer_id, excluded.customer_id)` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** The customer that an account has at the provider, if it has one. */
export async function existingCustomerOf({ db, payments, clock }: Context, accountId: string): Promise<string | null> {
  const kept = await find(db, accountId, payments.name)
  if (kept) return kept.customer_id
  const found = await payments.findCustomer(accountId)
  return (await keep(db, accountId, payments.name, found, clock.now())).customer_id
}

/** The customer that an account has at the provider; it is made where there is none. */
export async function customerOf({ db, payments, clock }: Context, accountId: string): Promise<string> {
  const keepIt = async (id: string | null) => keep(db, accountId, payments.name, id, clock.now())
  const kept = await find(db, accountId, payments.name)
  if (kept?.customer_id) return kept.customer_id
  // The key makes it one customer for a day. Where the server stopped before it kept the id, this finds it after that, too.
  const found = await payments.findCustomer(accountId)
  const { creation_key: key } = kept ?? (await keepIt(null))
  return (await keepIt(found ?? (await payments.createCustomer(accountId, key)))).customer_id!
}

/** Keeps a customer that the provider names for an account; false where another one is kept, or another account has it. */
export async function keepCustomer(
  { db, payments, clock }: Context,
  accountId: string,
  customer: string,
): Promise<boolean> {
  try {
    return (await keep(db, accountId, payments.name, customer, clock.now())).customer_id === customer
  } catch (error) {
    if (isTaken(error, 'payment_customers_once')) return false
    throw error
  }
}

export const customersKept = async (
  { db, payments }: Context,
  accountIds: string[],
): Promise<Map<string, string | null>> =>
  new Map(
    (
      await db
        .selectFrom('payment_customers')
        .select(['account_id', 'customer_id'])
        .where('provider', '=', payments.name)
        .where((eb) => eb('account_id', '=', eb.fn.any(eb.val(accountIds))))
        .execute()
    ).map(({ account_id, customer_id }) => [account_id, customer_id]),
  )

export const payerOf = async (context: Context, account: string): Promise<Payer> => ({
  account,
  customer: await customerOf(context, account),
})

/** When nothing is left at any provider that belongs to them. */
export const forgetCustomers = (db: Db, accountId: string) =>
  db.deleteFrom('payment_customers').where('account_id', '=', accountId).execute()
