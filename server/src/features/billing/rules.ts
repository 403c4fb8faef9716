import type { Subscription } from '@kindred/contract'
import { days, later } from '../../infra/clock.ts'
import type { GatewaySubscription } from '../../infra/payments/gateway.ts'

type Status = Subscription['status']

/** The status of a checkout that gave way to another one before anything was paid. */
export const SUPERSEDED: Status = 'incomplete_expired'

/** Statuses of the one subscription that an account can have (`subscriptions_living`). */
export const LIVING: readonly Status[] = ['incomplete', 'trialing', 'active', 'past_due']

const RUNNING: readonly Status[] = ['trialing', 'active', 'past_due']

type HasStatus = { status: Status }
export const isLiving = ({ status }: HasStatus): boolean => LIVING.includes(status)
export const isRunning = ({ status }: HasStatus): boolean => RUNNING.includes(status)
export const hasEnded = ({ status }: HasStatus): boolean => !isLiving({ status })

/** How long members keep premium while a payment is late or disputed. */
const GRACE = days(7)

/** A disputed payment may be taken back, so until the dispute is settled it counts as late. */
export const effectiveStatus = ({ status, dispute }: GatewaySubscription): Status =>
  dispute && (status === 'active' || status === 'trialing') ? 'past_due' : status

export function effectivePeriodEnd(theirs: GatewaySubscription): Date | null {
  const { periodEnd } = theirs
  return periodEnd && effectiveStatus(theirs) === 'past_due' ? later(periodEnd, GRACE) : periodEnd
}

type Late = HasStatus & { current_period_end: Date | null }
export const hasGraceEnded = ({ status, current_period_end }: Late, now: Date): boolean =>
  status === 'past_due' && (current_period_end ?? now) <= now

type Paid = { status: string; amount: number; refunded: number }
/** Whether an invoice was paid and money of it is left. */
export const hasRefundable = ({ status, amount, refunded }: Paid): boolean => status === 'paid' && refunded < amount

/** In a trial, or in time that was given, nothing was paid for what is left, and a change of plan costs nothing yet. */
export const isUnpaid = ({ status, trial_start }: HasStatus & { trial_start: Date | null }): boolean =>
  status === 'trialing' && trial_start !== null

/** The current period: what it cost, and what of that was paid back. */
export type Period = { start: Date; end: Date; amount: number; refunded: number }

const unusedOf = ({ start, end }: Period, now: Date): number =>
  Math.max(0, end.getTime() - now.getTime()) / (end.getTime() - start.getTime())

/** The part of a refund that was for the time that is left. That time doesn't count toward a new plan as well. */
export const withheldFrom = (period: Period, now: Date): number =>
  Math.round(Math.min(period.refunded, period.amount) * unusedOf(period, now))

/**
 * What a change of plan costs now: the unused share of the current period counts toward the new plan, and so does what
 * an earlier change has left over.
 */
export function priceOfChange(
  period: Period,
  amount: number,
  now: Date,
  leftover: number,
): { dueNow: number; credit: number; carried: number } {
  const credit = leftover + Math.round(period.amount * unusedOf(period, now)) - withheldFrom(period, now)
  return { dueNow: Math.max(0, amount - credit), credit, carried: Math.max(0, credit - amount) }
}

/** How long before a renewal we announce it. Members are more likely to forget a longer plan. */
export const LONGEST_NOTICE = days(14)
export const noticeOf = (plan: string): number => (plan === 'monthly' ? days(3) : LONGEST_NOTICE)
