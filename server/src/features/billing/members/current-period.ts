import type { Db } from '../../../infra/db/db.ts'
import { listPaid } from '../invoices.sql.ts'
import { carriedRefunds, type Period } from '../rules.ts'
import type { SubscriptionRow } from '../subscriptions.sql.ts'

const NONE = { refunded: 0, carried: 0 }

export async function currentPeriodOf(db: Db, row: SubscriptionRow): Promise<Period | null> {
  const { current_period_start: start, current_period_end: end, amount } = row
  if (!start || !end) return null
  const payments = await listPaid(db, row)
  const [newest] = payments
  // Without a payment since it began, the period was a gift.
  const isPaid = newest !== undefined && newest.created_at >= start
  return { start, end, amount, ...(isPaid ? { refunded: newest.refunded, carried: carriedRefunds(payments) } : NONE) }
}
