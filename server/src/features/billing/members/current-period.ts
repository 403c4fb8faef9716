import type { Db } from '../../../infra/db/db.ts'
import { refundedOfPeriod } from '../invoices.sql.ts'
import type { Period } from '../rules.ts'
import type { SubscriptionRow } from '../subscriptions.sql.ts'

/** The period that a subscription is in, or null if it hasn't begun. */
export async function currentPeriodOf(db: Db, row: SubscriptionRow): Promise<Period | null> {
  const { current_period_start: start, current_period_end: end, amount } = row
  return start && end && { start, end, amount, refunded: await refundedOfPeriod(db, row, start) }
}
