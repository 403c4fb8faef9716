import { CURRENCY, type AdminSubscription } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { toSubscription } from '../to-subscription.ts'
import { readFigures } from './figures.sql.ts'
import { listPage, type ListedRow, type SubscriptionFilters } from './list-subscriptions.sql.ts'

const toAdminSubscription = (row: ListedRow): AdminSubscription => ({
  ...toSubscription(row),
  user: { _id: row.account_id, name: `${row.first_name} ${row.last_name}`, email: row.email },
})

export async function listSubscriptions({ db, clock }: Deps, filters: SubscriptionFilters) {
  const [{ rows, total }, figures] = await Promise.all([listPage(db, filters), readFigures(db, clock.now())])
  const { page, limit } = filters
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
