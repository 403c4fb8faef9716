import { ApiError, message } from '@kindred/contract'
import { inText } from '@kindred/contract/billing/currencies'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { queueBillingMail } from '../billing.ts'
import { notifyMember, type Payment } from './notify-member.ts'
import { endGifts, findSaved, saveLatePayment, saveOnce } from './queries.ts'
import { LEASE_TRIES, withChangeLease } from '../members/queries.ts'
import { ourEntry, saveDifference, theirEntry } from '../nightly/queries.ts'
import {
  type BillingEvent,
  findByGatewayId,
  type GatewayRow,
  isAtGateway,
  isEventSaved,
  lockVersion,
  saveEnd,
  saveEvent,
  saveInvoice,
  sharesEarlierCard,
  type SubscriptionRow,
  supersede,
  updateSubscription,
} from '../queries.ts'
import { effectivePeriodEnd, effectiveStatus, hasEnded, hasRefundable, isRunning, SUPERSEDED } from '../rules.ts'
import { later, seconds } from '../../../infra/clock.ts'
import { isTaken, type Tx } from '../../../infra/db/db.ts'
import { seal } from '../../../infra/keys.ts'
import type { GatewayInvoice, GatewaySubscription, Payer } from '../../../infra/payments/gateway.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'

/**
 * If the subscription was paid before we could end it, refunds the payment immediately and notifies the payer. Returns
 * true if anything was paid.
 */
export async function endSuperseded(context: Deps, row: GatewayRow, event?: BillingEvent): Promise<boolean> {
  const { payments } = context
  const { provider_id: gatewayId, account_id, plan, currency } = row
  const theirs = await payments.fetch(gatewayId)
  if (theirs && !hasEnded(theirs)) await payments.cancel(gatewayId, false)
  const paid = (await payments.invoices(gatewayId)).filter(hasRefundable)
  for (const { id: invoiceId, amount, refunded } of paid)
    await payments.refund(invoiceId, amount - refunded, `superseded:${invoiceId}`)
  if (paid.length === 0) return false
  const sum = paid.reduce((total, { amount, refunded }) => total + amount - refunded, 0)
  await unitOfWork(context, SYSTEM, async (work) => {
    if (event) await saveEvent(work.tx, event, work.now)
    // The request that superseded the checkout and the event of its payment may race. Only the first one sends the
    // email.
    if (!(await saveEnd(work.tx, row, work.now))) return
    await queueBillingMail(work, account_id, () => ({
      subject: message('We refunded a payment'),
      lines: [
        message(
          'You paid {amount, number, price} for the {plan, select, monthly {monthly} quarterly {quarterly} ' +
            'other {annual}} plan after choosing a different one. We’ve refunded the full amount.',
          { ...inText(sum, currency), plan },
        ),
      ],
    }))
  })
  return true
}

// We save an account's customer id, so that we search the gateway at most once: for a customer that was created before
// we saved ids.

type Context = Pick<Deps, 'db' | 'payments' | 'clock'>

const save = ({ db, payments, clock }: Context, accountId: string, customerId: string | null) =>
  saveOnce(db, accountId, payments.name, customerId, clock.now())

export async function findCustomer(context: Context, accountId: string): Promise<string | null> {
  const { db, payments } = context
  const saved = await findSaved(db, accountId, payments.name)
  if (saved) return saved.customer_id
  const found = await payments.findCustomer(accountId)
  return (await save(context, accountId, found)).customer_id
}

export async function ensureCustomer(context: Context, accountId: string): Promise<string> {
  const { db, payments } = context
  const saved = await findSaved(db, accountId, payments.name)
  if (saved?.customer_id) return saved.customer_id
  // The idempotency key prevents a second customer for a day. If the server stopped before it saved the id, this search
  // finds the customer after that day.
  const found = await payments.findCustomer(accountId)
  const { creation_key: key } = saved ?? (await save(context, accountId, null))
  const created = found ?? (await payments.createCustomer(accountId, key))
  return (await save(context, accountId, created)).customer_id ?? created
}

type Bought = { account_id: string; tax_country: string | null }

export const ensurePayer = async (context: Context, { account_id, tax_country }: Bought): Promise<Payer> => ({
  account: account_id,
  customer: await ensureCustomer(context, account_id),
  isTaxed: tax_country !== null,
})

export async function saveCustomer(context: Context, accountId: string, customer: string): Promise<boolean> {
  try {
    return (await save(context, accountId, customer)).customer_id === customer
  } catch (error) {
    if (isTaken(error, 'payment_customers_once')) return false
    throw error
  }
}

/**
 * Staff recognize a returning banned person by their cards, and a card brings only one account a trial. Only keyed
 * hashes are stored: they are equal for the same card, and reveal nothing about it. Subscriptions of erased payers are
 * also synced, to end them. The lock ensures that no card is saved then. An account that saves a card later than
 * another has a later time, whatever the clocks of their servers say.
 */
