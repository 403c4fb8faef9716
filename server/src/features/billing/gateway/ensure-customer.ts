import type { Deps } from '../../../deps.ts'
import { isTaken } from '../../../infra/db/db.ts'
import type { Payer } from '../../../infra/payments/gateway.ts'
import { findSaved, saveOnce } from './customers.sql.ts'

// We save an account's customer id, so that we search the gateway at most once: for a customer that was created before
// we saved ids.

type Context = Pick<Deps, 'db' | 'payments' | 'clock'>

const save = ({ db, payments, clock }: Context, accountId: string, customerId: string | null) =>
  saveOnce(db, accountId, payments.name, customerId, clock.now())

export async function findCustomer(context: Context, accountId: string): Promise<string | null> {
  const { db, payments } = context
  const saved = await findSaved(db, accountId, payments.name)
  if (saved) return saved.customer_id
  const found = await payments.findCustomer(accountId)
  return (await save(context, accountId, found)).customer_id
}

export async function ensureCustomer(context: Context, accountId: string): Promise<string> {
  const { db, payments } = context
  const saved = await findSaved(db, accountId, payments.name)
  if (saved?.customer_id) return saved.customer_id
  // The idempotency key prevents a second customer for a day. If the server stopped before it saved the id, this search
  // finds the customer after that day.
  const found = await payments.findCustomer(accountId)
  const { creation_key: key } = saved ?? (await save(context, accountId, null))
  const created = found ?? (await payments.createCustomer(accountId, key))
  return (await save(context, accountId, created)).customer_id ?? created
}

type Bought = { account_id: string; tax_country: string | null }

export const ensurePayer = async (context: Context, { account_id, tax_country }: Bought): Promise<Payer> => ({
  account: account_id,
  customer: await ensureCustomer(context, account_id),
  isTaxed: tax_country !== null,
})

export async function saveCustomer(context: Context, accountId: string, customer: string): Promise<boolean> {
  try {
    return (await save(context, accountId, customer)).customer_id === customer
  } catch (error) {
    if (isTaken(error, 'payment_customers_once')) return false
    throw error
  }
}
