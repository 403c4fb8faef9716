import type { Subscription } from '@kindred/contract'
import { days, later } from '../../infra/clock.ts'
import type { Credit, GatewaySubscription } from '../../infra/payments/gateway.ts'

type Status = Subscription['status']

export const SUPERSEDED: Status = 'incomplete_expired'

/** Statuses of the one subscription that an account can have (`subscriptions_living`). */
export const OPEN_STATUSES: readonly Status[] = ['incomplete', 'trialing', 'active', 'past_due']

const RUNNING: readonly Status[] = ['trialing', 'active', 'past_due']

type HasStatus = { status: Status }
export const isOpen = ({ status }: HasStatus): boolean => OPEN_STATUSES.includes(status)
export const isRunning = ({ status }: HasStatus): boolean => RUNNING.includes(status)
export const hasEnded = ({ status }: HasStatus): boolean => !isOpen({ status })

const GRACE = days(7)

/** A disputed payment may be withdrawn, so an open dispute counts as an overdue payment. */
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
export const hasRefundable = ({ status, amount, refunded }: Paid): boolean => status === 'paid' && refunded < amount

/** The rest of a trial or gift wasn't paid for, so a change of plan costs nothing yet. */
export const isUnpaid = ({ status, trial_start }: HasStatus & { trial_start: Date | null }): boolean =>
  status === 'trialing' && trial_start !== null

/**
 * The current period: its price, and the part that was refunded. `carried` was refunded from earlier payments for time
 * that counted toward this period.
 */
export type Period = { start: Date; end: Date; amount: number; refunded: number; carried: number }

const unusedOf = ({ start, end }: Period, now: Date): number =>
  Math.max(0, end.getTime() - now.getTime()) / (end.getTime() - start.getTime())

type Payment = { created_at: Date; period_start: Date; period_end: Date; refunded: number }

const clamp = (share: number): number => Math.min(1, Math.max(0, share))

/**
 * Refunds of money that changes of plan moved from earlier payments to the newest one. Each change moved the unused
 * part. A renewal begins when nothing is left. Payments are sorted newest first.
 */
export function carriedRefunds(payments: readonly Payment[]): number {
  let [share, sum] = [1, 0]
  for (const [nth, { created_at: until }] of payments.entries()) {
    const before = payments[nth + 1]
    if (!before || share === 0) break
    const { period_start: start, period_end: end, refunded } = before
    share *= clamp((end.getTime() - until.getTime()) / (end.getTime() - start.getTime()))
    sum += refunded * share
  }
  return sum
}

/**
 * The part of the refunds for the remaining time, or for the credit of an earlier change. Neither may also count toward
 * a new plan. Earlier changes have already offset some of it.
 */
export function withheldFrom(period: Period, now: Date, { leftover, settled }: Credit): number {
  const carried = Math.max(0, period.carried - settled)
  const ofLeftover = Math.min(carried, leftover)
  const ofPeriod = Math.min(period.refunded + carried - ofLeftover, period.amount)
  return Math.round(ofLeftover + ofPeriod * unusedOf(period, now))
}

export const settledBy = (period: Period, now: Date): number =>
  Math.round((period.refunded + period.carried) * unusedOf(period, now))

/** The unused share of the current period counts toward the new plan, and so does the credit of an earlier change. */
export function priceOfChange(
  period: Period,
  amount: number,
  now: Date,
  earlier: Credit,
): { dueNow: number; credit: number; carried: number } {
  const unused = Math.round(period.amount * unusedOf(period, now))
  const credit = earlier.leftover + unused - withheldFrom(period, now, earlier)
  return { dueNow: Math.max(0, amount - credit), credit, carried: Math.max(0, credit - amount) }
}

export const LONGEST_NOTICE = days(14)
export const noticeOf = (plan: string): number => (plan === 'monthly' ? days(3) : LONGEST_NOTICE)
