import { ApiError, CURRENCY } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { GatewayInvoice, GatewaySubscription } from '../../infra/payments/gateway.ts'
import { noteLate } from './late.ts'
import { tell } from './letters.ts'
import * as queries from './queries.ts'
import { endSuperseded } from './superseded.ts'
import { SYSTEM, unitOfWork } from '../../work.ts'

// Our books follow the provider's: whatever told us that something changed, its state is read and taken over. So any order
// of events, and any number of repeats, leads to one state. It is read before the row is locked. Every change of the row counts
// up its version: where that has moved since before the reading, the reading may be the older one, and is done again.

const GRACE = days(7)

/** How often it is read again while others keep changing the row. After that whoever asked may ask again. */
const MOST_READINGS = 8

/** A payment that is disputed is not there: until that is settled it is owed, as one that did not go through. */
export const statusOf = ({ status, dispute }: GatewaySubscription) =>
  dispute && (status === 'active' || status === 'trialing') ? 'past_due' : status

/** While a payment is late or disputed, what was paid for goes on for a week. */
function periodEnd(theirs: GatewaySubscription): Date | null {
  const { periodEnd: end } = theirs
  return end && statusOf(theirs) === 'past_due' ? later(end, GRACE) : end
}

/** What came of a reading: our row before and after it, unless there is none or it was given up; the provider may not know it. */
export type Taken = { differed: boolean; isMissing?: true; before?: queries.Row; after?: queries.Row }

/** Takes over what the provider has; a dispute that was lost ends it there, too. */
export async function follow(context: Deps, providerId: string, event?: queries.BillingEvent): Promise<Taken> {
  if (event && (await queries.isNoted(context.db, event.id))) return { differed: false }
  const { theirs, ...taken } = await read(context, providerId, event)
  if (theirs?.dispute === 'lost' && theirs.status !== 'canceled') await endNow(context, providerId)
  return taken
}

/** The same, for those who only want to know whether anything was otherwise than we had it. */
export const takeOver = async (context: Deps, providerId: string, event?: queries.BillingEvent): Promise<boolean> =>
  (await follow(context, providerId, event)).differed

const essence = ({ plan, amount, status, current_period_end, cancel_at_period_end }: queries.Row) =>
  JSON.stringify([plan, amount, status, current_period_end, cancel_at_period_end])

type Reading = Taken & { theirs?: GatewaySubscription }

async function read(context: Deps, providerId: string, event?: queries.BillingEvent): Promise<Reading> {
  const { db, payments } = context
  for (let nth = 0; nth < MOST_READINGS; nth++) {
    const row = await queries.byProvider(db, providerId)
    if (!row) return { differed: false }
    if (row.status === queries.SUPERSEDED) return { differed: await endSuperseded(context, row, event) }
    const theirs = await payments.fetch(providerId)
    if (!theirs) return { differed: false, isMissing: true, before: row }
    const written = await write(context, row, theirs, await payments.invoices(providerId), event)
    if (written) return written
  }
  throw new ApiError('unavailable', 'This subscription is changing right now. Please try again.', { retryAfter: 5 })
}

/** Writes a reading down, and the event that led to it, or nothing where our row has changed since before it was made. */
const write = (
  context: Deps,
  { id, version }: queries.Row,
  theirs: GatewaySubscription,
  invoices: readonly GatewayInvoice[],
  event?: queries.BillingEvent,
): Promise<Reading | null> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { now } = work
    const before = await queries.lockVersion(work.tx, id, version)
    if (!before) return null
    if (event && !(await queries.noteEvent(work.tx, event, now))) return { differed: false }
    const after = await queries.change(work.tx, id, {
      plan: theirs.plan,
      amount: theirs.amount,
      status: statusOf(theirs),
      disputed: theirs.dispute === 'open',
      current_period_start: theirs.periodStart,
      current_period_end: periodEnd(theirs),
      trial_start: theirs.trialStart,
      trial_end: theirs.trialEnd,
      canceled_at: theirs.canceledAt,
      cancel_at_period_end: theirs.cancelAtPeriodEnd,
      client_secret: theirs.clientSecret,
      payment_intent_id: theirs.paymentIntentId,
      requires_action: theirs.requiresAction,
      updated_at: now,
    })
    await noteLate(work.tx, before, after, now)
    const paid = await takeInvoices(work.tx, invoices, after)
    await tell(work, before, after, paid)
    return { theirs, before, after, differed: paid.length > 0 || essence(before) !== essence(after) }
  })

export async function takeInvoices(tx: Tx, invoices: readonly GatewayInvoice[], row: queries.Row): Promise<number[]> {
  const paid: number[] = []
  for (const invoice of invoices) {
    const fresh = await queries.keepInvoice(tx, {
      account_id: row.account_id,
      subscription_id: row.id,
      provider_id: invoice.id,
      plan: invoice.plan,
      amount: invoice.amount,
      refunded: invoice.refunded,
      tax: invoice.tax,
      link: invoice.link,
      currency: CURRENCY,
      status: invoice.status,
      created_at: invoice.createdAt,
      period_start: invoice.periodStart,
      period_end: invoice.periodEnd,
    })
    // Nothing paid is nothing to give a receipt for.
    if (fresh && invoice.status === 'paid' && invoice.amount > 0) paid.push(invoice.amount)
  }
  return paid
}

/** Brings the day to which we extended something to the provider, and takes over what it has. */
export async function extend(context: Deps, { provider_id, extend_to }: queries.Row): Promise<void> {
  await context.payments.extend(provider_id!, extend_to!)
  await takeOver(context, provider_id!)
}

/** Ends it at the provider, unless that was done already, and here. */
export async function endNow(context: Deps, providerId: string): Promise<void> {
  const theirs = await context.payments.fetch(providerId)
  if (theirs && theirs.status !== 'canceled') await context.payments.cancel(providerId, false)
  await read(context, providerId)
}
