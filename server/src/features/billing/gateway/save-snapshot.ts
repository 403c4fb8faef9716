import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { GatewayInvoice, GatewaySubscription } from '../../../infra/payments/gateway.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { type BillingEvent, saveEvent } from '../billing-events.sql.ts'
import { saveInvoice } from '../invoices.sql.ts'
import { effectivePeriodEnd, effectiveStatus } from '../rules.ts'
import { type GatewayRow, lockVersion, type SubscriptionRow, updateSubscription } from '../subscriptions.sql.ts'
import { saveLatePayment } from './late-payments.sql.ts'
import { notifyMember, type Payment } from './notify-member.ts'
import { seal } from '../../../infra/keys.ts'

/**
 * Cards show staff when a banned person returns. Only keyed hashes are stored: they are equal for the same card, and
 * reveal nothing about it. A subscription is also synced after its payer was erased, to end it. The lock ensures that
 * no card is saved then.
 */
async function saveCards(
  { tx, now, lastingKeys }: Work<'lastingKeys'>,
  accountId: string,
  cards: readonly string[],
): Promise<void> {
  if (cards.length === 0) return
  const [key] = lastingKeys.of('payment-card')
  if (!key) throw new Error('There is no key for payment cards.')
  const hashes = cards.map((card) => seal(key, card))
  await sql`
    with new_cards as materialized (
      select hash from unnest(${hashes}::bytea[]) h(hash)
      where not exists (select from payment_cards where account_id = ${accountId} and card_hash = hash))
    insert into payment_cards (account_id, card_hash, first_seen_at)
    select ${accountId}, hash, ${now} from new_cards where identity_lock(${accountId})
    on conflict do nothing`.execute(tx)
}

export type Snapshot = {
  theirs: GatewaySubscription
  invoices: readonly GatewayInvoice[]
  event: BillingEvent | undefined
}

export type Saved = { before: SubscriptionRow; after: SubscriptionRow; differed: boolean }

const valuesOf = (theirs: GatewaySubscription) => ({
  plan: theirs.plan,
  amount: theirs.amount,
  status: effectiveStatus(theirs),
  disputed: theirs.dispute === 'open',
  current_period_start: theirs.periodStart,
  current_period_end: effectivePeriodEnd(theirs),
  trial_start: theirs.trialStart,
  trial_end: theirs.trialEnd,
  canceled_at: theirs.canceledAt,
  cancel_at_period_end: theirs.cancelAtPeriodEnd,
  client_secret: theirs.clientSecret,
  payment_intent_id: theirs.paymentIntentId,
  requires_action: theirs.requiresAction,
})

const digest = ({ plan, amount, status, current_period_end, cancel_at_period_end }: SubscriptionRow) =>
  JSON.stringify([plan, amount, status, current_period_end, cancel_at_period_end])

/** Returns 'stale' if our row has changed since it was read, and 'repeated' if the event was saved before. */
export const saveSnapshot = (
  context: Deps,
  row: GatewayRow,
  { theirs, invoices, event }: Snapshot,
): Promise<Saved | 'stale' | 'repeated'> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const before = await lockVersion(tx, row, row.version)
    if (!before) return 'stale'
    if (event && !(await saveEvent(tx, event, now))) return 'repeated'
    const after = await updateSubscription(tx, row, { ...valuesOf(theirs), updated_at: now })
    await saveLatePayment(tx, before, after, now)
    await saveCards(work, after.account_id, theirs.cards)
    const paid = await saveInvoices(tx, invoices, after)
    await notifyMember(work, before, after, paid)
    return { before, after, differed: paid.length > 0 || digest(before) !== digest(after) }
  })

export async function saveInvoices(
  tx: Tx,
  invoices: readonly GatewayInvoice[],
  subscription: SubscriptionRow,
): Promise<Payment[]> {
  const paid: Payment[] = []
  for (const invoice of invoices) {
    const wasUnpaid = await saveInvoice(tx, {
      account_id: subscription.account_id,
      subscription_id: subscription.id,
      provider_id: invoice.id,
      plan: invoice.plan,
      amount: invoice.amount,
      refunded: invoice.refunded,
      tax: invoice.tax,
      link: invoice.link,
      currency: invoice.currency,
      status: invoice.status,
      created_at: invoice.createdAt,
      period_start: invoice.periodStart,
      period_end: invoice.periodEnd,
    })
    if (wasUnpaid && invoice.status === 'paid' && invoice.amount > 0) paid.push(invoice)
  }
  return paid
}
