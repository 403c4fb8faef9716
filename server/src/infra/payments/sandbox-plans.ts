import { plans } from '@kindred/contract'
import { sql } from 'kysely'
import { afterMonths } from '../clock.ts'
import { transaction, type Tx } from '../db/db.ts'
import type { GatewayCalls, Offer } from './gateway.ts'
import {
  remainingShare,
  selectSubscriptions,
  toSubscription,
  type Books,
  type Narrowed,
  type SandboxRow,
} from './sandbox-books.ts'
import { findCard } from './test-cards.ts'

const lockSubscription = (tx: Tx, id: string): Promise<SandboxRow> =>
  selectSubscriptions(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Whoever changes the plan goes on with it. */
const renewing = { cancel_at_period_end: false, canceled_at: null }

/** Charges for a new plan and returns the columns to change, or null if the card is declined. */
async function charge(
  { clock, addInvoice }: Books,
  tx: Tx,
  row: SandboxRow,
  offer: Offer,
  withheld: number,
): Promise<object | null> {
  // Nothing is charged during a trial: the new plan starts after it.
  if (row.status === 'trialing') return { ...offer, ...renewing }
  const now = clock.now()
  // The unused part of the current period counts toward the new plan.
  const credit = row.balance + Math.max(0, Math.round(row.amount * remainingShare(row, now)) - withheld)
  const due = Math.max(0, offer.amount - credit)
  if (due > 0 && !findCard(row.card)?.renews) return null
  await addInvoice(row, { ...offer, amount: due }, now, 'paid')(tx)
  return {
    ...offer,
    // As at Stripe, the rest of the credit pays for the next periods.
    balance: Math.max(0, credit - offer.amount),
    period_start: now,
    period_end: afterMonths(now, plans[offer.plan].months),
    ...renewing,
  }
}

export function planCalls(books: Books): GatewayCalls<'update'> {
  const { db, sendEvent } = books
  return {
    update: async (id, offer, withheld, key) => {
      const changed = await transaction(db, async (tx) => {
        const row = await lockSubscription(tx, id)
        if (row.change_keys.includes(key)) return row
        const values = await charge(books, tx, row, offer, withheld)
        if (!values) return null
        return tx
          .updateTable('sandbox_subscriptions')
          .set({ ...values, change_keys: sql`change_keys || ${key}::text` })
          .where('id', '=', id)
          .returningAll()
          .$narrowType<Narrowed>()
          .executeTakeFirstOrThrow()
      })
      if (!changed) return null
      await sendEvent('customer.subscription.updated', id)
      return toSubscription(changed)
    },
  }
}
