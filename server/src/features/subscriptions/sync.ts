import { CURRENCY } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { transaction, type Tx } from '../../infra/db/db.ts'
import type { ProviderSubscription } from '../../infra/payments/payments.ts'
import { queueMail } from '../mail/service.ts'
import { notify } from '../notifications/service.ts'
import { noteLate } from './late.ts'
import * as queries from './queries.ts'

// Our books follow the provider's: whatever told us that something changed, its state is read and taken over. So any order
// of events, and any number of repeats, leads to one state.

const GRACE = days(7)

/** A payment that is disputed is not there: until that is settled it is owed, as one that did not go through. */
const statusOf = ({ status, dispute }: ProviderSubscription) =>
  dispute && (status === 'active' || status === 'trialing') ? 'past_due' : status

/** While a payment is late or disputed, what was paid for goes on for a week. */
function periodEnd(theirs: ProviderSubscription): Date | null {
  const { periodEnd: end } = theirs
  return end && statusOf(theirs) === 'past_due' ? later(end, GRACE) : end
}

/** Takes over what the provider has; a dispute that was lost ends it there, too. Whether anything was otherwise than we had it. */
export async function takeOver(
  context: Deps,
  providerId: string,
  event?: { id: string; type: string },
): Promise<boolean> {
  const superseded = await queries.supersededBy(context.db, providerId)
  if (superseded) return endSuperseded(context, superseded)
  const found = await read(context, providerId, event)
  if (found?.theirs.dispute === 'lost' && found.theirs.status !== 'canceled') await endNow(context, providerId)
  return found?.differed ?? false
}

const essence = ({ plan, amount, status, current_period_end, cancel_at_period_end }: queries.Row) =>
  JSON.stringify([plan, amount, status, current_period_end, cancel_at_period_end])

/** What the provider has, written into our books; ours is held meanwhile, so that two readings do not cross. */
function read(
  context: Deps,
  providerId: string,
  event?: { id: string; type: string },
): Promise<{ theirs: ProviderSubscription; differed: boolean } | null> {
  return transaction(context.db, async (tx, afterCommit) => {
    const now = context.clock.now()
    if (event && !(await queries.noteEvent(tx, event.id, event.type, now))) return null
    const row = await queries.holdByProvider(tx, providerId)
    const theirs = row && (await context.payments.fetch(providerId))
    if (!row || !theirs) return null
    const changed = await queries.change(tx, row.id, {
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
    await noteLate(tx, row, changed, now)
    const paid = await takeInvoices(tx, context, changed)
    await tell(tx, context, row, changed, paid, afterCommit)
    return { theirs, differed: paid.length > 0 || essence(row) !== essence(changed) }
  })
}

async function takeInvoices(tx: Tx, { payments }: Deps, row: queries.Row): Promise<number[]> {
  const paid: number[] = []
  for (const invoice of await payments.invoices(row.provider_id!)) {
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

const price = (amount: number) => `${(amount / 100).toFixed(2)} ${CURRENCY}`
const day = (date: Date | null) => date?.toUTCString().slice(0, 16) ?? ''

/** Receipts, failures and ends are told: by mail, and in the app. */
async function tell(
  tx: Tx,
  context: Deps,
  before: queries.Row,
  after: queries.Row,
  paid: number[],
  afterCommit: (effect: () => void) => void,
) {
  const said: { subject: string; lines: string[] }[] = paid.map((amount) => ({
    subject: `Receipt: ${price(amount)}`,
    lines: [`You paid ${price(amount)} for premium (${after.plan}). It lasts until ${day(after.current_period_end)}.`],
  }))
  if (after.status === 'trialing' && after.trial_start && !before.trial_start)
    said.push({
      subject: 'Your trial has begun',
      lines: [
        `Premium is yours to try until ${day(after.trial_end)}; then your plan (${after.plan}) is paid for, ${price(after.amount)}.`,
        'If you do not want that, end it before: one click, and nothing is ever charged.',
      ],
    })
  if (after.status === 'past_due' && after.disputed && !before.disputed)
    said.push({
      subject: 'Your payment is disputed',
      lines: [
        `Your bank was asked to take it back. Premium goes on until ${day(after.current_period_end)}, or until that is settled.`,
        'If it was a mistake, tell your bank. If somebody else used your card, write to us.',
      ],
    })
  else if (after.status === 'past_due' && before.status !== 'past_due')
    said.push({
      subject: 'Your payment did not go through',
      lines: [`Premium goes on until ${day(after.current_period_end)}. Please look at your card before then.`],
    })
  if (after.status === 'canceled' && before.status !== 'canceled')
    said.push({
      subject: 'Premium has ended',
      lines: ['Nothing more is charged. Matches and conversations stay, as they always do.'],
    })
  for (const { subject, lines } of said) {
    await queueMail(tx, context, {
      to: after.account_id,
      kind: 'subscription',
      details: { subject, lines, link: `${context.config.PUBLIC_URL}/premium` },
    })
    await notify(
      tx,
      context,
      {
        to: after.account_id,
        kind: 'subscription',
        topic: `subscription:${after.id}`,
        details: { text: `${subject}.`, link: '/premium' },
      },
      afterCommit,
    )
  }
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

/**
 * Ends at the provider what was given up for another offer. If it was paid all the same, before it could be ended, the money goes back
 * at once and the payer is told. Whether anything was paid.
 */
export async function endSuperseded(
  context: Deps,
  { id, account_id, provider_id, plan }: queries.Row,
): Promise<boolean> {
  const { payments } = context
  const theirs = await payments.fetch(provider_id!)
  if (theirs && !['canceled', 'incomplete_expired'].includes(theirs.status)) await payments.cancel(provider_id!, false)
  const paid = (await payments.invoices(provider_id!)).filter(
    ({ status, amount, refunded }) => status === 'paid' && refunded < amount,
  )
  for (const invoice of paid)
    await payments.refund(invoice.id, invoice.amount - invoice.refunded, `superseded:${invoice.id}`)
  if (paid.length === 0) return false
  const sum = paid.reduce((total, { amount, refunded }) => total + amount - refunded, 0)
  await transaction(context.db, async (tx) => {
    // Its own end and the event about it may both have found the payment: the payer is told once.
    if (!(await queries.noteEnded(tx, id, context.clock.now()))) return
    await queueMail(tx, context, {
      to: account_id,
      kind: 'subscription',
      details: {
        subject: 'We refunded a payment',
        lines: [
          `You paid ${price(sum)} for a plan (${plan}) that you had given up for another one. The whole amount is on its way back to you.`,
        ],
        link: `${context.config.PUBLIC_URL}/premium`,
      },
    })
  })
  return true
}
