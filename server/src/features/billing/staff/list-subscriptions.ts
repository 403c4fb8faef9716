import { CURRENCY, type AdminSubscription } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { toSubscription } from '../to-subscription.ts'
import { readFigures } from './figures.sql.ts'
import { countSubscriptions, listPage, type ListedRow, type SubscriptionPage } from './list-subscriptions.sql.ts'

const toAdminSubscription = (row: ListedRow): AdminSubscription => ({
  ...toSubscription(row),
  user: { _id: row.account_id, name: `${row.first_name} ${row.last_name}`, email: row.email },
})

/** Larger counts are cached (infra/memory.ts). */
const EXPENSIVE = 5000

export async function listSubscriptions({ db, clock, memory }: Deps, input: SubscriptionPage) {
  const { page, limit, status, plan } = input
  const [rows, total, figures] = await Promise.all([
    listPage(db, input),
    memory.cache(
      `subscriptions ${status} ${plan}`,
      () => countSubscriptions(db, { status, plan }),
      (count) => count > EXPENSIVE,
    ),
    memory.cache(
      'subscription figures',
      () => readFigures(db, clock.now()),
      ({ active }) => active > EXPENSIVE,
    ),
  ])
  return {
    subscriptions: rows.map(toAdminSubscription),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
    figures: {
      active: figures.active,
      pastDue: figures.past_due,
      canceledThisMonth: figures.canceled,
      currency: CURRENCY,
      months: figures.months,
    },
  }
}
