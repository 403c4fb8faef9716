import { plans } from '@kindred/contract'
import { sql } from 'kysely'
import { afterMonths } from '../clock.ts'
import { transaction, type Tx } from '../db/db.ts'
import { cardCalled } from './cards.ts'
import type { Offer, Payments } from './payments.ts'
import { leftOf, told, type Books, type Row } from './sandbox-books.ts'

const lock = (tx: Tx, id: string): Promise<Row> =>
  tx.selectFrom('sandbox_subscriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Charges what the other plan costs, and what becomes of the subscription then; nothing where the card is refused. */
async function charge({ clock, bill }: Books, tx: Tx, row: Row, offer: Offer): Promise<object | null> {
  // While it is tried nothing is paid: the other plan begins when that is over.
  if (row.status === 'trialing') return { ...offer, cancel_at_period_end: false }
  const now = clock.now()
  // What was paid for and not used counts toward the new plan.
  const credit = row.balance + Math.round(row.amount * leftOf(row, now))
  const due = Math.max(0, offer.amount - credit)
  if (due > 0 && !cardCalled(row.card ?? '')?.renews) return null
  await bill(row, { ...offer, amount: due }, now, 'paid')(tx)
  return {
    ...offer,
    // As at Stripe, what is left pays the next periods.
    balance: Math.max(0, credit - offer.amount),
    period_start: now,
    period_end: afterMonths(now, plans[offer.plan].months),
    cancel_at_period_end: false,
  }
}

/** Changing the plan in the sandbox. */
export function planCalls(books: Books): Pick<Payments, 'update'> {
  const { db, tell } = books
  return {
    update: async (id, offer, key) => {
      const changed = await transaction(db, async (tx) => {
        const row = await lock(tx, id)
        if (row.change_keys.includes(key)) return row
        const values = await charge(books, tx, row, offer)
        if (!values) return null
        return tx
          .updateTable('sandbox_subscriptions')
          .set({ ...values, change_keys: sql`change_keys || ${key}::text` })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
      })
      if (!changed) return null
      await tell('customer.subscription.updated', id)
      return told(changed)
    },
  }
}
