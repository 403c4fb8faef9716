import { CURRENCY, plans, type Booked, type PlanName } from '@kindred/contract'
import type { Work } from '../work.ts'
import { afterMonths, days, later } from '../infra/clock.ts'
import type { Tx } from '../infra/db/db.ts'
import { openBooks } from '../infra/payments/sandbox-books.ts'
import { newCustomer, newMethod, openDispute, payWith, renew } from '../infra/payments/sandbox-money.ts'
import { createSubscription } from '../infra/payments/sandbox-subscriptions.ts'
import { testCards } from '../infra/payments/test-cards.ts'
import type { Character } from './community.ts'
import { nth } from './pick.ts'

// The demo community's subscribers, both in the sandbox's records and ours, so that every action works on them.

const TRIAL = 14
const toDate = (seconds: number) => new Date(seconds * 1000)
const toDateOrNull = (seconds: number | null) => (seconds === null ? null : toDate(seconds))

type Life = { account: string; plan: PlanName; card: string; began: Date; trialDays: number; isEnding: boolean }

/** Replays a subscription in the sandbox until now: the purchase with a card, renewals, and perhaps its end. */
async function live(tx: Tx, { account, plan, card, began, trialDays, isEnding }: Life, now: Date): Promise<string> {
  const books = openBooks(tx, began)
  const customer = await newCustomer(books, account)
  const { months, amount } = plans[plan]
  const recurring = { interval: 'month', interval_count: months }
  const { id, latest_invoice } = await createSubscription(books, {
    customer: customer.id,
    metadata: { account, plan },
    price: { currency: CURRENCY.toLowerCase(), unit_amount: amount, recurring },
    trialDays,
    method: trialDays > 0 ? (await books.put(newMethod(books, customer.id, nth(testCards, 0)))).id : undefined,
  })
  const { confirmation_secret: secret } = await books.get('invoice', latest_invoice)
  if (secret) await payWith(books, secret.client_secret, card, true)
  for (;;) {
    const subscription = await books.get('subscription', id)
    const [{ current_period_start, current_period_end }] = subscription.items.data
    const end = toDate(current_period_end)
    if (end > now || subscription.status === 'past_due' || subscription.status === 'canceled') return id
    if (isEnding && afterMonths(end, months) > now)
      await books.put({ ...subscription, cancel_at_period_end: true, canceled_at: current_period_start })
    await renew(openBooks(tx, end), id)
  }
}

type Followed = Pick<Life, 'account' | 'plan'> & { id: string; disputed: boolean }

