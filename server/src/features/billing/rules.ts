import type { Subscription } from '@kindred/contract'
import { days, later } from '../../infra/clock.ts'
import type { Credit, GatewaySubscription } from '../../infra/payments/gateway.ts'

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

/**
 * The current period: what it cost, and what of that was paid back. `carried` was paid back of earlier payments for time
 * that counted toward this period.
 */
export type Period = { start: Date; end: Date; amount: number; refunded: number; carried: number }

const unusedOf = ({ start, end }: Period, now: Date): number =>
  Math.max(0, end.getTime() - now.getTime()) / (end.getTime() - start.getTime())

type Payment = { created_at: Date; period_start: Date; period_end: Date; refunded: number }

const clamp = (share: number): number => Math.min(1, Math.max(0, share))

/**
 * What was paid back of money that a change of plan, or several, moved from earlier payments to the newest one. Each
 * change moved what was unused. A renewal begins when nothing is left. The payments are the newest first.
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
 * The part of refunds that was for the time that is left, or for what an earlier change has left over. Neither counts
 * toward a new plan as well. Earlier changes have settled some of it.
 */
export function withheldFrom(period: Period, now: Date, { leftover, settled }: Credit): number {
  const carried = Math.max(0, period.carried - settled)
  const ofLeftover = Math.min(carried, leftover)
  const ofPeriod = Math.min(period.refunded + carried - ofLeftover, period.amount)
  return Math.round(ofLeftover + ofPeriod * unusedOf(period, now))
}

/** What is carried of all these refunds into the period that a change begins now. */
export const settledBy = (period: Period, now: Date): number =>
  Math.round((period.refunded + period.carried) * unusedOf(period, now))

/**
 * What a change of plan costs now: the unused share of the current period counts toward the new plan, and so does what
 * an earlier change has left over.
 */
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

/** How long before a renewal we announce it. Members are more likely to forget a longer plan. */
export const LONGEST_NOTICE = days(14)
export const noticeOf = (plan: string): number => (plan === 'monthly' ? days(3) : LONGEST_NOTICE)
