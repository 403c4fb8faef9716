import type { Booked, PaymentDifference } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { GatewaySubscription } from '../../../infra/payments/gateway.ts'
import type { SubscriptionRow } from '../subscriptions.sql.ts'

export type Difference = Pick<PaymentDifference, 'kind' | 'providerId' | 'ours' | 'theirs' | 'outcome'> & {
  accountId: string | null
}

export const ourEntry = ({ status, plan, amount, currency, cancel_at_period_end }: SubscriptionRow): Booked => ({
  status,
  plan,
  amount,
  currency,
  cancelAtPeriodEnd: cancel_at_period_end,
})

export const theirEntry = ({ status, plan, amount, currency, cancelAtPeriodEnd }: GatewaySubscription): Booked => ({
  status,
  plan,
  amount,
  currency,
  cancelAtPeriodEnd,
})

export const differs = (row: SubscriptionRow, theirs: GatewaySubscription): boolean =>
  JSON.stringify(ourEntry(row)) !== JSON.stringify(theirEntry(theirs))

const json = (value: Booked | null) => value && JSON.stringify(value)

/** An open difference stays one row, however many nights find it. */
export async function saveDifference(
  { db, payments, clock }: Pick<Deps, 'db' | 'payments' | 'clock'>,
  { kind, providerId: provider_id, accountId, ours, theirs, outcome }: Difference,
): Promise<void> {
  const [provider, now] = [payments.name, clock.now()]
  const values = {
    account_id: accountId,
    ours: json(ours),
    theirs: json(theirs),
    outcome,
    settled_at: outcome === 'open' ? null : now,
  }
  const { numUpdatedRows } = await db
    .updateTable('payment_differences')
    .set(values)
    .where('provider', '=', provider)
    .where('provider_id', '=', provider_id)
    .where('kind', '=', kind)
    .where('outcome', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await db
    .insertInto('payment_differences')
    .values({ ...values, provider, provider_id, kind, found_at: now })
    .onConflict((row) => row.doNothing())
    .execute()
}

const MAX_OPEN = 200

export const listOpen = (db: Db, gateway: string) =>
  db
    .selectFrom('payment_differences')
    .select(['id', 'provider_id', 'kind', 'account_id'])
    .where('provider', '=', gateway)
    .where('outcome', '=', 'open')
    .orderBy('found_at', 'desc')
    .limit(MAX_OPEN)
    .execute()

export type OpenDifference = Awaited<ReturnType<typeof listOpen>>[number]

export const closeDifference = (db: Db, id: string, now: Date) =>
  db
    .updateTable('payment_differences')
    .set({ outcome: 'settled', settled_at: now })
    .where('id', '=', id)
    .where('outcome', '=', 'open')
    .execute()
