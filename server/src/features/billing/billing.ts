import type { Invoice, Subscription } from '@kindred/contract'
import { inUnits } from '@kindred/contract/billing/currencies'
import type { Config } from '../../config.ts'
import type { InvoiceRow, SubscriptionRow } from './queries.ts'
import { queueMail, type WriteMail } from '../delivery/index.ts'
import type { Work } from '../../work.ts'
import { toInstant } from '../../infra/clock.ts'

export const formatPrice = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(inUnits(amount, currency))

export const toBillingMail = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, to: string, write: WriteMail) => ({
  to,
  kind: 'subscription' as const,
  details: { write, link: `${PUBLIC_URL}/premium` },
})

export const queueBillingMail = (work: Work<'config' | 'jobs' | 'keys'>, to: string, write: WriteMail) =>
  queueMail(work, toBillingMail(work.config, to, write))

export const toInvoice = (row: InvoiceRow): Invoice => ({
  _id: row.id,
  plan: row.plan,
  created: row.created_at.toISOString(),
  period_start: row.period_start.toISOString(),
  period_end: row.period_end.toISOString(),
  amount: row.amount,
  tax: row.tax,
  refunded: row.refunded,
  currency: row.currency,
  status: row.status,
  link: row.link,
  number: row.number,
  last4: row.last4,
})

/** Stripe represents a gift as a trial before the paid time, but members see it as part of their subscription. */
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
