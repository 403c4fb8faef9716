import type { Subscription } from '@kindred/contract'
import type { SubscriptionRow } from './subscriptions.sql.ts'

const toInstant = (date: Date | null) => date?.toISOString() ?? null

/** At Stripe, a gift is a trial before the paid time. Members see it as a part of their subscription. */
const isGiven = ({ status, trial_days }: SubscriptionRow) => status === 'trialing' && trial_days === null

export const toSubscription = (row: SubscriptionRow): Subscription => ({
  _id: row.id,
  plan: row.plan,
  amount: row.amount,
  currency: row.currency,
  status: isGiven(row) ? 'active' : row.status,
  currentPeriodStart: toInstant(row.current_period_start),
  currentPeriodEnd: toInstant(row.current_period_end),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  canceledAt: toInstant(row.canceled_at),
  cancelAtPeriodEnd: row.cancel_at_period_end,
  trialStart: isGiven(row) ? null : toInstant(row.trial_start),
  trialEnd: isGiven(row) ? null : toInstant(row.trial_end),
})