async function saveCards(
  { tx, now, lastingKeys }: Work<'lastingKeys'>,
  accountId: string,
  cards: readonly string[],
): Promise<void> {
  if (cards.length === 0) return
  const hashes = cards.map((card) => seal(lastingKeys['payment-card'], card))
  await sql`
    with new_cards as materialized (
      select hash from unnest(${hashes}::bytea[]) h(hash)
      where not exists (select from payment_cards where account_id = ${accountId} and card_hash = hash))
    insert into payment_cards (account_id, card_hash, first_seen_at)
    select ${accountId}, n.hash, greatest(${now}, (
        select max(first_seen_at) + interval '1 millisecond' from payment_cards where card_hash = n.hash))
      from new_cards n where identity_lock(${accountId})
    on conflict do nothing`.execute(tx)
}

/** Saves the card of a trial. Returns false if the card was used on another account before. */
export const claimTrial = (context: Deps, accountId: string, card: string): Promise<boolean> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const hash = seal(work.lastingKeys['payment-card'], card)
    await sql`select pg_advisory_xact_lock(hashtextextended('trial with ' || ${hash.toString('hex')}, 0))`.execute(
      work.tx,
    )
    await saveCards(work, accountId, [card])
    return !(await sharesEarlierCard(work.tx, accountId))
  })

type Snapshot = {
  theirs: GatewaySubscription
  invoices: readonly GatewayInvoice[]
  event: BillingEvent | undefined
}

type Saved = { before: SubscriptionRow; after: SubscriptionRow; differed: boolean }

const valuesOf = (theirs: GatewaySubscription) => ({
  plan: theirs.plan,
  amount: theirs.amount,
  status: effectiveStatus(theirs),
  disputed: theirs.dispute !== null && isRunning(theirs),
  current_period_start: theirs.periodStart,
  current_period_end: effectivePeriodEnd(theirs),
  trial_start: theirs.trialStart,
  trial_end: theirs.trialEnd,
  canceled_at: theirs.canceledAt,
  cancel_at_period_end: theirs.cancelAtPeriodEnd,
  added_seconds: theirs.added,
  client_secret: theirs.clientSecret,
  payment_intent_id: theirs.paymentIntentId,
  requires_action: theirs.requiresAction,
})

const isLost = ({ dispute, status }: GatewaySubscription): boolean => dispute === 'lost' && status !== 'canceled'

const digest = ({ plan, amount, status, current_period_end, cancel_at_period_end }: SubscriptionRow) =>
  JSON.stringify([plan, amount, status, current_period_end, cancel_at_period_end])

/** Returns 'stale' if our row has changed since it was read, and 'repeated' if the event was saved before. */
const saveSnapshot = (
  context: Deps,
  row: GatewayRow,
  { theirs, invoices, event }: Snapshot,
): Promise<Saved | 'stale' | 'repeated'> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now, jobs } = work
    const before = await lockVersion(tx, row, row.version)
    if (!before) return 'stale'
    if (event && !(await saveEvent(tx, event, now))) return 'repeated'
    // A subscription that begins during a gift would use the gift up, so what is left of it is added.
    const begins = before.status === 'incomplete' && isRunning(theirs)
    const left = begins ? await endGifts(tx, row.account_id, now) : 0
    const given_seconds = before.given_seconds + left
    const after = await updateSubscription(tx, row, { ...valuesOf(theirs), given_seconds, updated_at: now })
    if (left > 0) await jobs.add(tx, 'extend-subscription', { accountId: row.account_id })
    await saveLatePayment(tx, before, after, now)
    await saveCards(work, after.account_id, theirs.cards)
    const paid = await saveInvoices(tx, invoices, after)
    // The subscription is about to end, which has a message of its own.
    if (!isLost(theirs)) await notifyMember(work, before, after, paid)
    return { before, after, differed: paid.length > 0 || digest(before) !== digest(after) }
  })

export async function saveInvoices(
  tx: Tx,
  invoices: readonly GatewayInvoice[],
  subscription: SubscriptionRow,
): Promise<Payment[]> {
  const paid: Payment[] = []
  for (const invoice of invoices) {
    const wasUnpaid = await saveInvoice(tx, {
      account_id: subscription.account_id,
      subscription_id: subscription.id,
      provider_id: invoice.id,
      plan: invoice.plan,
      amount: invoice.amount,
      refunded: invoice.refunded,
      tax: invoice.tax,
      link: invoice.link,
      number: invoice.number,
      last4: invoice.last4,
      currency: invoice.currency,
      status: invoice.status,
      created_at: invoice.createdAt,
      period_start: invoice.periodStart,
      period_end: invoice.periodEnd,
    })
    if (wasUnpaid && invoice.status === 'paid' && invoice.amount > 0) paid.push(invoice)
  }
  return paid
}