async function follow(tx: Tx, { account: account_id, plan, id: provider_id, disputed }: Followed, now: Date) {
  const { get, find } = openBooks(tx, now)
  const subscription = await get('subscription', provider_id)
  const [{ price, current_period_start, current_period_end }] = subscription.items.data
  const [started, ends] = [toDate(current_period_start), toDate(subscription.ended_at ?? current_period_end)]
  const failed = subscription.status === 'past_due'
  const [start, end] = failed ? [afterMonths(started, -plans[plan].months), started] : [started, ends]
  const ours = { account_id, plan, currency: CURRENCY }
  const { id: subscription_id } = await tx
    .insertInto('subscriptions')
    .values({
      ...ours,
      provider: 'sandbox',
      provider_id,
      amount: price.unit_amount,
      status: disputed ? 'past_due' : subscription.status,
      disputed,
      cancel_at_period_end: subscription.cancel_at_period_end,
      canceled_at: toDateOrNull(subscription.canceled_at),
      trial_start: toDateOrNull(subscription.trial_start),
      trial_end: toDateOrNull(subscription.trial_end),
      trial_days: subscription.trial_end === null ? null : TRIAL,
      current_period_start: start,
      current_period_end: failed || disputed ? later(end, days(7)) : end,
      created_at: toDate(subscription.created),
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const invoices = await find('invoice', {
    status: 'paid',
    parent: { subscription_details: { subscription: provider_id } },
  })
  const paid = invoices.filter(({ amount_due }) => amount_due > 0).toReversed()
  const cards = new Map(
    (await find('charge', { customer: subscription.customer, paid: true })).map(
      ({ payment_intent, payment_method_details: { card } }) => [payment_intent, card.last4],
    ),
  )
  for (const { id, amount_due: amount, created, lines, number, payments } of paid)
    await tx
      .insertInto('invoices')
      .values({
        ...ours,
        subscription_id,
        provider_id: id,
        number,
        last4: cards.get(payments.data[0]?.payment.payment_intent ?? '') ?? null,
        amount,
        status: 'paid',
        created_at: toDate(created),
        period_start: toDate(nth(lines.data, 0).period.start),
        period_end: toDate(nth(lines.data, 0).period.end),
      })
      .execute()
  return { owed: { account_id, subscription_id, plan, amount: price.unit_amount }, start, end, times: paid.length }
}

/**
 * Most subscriptions renew. Of ten, one is canceled, one won't renew, one is a trial, and one has a failed or disputed
 * payment.
 */
async function subscribe(tx: Tx, account: string, since: Date, rank: number, now: Date): Promise<void> {
  const isTrial = rank % 10 === 1
  const plan = isTrial ? 'monthly' : nth<PlanName>(['monthly', 'annual', 'monthly', 'quarterly'], rank)
  const isLate = rank % 10 === 9
  // Every other late payment is disputed: the operator was paid, and the member's bank wants the money back.
  const disputed = rank % 20 === 9
  const late = later(now, -days(2))
  const began = isTrial ? later(now, -days(3)) : isLate && !disputed ? afterMonths(late, -plans[plan].months) : since
  const card = isLate && !disputed ? 'fails_later' : 'success'
  const trialDays = isTrial ? TRIAL : 0
  const id = await live(tx, { account, plan, card, began, isEnding: rank % 10 === 4, trialDays }, now)
  const books = openBooks(tx, late)
  const { customer, ...subscription } = await books.get('subscription', id)
  const [charge] = await books.find('charge', { customer })
  if (disputed && charge) await openDispute(books, charge)
  if (rank % 10 === 7) {
    const canceled_at = subscription.items.data[0].current_period_start
    await books.put({ ...subscription, customer, cancel_at_period_end: true, canceled_at })
  }
  const { owed, start, times } = await follow(tx, { account, plan, id, disputed }, now)
  if (isLate) await addLatePayment(tx, owed, late, disputed ? 'dispute' : 'payment')
  // These members updated their card in time.
  else if (rank % 4 === 2 && times > 2) await addLatePayment(tx, owed, later(start, -days(2)), 'payment', start)
  // One payment succeeded after all, which only the nightly comparison noticed.
  if (rank === 0) await addDifference(tx, owed, id, start)
}

type Owed = { account_id: string; subscription_id: string; plan: PlanName; amount: number }

function addDifference(tx: Tx, { account_id, plan, amount }: Owed, id: string, at: Date) {
  const booked = (status: Booked['status']) =>
    JSON.stringify({ status, plan, amount, currency: CURRENCY, cancelAtPeriodEnd: false } satisfies Booked)
  return tx
    .insertInto('payment_differences')
    .values({
      provider: 'sandbox',
      provider_id: id,
      kind: 'changed',
      account_id,
      ours: booked('past_due'),
      theirs: booked('active'),
      outcome: 'taken_over',
      found_at: at,
      settled_at: at,
    })
    .execute()
}

const addLatePayment = (tx: Tx, owed: Owed, since: Date, why: string, paidAt?: Date) =>
  tx
    .insertInto('late_payments')
    .values({ ...owed, why, since, ...(paidAt ? { settled_at: paidAt, outcome: 'paid' } : {}) })
    .execute()

export async function addSubscriptions(
  { tx, now, payments }: Work<'payments'>,
  people: readonly Character[],
  ids: readonly string[],
): Promise<void> {
  if (payments.name !== 'sandbox') return
  const paying = people.flatMap((person, at) =>
    at % 6 === 2 && person.state === 'active' && person.verified && person.profile
      ? [{ person, id: nth(ids, at) }]
      : [],
  )
  for (const [rank, { person, id }] of paying.entries())
    await subscribe(tx, id, later(now, -days(Math.max(1, person.joinedDaysAgo * 0.8))), rank, now)
}
