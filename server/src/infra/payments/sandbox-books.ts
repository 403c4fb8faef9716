import { plans, type PlanName } from '@kindred/contract'
import { randomBytes, type KeyObject } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { afterMonths, type Clock } from '../clock.ts'
import { transaction, type Db, type Tx } from '../db/db.ts'
import type { SandboxSubscriptions } from '../db/schema.ts'
import { seal, type Keys } from '../keys.ts'
import type { Card } from './cards.ts'
import type { Offer, ProviderEvent, ProviderSubscription } from './payments.ts'

export type Row = Selectable<SandboxSubscriptions>
export type Deliver = (raw: Buffer, signature: string) => Promise<unknown>

export const token = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`
export const sent = (raw: Buffer, key: KeyObject, at: number) =>
  `t=${at},v1=${seal(key, String(at), raw).toString('hex')}`
export const OLDEST = 300

export const offerOf = (row: Row): Offer => ({ plan: row.plan as PlanName, amount: row.amount })

/** How much of the running period is left, from 1 to 0. */
export const leftOf = ({ period_start, period_end }: Row, now: Date): number =>
  period_start && period_end
    ? Math.max(0, period_end.getTime() - now.getTime()) / (period_end.getTime() - period_start.getTime())
    : 0

export const told = (row: Row): ProviderSubscription => ({
  id: row.id,
  account: row.customer,
  customer: row.customer,
  plan: row.plan as PlanName,
  amount: row.amount,
  status: row.status as ProviderSubscription['status'],
  createdAt: row.created_at,
  periodStart: row.period_start,
  periodEnd: row.period_end,
  trialStart: row.trial_start,
  trialEnd: row.trial_end,
  canceledAt: row.canceled_at,
  cancelAtPeriodEnd: row.cancel_at_period_end,
  clientSecret: row.status === 'incomplete' ? row.client_secret : null,
  paymentIntentId: row.intent_id,
  requiresAction: row.intent_status === 'requires_action',
  dispute: row.dispute as ProviderSubscription['dispute'],
})

export type Books = ReturnType<typeof openBooks>
export type Outside = { db: Db; keys: Keys; clock: Clock }

/** The sandbox's own books: what stands in them, and how each change is told. */
export function openBooks({ db, keys, clock }: Outside) {
  let deliver: Deliver = async () => {}
  const key = () => keys.of('signed-address')[0]!
  const tell = async (type: string, subscriptionId: string, setupIntentId?: string) => {
    const event: ProviderEvent = { id: token('evt'), type, subscriptionId, ...(setupIntentId ? { setupIntentId } : {}) }
    const raw = Buffer.from(JSON.stringify(event))
    await deliver(raw, sent(raw, key(), Math.floor(clock.now().getTime() / 1000)))
  }
  const find = (id: string) =>
    db.selectFrom('sandbox_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
  /** What stands in the books afterwards, all of it or nothing; and then it is told. */
  const change = async (
    id: string,
    values: object,
    type: string,
    also?: (tx: Tx) => Promise<unknown>,
  ): Promise<ProviderSubscription> => {
    const row = await transaction(db, async (tx) => {
      await also?.(tx)
      return tx
        .updateTable('sandbox_subscriptions')
        .set(values)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    await tell(type, id)
    return told(row)
  }
  const bill =
    (row: Row, { plan, amount }: Offer, from: Date, status: string) =>
    (tx: Tx) =>
      tx
        .insertInto('sandbox_invoices')
        .values({
          id: token('in'),
          subscription_id: row.id,
          plan,
          amount,
          status,
          created_at: clock.now(),
          period_start: from,
          period_end: afterMonths(from, plans[plan].months),
        })
        .execute()
  return { db, clock, key, find, change, bill, tell, deliverTo: (to: Deliver) => void (deliver = to) }
}

const usualCard = (tx: Tx, customer: string) =>
  tx
    .selectFrom('sandbox_methods')
    .select('id')
    .where('customer', '=', customer)
    .where('is_default', '=', true)
    .executeTakeFirst()

/** A card that somebody gave: the usual one where it has just paid, or where there is no other. */
export async function keepCard(tx: Tx, customer: string, card: Card, now: Date, hasPaid: boolean): Promise<void> {
  // Two cards that are given at once are kept one after the other, so that one of them is the usual one.
  await sql`select pg_advisory_xact_lock(hashtextextended('sandbox cards of ' || ${customer}::text, 0))`.execute(tx)
  if (hasPaid)
    await tx.updateTable('sandbox_methods').set({ is_default: false }).where('customer', '=', customer).execute()
  const usual = hasPaid || !(await usualCard(tx, customer))
  await tx
    .insertInto('sandbox_methods')
    .values({ id: token('pm'), customer, card: card.name, is_default: usual, created_at: now })
    .execute()
}