// The gateway is the source of truth. Any trigger reads the gateway's state and saves it, so events in any order,
// repeated or not, lead to the same state. We read before we lock the row. Each change of the row increments its
// version: if the version has changed since the read, the read may be outdated and is repeated.

const MAX_READS = 8

/** Our row before and after, if we have one. `isMissing`: the gateway doesn't know our row. */
type SyncResult = { differed: boolean; isMissing?: true; before?: SubscriptionRow; after?: SubscriptionRow }

export async function syncSubscription(context: Deps, gatewayId: string, event?: BillingEvent): Promise<SyncResult> {
  if (event && (await isEventSaved(context.db, event.id))) return { differed: false }
  const { theirs, ...result } = await readAndSave(context, gatewayId, event)
  if (theirs && isLost(theirs)) await endSubscription(context, gatewayId)
  return result
}

export async function endSubscription(context: Deps, gatewayId: string): Promise<void> {
  const theirs = await context.payments.fetch(gatewayId)
  if (theirs && theirs.status !== 'canceled') await context.payments.cancel(gatewayId, false)
  await readAndSave(context, gatewayId)
}

type ReadResult = SyncResult & { theirs?: GatewaySubscription }

/**
 * Premium is granted only at the agreed price. Events of a changed plan, which has another price, may arrive before
 * those of the first payment.
 */
const isAsAgreed = (row: SubscriptionRow, { plan, amount, currency }: GatewaySubscription): boolean =>
  row.currency === currency && (row.status !== 'incomplete' || row.plan !== plan || row.amount === amount)

async function keepForStaff(context: Deps, row: GatewayRow, theirs: GatewaySubscription): Promise<ReadResult> {
  await saveDifference(context, {
    kind: 'changed',
    providerId: theirs.id,
    accountId: row.account_id,
    ours: ourEntry(row),
    theirs: theirEntry(theirs),
    outcome: 'open',
  })
  return { differed: false }
}

/** If the gateway stops recognizing the payer's location, it continues without tax, and only staff can fix that. */
async function noteLostTax(context: Deps, row: GatewayRow, theirs: GatewaySubscription): Promise<void> {
  if (row.tax_country === null || theirs.isTaxed || !isRunning(theirs)) return
  await saveDifference(context, {
    kind: 'untaxed',
    providerId: theirs.id,
    accountId: row.account_id,
    ours: null,
    theirs: null,
    outcome: 'open',
  })
}

async function readAndSave(context: Deps, gatewayId: string, event?: BillingEvent): Promise<ReadResult> {
  const { db, payments } = context
  for (let read = 0; read < MAX_READS; read++) {
    const row = await findByGatewayId(db, gatewayId)
    if (!row) return { differed: false }
    if (row.status === SUPERSEDED) return { differed: await endSuperseded(context, row, event) }
    const theirs = await payments.fetch(gatewayId)
    if (!theirs) return { differed: false, isMissing: true, before: row }
    if (!isAsAgreed(row, theirs)) return keepForStaff(context, row, theirs)
    // The invoice of an unpaid checkout isn't a debt.
    const invoices = theirs.status === 'incomplete' ? [] : await payments.invoices(gatewayId)
    const saved = await saveSnapshot(context, row, { theirs, invoices, event })
    if (saved === 'repeated') return { differed: false }
    if (saved === 'stale') continue
    await noteLostTax(context, row, theirs)
    return { theirs, ...saved }
  }
  throw new ApiError('unavailable', 'This subscription is being updated. Please try again in a moment.', {
    retryAfter: 5,
  })
}

/**
 * Adds what was given to the end that the gateway has, which may have renewed the subscription without our knowledge.
 * Idempotent, because the gateway knows how much was added. Under the lease, no change of plan moves the end meanwhile.
 */
export const extendSubscription = (context: Deps, row: GatewayRow): Promise<void> =>
  withChangeLease(
    context,
    row,
    async (lease) => {
      // Without the lease, `row` is passed on. The caller or the next night tries again.
      if (lease === row) throw new Error('The plan is being changed.')
      const theirs = await context.payments.fetch(lease.provider_id)
      const missing = lease.given_seconds - (theirs?.added ?? 0)
      const mayExtend = theirs?.status === 'active' || theirs?.status === 'trialing'
      if (theirs?.periodEnd && mayExtend && missing > 0)
        await context.payments.extend(theirs.id, later(theirs.periodEnd, seconds(missing)), lease.given_seconds)
      await syncSubscription(context, lease.provider_id)
    },
    LEASE_TRIES,
  )

/** Ends a checkout here and at the gateway. Returns false if it has been paid or superseded. */
export async function supersedeCheckout(context: Deps, row: SubscriptionRow): Promise<boolean> {
  const superseded = await supersede(context.db, row, context.clock.now())
  if (superseded && isAtGateway(superseded)) await endSuperseded(context, superseded)
  return superseded !== undefined
}
