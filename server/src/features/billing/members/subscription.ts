import {
  ApiError,
  type CancellationPreview,
  type PaymentMethod,
  type PlanChange,
  type PlanName,
  type PlanPreview,
  plans,
  type Subscription,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { toInvoice, toSubscription } from '../billing.ts'
import { deleteCustomers } from '../gateway/queries.ts'
import {
  claimTrial,
  endSubscription,
  endSuperseded,
  ensureCustomer,
  ensurePayer,
  findCustomer,
  supersedeCheckout,
  syncSubscription,
} from '../gateway/snapshots.ts'
import { LEASE_TRIES, withChangeLease, type Outcome } from './queries.ts'
import {
  type AwaitingCardRow,
  type BillingEvent,
  findOpenSubscription,
  findOfAccount,
  findUsable,
  type GatewayRow,
  getAgain,
  hasHadPremium,
  type InvoicePage,
  isAtGateway,
  listOfAccount,
  listInvoiceRows,
  listPaid,
  type Narrowed,
  sharesEarlierCard,
  type SubscriptionRow,
  updateSubscription,
} from '../queries.ts'
import {
  carriedRefunds,
  effectiveStatus,
  hasEnded,
  isUnpaid,
  OPEN_STATUSES,
  type Period,
  priceOfChange,
  settledBy,
  SUPERSEDED,
  withheldFrom,
} from '../rules.ts'
import { configurationOf } from '../../operations/index.ts'
import type { Account } from '../../../http/session.ts'
import { afterMonths, toInstant } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import type { GatewaySubscription, Offer, Settlement } from '../../../infra/payments/gateway.ts'

export function assertNotLeaving({ state }: Account): void {
  if (state === 'deleting')
    throw new ApiError('conflict', 'Your account is scheduled for deletion. Cancel the deletion, then try again.')
}

export async function currentOffer(context: Deps, plan: PlanName): Promise<Offer> {
  const { prices, currency } = await configurationOf(context)
  return { plan, amount: prices[plan], currency }
}

/** A subscription never moves to another currency. */
async function offerIn(context: Deps, { currency }: SubscriptionRow, plan: PlanName): Promise<Offer> {
  const offer = await currentOffer(context, plan)
  if (offer.currency === currency) return offer
  throw new ApiError(
    'conflict',
    'Our prices are in another currency now, so you can’t change this plan. Cancel it, and choose a new one once ' +
      'it ends.',
  )
}

/** Returns days. Only a first subscription has a trial, and only with a card that no other account used before. */
export async function trialDaysFor({ db, ...context }: Deps, accountId: string, plan: PlanName): Promise<number> {
  const days = (await configurationOf({ db, ...context })).trialDays[plan]
  if (days === 0) return 0
  return (await hasHadPremium(db, accountId)) || (await sharesEarlierCard(db, accountId)) ? 0 : days
}

/**
 * The idempotency key ensures that the gateway creates only one subscription, however often this runs. Returns false if
 * the card brings no trial. The checkout then ends, and the next one has to be paid.
 */
export async function beginTrial(context: Deps, row: AwaitingCardRow, event?: BillingEvent): Promise<boolean> {
  const { id, plan, amount, currency, trial_days: days, setup_intent_id: setupIntentId } = row
  const card = await context.payments.savedCard(setupIntentId)
  if (card && !(await claimTrial(context, row.account_id, card))) {
    await supersedeCheckout(context, row)
    return false
  }
  const payer = await ensurePayer(context, row)
  const trial = { days, setupIntentId }
  const theirs = await context.payments.beginTrial(payer, { plan, amount, currency }, trial, `${id}:${setupIntentId}`)
  if (theirs) {
    await updateSubscription(context.db, row, { provider_id: theirs.id })
    await syncSubscription(context, theirs.id, event)
  }
  return true
}

export const noSubscription = () => new ApiError('not_found', 'You don’t have a subscription.')

export async function getCurrent({ db, clock }: Deps, account: Account): Promise<Subscription> {
  const row = await findUsable(db, account.id, clock.now())
  if (!row) throw noSubscription()
  return toSubscription(row)
}

export async function getSubscription({ db }: Deps, account: Account, id: string): Promise<Subscription> {
  const row = await findOfAccount(db, account.id, id)
  if (!row) throw noSubscription()
  return toSubscription(row)
}

export const listSubscriptionsOf = async ({ db }: Deps, account: Account): Promise<Subscription[]> =>
  (await listOfAccount(db, account.id)).map(toSubscription)

const isStarted = (row: SubscriptionRow | undefined): row is GatewayRow =>
  row !== undefined && isAtGateway(row) && row.status !== 'incomplete'

async function getStarted({ db }: Deps, accountId: string): Promise<GatewayRow> {
  const row = await findOpenSubscription(db, accountId)
  if (!isStarted(row)) throw noSubscription()
  return row
}

/**
 * Changes the gateway first, then our row. `change` gets the gateway's state, so that it doesn't repeat a change that
 * we failed to save.
 */
async function changeStarted(
  context: Deps,
  account: Account,
  change: (theirs: GatewaySubscription, row: GatewayRow) => Promise<unknown>,
): Promise<Subscription> {
  const row = await getStarted(context, account.id)
  const theirs = await context.payments.fetch(row.provider_id)
  if (!theirs) throw noSubscription()
  await change(theirs, row)
  await syncSubscription(context, row.provider_id)
  return toSubscription(await getAgain(context.db, row))
}

export async function cancelSubscription(context: Deps, account: Account, atPeriodEnd: boolean): Promise<Subscription> {
  const cancel = () =>
    changeStarted(context, account, async (theirs) => {
      const isDone = theirs.status === 'canceled' || (atPeriodEnd && theirs.cancelAtPeriodEnd)
      if (!isDone) await context.payments.cancel(theirs.id, atPeriodEnd)
    })
  // Without the lease, a concurrent change of plan would be paid for and then end immediately, or renew after all. A
  // cancellation at the end of the period isn't refused, so it waits for the change.
  return withChangeLease(context, await getStarted(context, account.id), cancel, atPeriodEnd ? LEASE_TRIES : 1)
}

export async function reactivateSubscription(context: Deps, account: Account): Promise<Subscription> {
  const resumed = await changeStarted(context, account, async (theirs, row) => {
    assertNotLeaving(account)
    if (!row.cancel_at_period_end) throw new ApiError('conflict', 'This subscription already renews.')
    if (theirs.cancelAtPeriodEnd) await context.payments.reactivate(theirs.id)
  })
  if (resumed.status === 'canceled') throw noSubscription()
  return resumed
}

export async function endSubscriptionOf(context: Deps, accountId: string): Promise<void> {
  const row = await findOpenSubscription(context.db, accountId)
  if (isStarted(row)) await endSubscription(context, row.provider_id)
}

const NONE = { refunded: 0, carried: 0 }

async function currentPeriodOf(db: Db, row: SubscriptionRow): Promise<Period | null> {
  const { current_period_start: start, current_period_end: end, amount } = row
  if (!start || !end) return null
  const payments = await listPaid(db, row)
  const [newest] = payments
  // Without a payment since it began, the period was a gift.
  const isPaid = newest !== undefined && newest.created_at >= start
  return { start, end, amount, ...(isPaid ? { refunded: newest.refunded, carried: carriedRefunds(payments) } : NONE) }
}

const assertPaid = (theirs: GatewaySubscription): void => {
  if (effectiveStatus(theirs) !== 'past_due') return
  throw new ApiError(
    'conflict',
    theirs.dispute
      ? 'Your last payment is disputed. You can change plans once your bank has settled it.'
      : 'Your last payment didn’t go through. Use another card first, then change plans.',
  )
}

export async function changePlan(context: Deps, account: Account, wanted: PlanChange): Promise<Subscription> {
  assertNotLeaving(account)
  const row = await getStarted(context, account.id)
  await withChangeLease(context, row, async (lease, outcome) => {
    await changeAtGateway(context, lease, wanted, outcome)
    await syncSubscription(context, row.provider_id)
  })
  return toSubscription(await getAgain(context.db, row))
}

/** The refunds that this change offsets, and those that the next one can ignore. */
async function settle({ db, payments, clock }: Deps, lease: GatewayRow): Promise<Settlement> {
  const [period, earlier] = [await currentPeriodOf(db, lease), await payments.credit(lease.provider_id)]
  if (!period || isUnpaid(lease)) return { withheld: 0, settled: earlier.settled }
  const now = clock.now()
  return { withheld: withheldFrom(period, now, earlier), settled: settledBy(period, now) }
}

async function changeAtGateway(
  context: Deps,
  lease: GatewayRow,
  { plan, price }: PlanChange,
  outcome: Outcome,
): Promise<void> {
  const { db, payments } = context
  // The row was read under the lease, so it includes a change that was just made.
  if (lease.plan === plan) throw new ApiError('conflict', 'You’re already on this plan.')
  const theirs = await payments.fetch(lease.provider_id)
  if (!theirs) throw noSubscription()
  // We may not have saved the late payment yet.
  if (effectiveStatus(theirs) === 'past_due') await syncSubscription(context, theirs.id)
  assertPaid(theirs)
  const offer = await offerIn(context, lease, plan)
  if (price && (price.amount !== offer.amount || price.currency !== offer.currency))
    throw new ApiError('conflict', 'The price of this plan has just changed. Please check it and try again.')
  // An earlier try changed the plan but stopped before we saved it.
  if (theirs.plan === plan) return
  const settlement = await settle(context, lease)
  outcome.isKnown = false
  const changed = await payments.update(theirs.id, offer, settlement, `${lease.id}:plan:${lease.version}`)
  outcome.isKnown = true
  if (changed) return
  await syncSubscription(context, theirs.id)
  if (hasEnded(await getAgain(db, lease))) throw noSubscription()
  throw new ApiError('conflict', 'Your card was declined, so nothing has changed. Use another card and try again.')
}

export async function endBillingOf(context: Deps, accountId: string): Promise<void> {
  const { db, payments } = context
  const rows = (await listOfAccount(db, accountId))
    .filter(({ provider, status }) => provider === payments.name && status !== 'canceled')
    .filter(isAtGateway)
  const customer = await findCustomer(context, accountId)
  const end = (row: GatewayRow) =>
    row.status === SUPERSEDED ? endSuperseded(context, row) : endSubscription(context, row.provider_id)
  const removeCards = async () => {
    if (customer)
      await forEachSeparately(await payments.methods(customer), ({ id }) => payments.removeMethod(customer, id))
  }
  await forEachSeparately<() => Promise<unknown>>([...rows.map((row) => () => end(row)), removeCards], (step) => step())
  // The customer is deleted last: if a step fails, the retry needs it to find the member at the gateway.
  await deleteCustomers(db, accountId)
}

const selectRenewing = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('identity_people', 'identity_people.id', 'subscriptions.account_id')
    .selectAll('subscriptions')
    .$narrowType<Narrowed>()
    .where('identity_people.state', '=', 'deleting')
    .where('subscriptions.status', 'in', OPEN_STATUSES)
    .where('subscriptions.cancel_at_period_end', '=', false)

export const listRenewingOfLeaving = (db: Db): Promise<SubscriptionRow[]> => selectRenewing(db).execute()

/** This job retries until the gateway answers. It does nothing if the member has canceled the deletion. */
export async function endRenewalOf(context: Deps, accountId: string): Promise<void> {
  const row = await selectRenewing(context.db).where('identity_people.id', '=', accountId).executeTakeFirst()
  if (row) await endRenewal(context, row)
}

/**
 * Members keep premium for the period that they paid for. An overdue subscription ends now, because the gateway would
 * keep trying the card.
 */
export async function endRenewal(context: Deps, row: SubscriptionRow): Promise<void> {
  const { payments, clock } = context
  // A change of plan in progress would make the subscription renew again.
  if (row.changing_until && row.changing_until > clock.now()) throw new Error('The plan is being changed.')
  if (row.status === 'incomplete' || !isAtGateway(row)) {
    // If the checkout is paid anyway, the payment is refunded.
    if (!(await supersedeCheckout(context, row))) throw new Error('The subscription has begun meanwhile.')
    return
  }
  const theirs = await payments.fetch(row.provider_id)
  if (theirs?.status === 'past_due') return endSubscription(context, theirs.id)
  if (theirs && theirs.status !== 'canceled' && !theirs.cancelAtPeriodEnd) await payments.cancel(theirs.id, true)
  await syncSubscription(context, row.provider_id)
}

export async function listInvoices({ db }: Pick<Deps, 'db'>, accountId: string, { before, limit }: InvoicePage) {
  const rows = await listInvoiceRows(db, accountId, { before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return { invoices: shown.map(toInvoice), nextBefore: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

const noCard = () => new ApiError('not_found', 'We couldn’t find this card.')

async function getCustomer(context: Deps, account: Account): Promise<string> {
  const customer = await findCustomer(context, account.id)
  if (!customer) throw noCard()
  return customer
}

export async function listCards(context: Deps, account: Account): Promise<PaymentMethod[]> {
  const customer = await findCustomer(context, account.id)
  if (!customer) return []
  return (await context.payments.methods(customer)).map(({ id, ...card }) => ({ _id: id, ...card }))
}

export async function setDefaultCard(context: Deps, account: Account, id: string): Promise<void> {
  if (!(await context.payments.setDefault(await getCustomer(context, account), id))) throw noCard()
  const row = await findOpenSubscription(context.db, account.id)
  if (row?.provider_id) await syncSubscription(context, row.provider_id)
}

export async function removeCard(context: Deps, account: Account, id: string): Promise<void> {
  if (!(await context.payments.removeMethod(await getCustomer(context, account), id))) throw noCard()
}

export const startCardSetup = async (context: Deps, account: Account) =>
  context.payments.setupIntent(await ensureCustomer(context, account.id))

export async function previewPlan(context: Deps, account: Account, plan: PlanName): Promise<PlanPreview> {
  const { db, clock, payments } = context
  const row = await findOpenSubscription(db, account.id)
  const period = row && (await currentPeriodOf(db, row))
  if (!period) throw noSubscription()
  const { amount, currency } = await offerIn(context, row, plan)
  const now = clock.now()
  if (isUnpaid(row)) return { amount, currency, dueNow: 0, credit: 0, carried: 0, until: period.end.toISOString() }
  const earlier = row.provider_id ? await payments.credit(row.provider_id) : { leftover: 0, settled: 0 }
  const until = afterMonths(now, plans[plan].months).toISOString()
  return { amount, currency, ...priceOfChange(period, amount, now, earlier), until }
}

/**
 * Canceling at the end of the period doesn't refund anything, and members keep premium for the time that they paid for.
 */
export async function previewCancellation(context: Deps, account: Account): Promise<CancellationPreview> {
  const { provider_id, current_period_end: end, currency } = await getStarted(context, account.id)
  const { leftover: credit } = await context.payments.credit(provider_id)
  return { until: toInstant(end), refund: 0, credit, currency }
}
