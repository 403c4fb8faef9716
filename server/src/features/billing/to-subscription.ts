import type { Subscription } from '@kindred/contract'
import type { SubscriptionRow } from './subscriptions.sql.ts'

const toInstant = (date: Date | null) => date?.toISOString() ?? null

export const toSubscription = (row: SubscriptionRow): Subscription => ({
  _id: row.id,
  plan: row.plan,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  currentPeriodStart: toInstant(row.current_period_start),
  currentPeriodEnd: toInstant(row.current_period_end),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  canceledAt: toInstant(row.canceled_at),
  cancelAtPeriodEnd: row.cancel_at_period_end,
  trialStart: toInstant(row.trial_start),
  trialEnd: toInstant(row.trial_end),
})
