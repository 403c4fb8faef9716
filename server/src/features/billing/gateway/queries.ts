import { type Selectable, sql } from 'kysely'
import type { SubscriptionRow } from '../queries.ts'
import { seconds } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { PaymentCustomers } from '../../../infra/db/schema.ts'

type CustomerRow = Selectable<PaymentCustomers>

export const findSaved = (db: Db, accountId: string, gateway: string): Promise<CustomerRow | undefined> =>
  db
    .selectFrom('payment_customers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('provider', '=', gateway)
    .executeTakeFirst()

export const saveOnce = (
  db: Db,
  account_id: string,
  provider: string,
  customer_id: string | null,
  now: Date,
): Promise<CustomerRow> =>
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

export async function customerIdsOf(
  db: Db,
  gateway: string,
  accountIds: string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('payment_customers')
    .select(['account_id', 'customer_id'])
    .where('provider', '=', gateway)
    .where((eb) => eb('account_id', '=', eb.fn.any(eb.val(accountIds))))
    .execute()
  return new Map(rows.map(({ account_id, customer_id }) => [account_id, customer_id]))
}

/** Ends the account's gifts. Returns how long they would have lasted, in seconds. */
export async function endGifts(tx: Tx, accountId: string, now: Date): Promise<number> {
  const ofAccount = tx
    .selectFrom('subscriptions')
    .where('account_id', '=', accountId)
    .where('provider', '=', 'gift')
    .where('current_period_end', '>', now)
  const { until } = await ofAccount
    .select((eb) => eb.fn.max('current_period_end').as('until'))
    .executeTakeFirstOrThrow()
  if (!until) return 0
  await tx
    .updateTable('subscriptions')
    .set((eb) => ({
      current_period_start: eb.fn('least', ['current_period_start', eb.val(now)]),
      current_period_end: now,
      updated_at: now,
    }))
    .where('account_id', '=', accountId)
    .where('id', 'in', ofAccount.select('id'))
    .execute()
  return Math.round((until.getTime() - now.getTime()) / seconds(1))
}

export const deleteCustomers = (db: Db, accountId: string) =>
  db.deleteFrom('payment_customers').where('account_id', '=', accountId).execute()

export async function saveLatePayment(
  tx: Tx,
  before: SubscriptionRow,
  after: SubscriptionRow,
  now: Date,
): Promise<void> {
  const [wasLate, isLate] = [before.status === 'past_due', after.status === 'past_due']
  if (isLate && !wasLate)
    await tx
      .insertInto('late_payments')
      .values({
        account_id: after.account_id,
        subscription_id: after.id,
        plan: after.plan,
        amount: after.amount,
        why: after.disputed ? 'dispute' : 'payment',
        since: now,
      })
      .execute()
  if (wasLate && !isLate)
    await tx
      .updateTable('late_payments')
      .set({ settled_at: now, outcome: ['active', 'trialing'].includes(after.status) ? 'paid' : 'ended' })
      .where('account_id', '=', after.account_id)
      .where('subscription_id', '=', after.id)
      .where('settled_at', 'is', null)
      .execute()
}
