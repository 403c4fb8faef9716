import type { PlanName, Subscription } from '@kindred/contract'
import type { Row } from './queries.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

export const toldSubscription = (row: Row): Subscription => ({
  _id: row.id,
  plan: row.plan as PlanName,
  amount: row.amount,
  status: row.status as Subscription['status'],
  currentPeriodStart: iso(row.current_period_start),
  currentPeriodEnd: iso(row.current_period_end),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  canceledAt: iso(row.canceled_at),
  cancelAtPeriodEnd: row.cancel_at_period_end,
  trialStart: iso(row.trial_start),
  trialEnd: iso(row.trial_end),
})
