import { plans } from '@kindred/contract'
import { afterMonths } from '../clock.ts'
import { cardCalled } from './cards.ts'
import type { Payments } from './payments.ts'
import { leftOf, type Books } from './sandbox-books.ts'

/** Changing the plan in the sandbox. */
export function planCalls({ clock, find, change, bill }: Books): Pick<Payments, 'update'> {
  return {
    update: async (id, offer) => {
      const row = (await find(id))!
      // While it is tried nothing is paid: the other plan begins when that is over.
      if (row.status === 'trialing')
        return change(id, { ...offer, cancel_at_period_end: false }, 'customer.subscription.updated')
      const now = clock.now()
      // What was paid for and not used counts toward the new plan.
      const credit = Math.round(row.amount * leftOf(row, now))
      const due = Math.max(0, offer.amount - credit)
      if (due > 0 && !cardCalled(row.card ?? '')?.renews) return null
      return change(
        id,
        {
          ...offer,
          period_start: now,
          period_end: afterMonths(now, plans[offer.plan].months),
          cancel_at_period_end: false,
        },
        'customer.subscription.updated',
        bill(row, { ...offer, amount: due }, now, 'paid'),
      )
    },
  }
}
