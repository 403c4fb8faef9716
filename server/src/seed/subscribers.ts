import { CURRENCY, plans, type Booked, type PlanName } from '@kindred/contract'
import type { Work } from '../work.ts'
import { afterMonths, days, later } from '../infra/clock.ts'
import type { Tx } from '../infra/db/db.ts'
import { token } from '../infra/payments/sandbox-books.ts'
import type { Character } from './community.ts'
import { nth } from './pick.ts'

// The demo community's subscribers, in the sandbox's records and ours alike, so that every action works on them.

type Period = { from: Date; to: Date }

/** The billing periods since the start. The last one is the current one. */
function periodsSince(began: Date, months: number, now: Date): Period[] {
  const periods: Period[] = []
  for (let from = began; from < now; from = afterMonths(from, months))
    periods.push({ from, to: afterMonths(from, months) })
  return periods
}

/** Most renew. Of ten, one has canceled, one won't renew, one has a trial, and one has a failed or disputed payment. */
const stateOf = (rank: number, now: Date, period: Period) =>
  rank % 10 === 4 && period.to <= now
    ? { status: 'canceled', canceled_at: period.to, current_period_end: period.to }
    : rank % 10 === 7
      ? { status: 'active', canceled_at: period.from, cancel_at_period_end: true, current_period_end: period.to }
      : rank % 10 === 9
        ? { status: 'past_due', current_period_end: later(now, days(5)) }
        : { status: 'active', current_period_end: period.to }

type Paying = { account_id: string; subscription_id: string; provider_id: string; plan: PlanName; amount: number }

async function bill(tx: Tx, { account_id, subscription_id, provider_id, plan, amount }: Paying, periods: Period[]) {
  const bills = periods.map(({ from, to }) => ({
    plan,
    amount,
    status: 'paid',
    created_at: from,
    period_start: from,
    period_end: to,
    id: token('in'),
  }))
  await tx
    .insertInto('sandbox_invoices')
    .values(bills.map((bill) => ({ ...bill, subscription_id: provider_id })))
    .execute()
  await tx
    .insertInto('invoices')
    .values(
      bills.map(({ id, ...bill }) => ({ ...bill, account_id, subscription_id, provider_id: id, currency: CURRENCY })),
    )
    .execute()
}

/** A trial, for which nothing has been paid. */
async function addTrial(tx: Tx, account_id: string, now: Date): Promise<void> {
  const [began, ends] = [later(now, -days(3)), later(now, days(11))]
  const { amount } = plans.monthly
  const trial = { plan: 'monthly', amount, status: 'trialing', trial_start: began, trial_end: ends, created_at: began }
  const [provider_id, intent] = [token('sub'), token('pi')]
  await tx
    .insertInto('sandbox_subscriptions')
    .values({
      ...trial,
      id: provider_id,
      customer: account_id,
      period_start: began,
      period_end: ends,
      card: 'success',
      intent_id: intent,
      client_secret: `${intent}_secret_demo`,
      intent_status: 'succeeded',
    })
    .execute()
  await tx
    .insertInto('subscriptions')
    .values({
      ...trial,
      account_id,
      provider: 'sandbox',
      provider_id,
      trial_days: 14,
      current_period_start: began,
      current_period_end: ends,
      updated_at: began,
    })
    .execute()
}

async function subscribe(tx: Tx, account_id: string, began: Date, rank: number, now: Date): Promise<void> {
  const plan = nth<PlanName>(['monthly', 'annual', 'monthly', 'quarterly'], rank)
  const { months, amount } = plans[plan]
  const whole = periodsSince(began, months, now)
  // Canceled subscriptions ended with the last complete period.
  const periods = rank % 10 === 4 && whole.length > 1 ? whole.slice(0, -1) : whole
  const period = nth(periods, periods.length - 1)
  const { current_period_end, ...state } = stateOf(rank, now, period)
  // Every other late payment is disputed: the provider was paid, and the member's bank wants the money back.
  const disputed = state.status === 'past_due' && rank % 20 === 9
  const [provider_id, intent] = [token('sub'), token('pi')]
  await tx
    .insertInto('sandbox_subscriptions')
    .values({
      id: provider_id,
      customer: account_id,
      plan,
      amount,
      ...state,
      ...(disputed ? { status: 'active', dispute: 'open', disputed_at: later(now, -days(2)) } : {}),
      period_start: period.from,
      period_end: state.status === 'past_due' ? later(current_period_end, -days(7)) : current_period_end,
      card: disputed ? 'dispute' : state.status === 'past_due' ? 'fails_later' : 'success',
      intent_id: intent,
      client_secret: `${intent}_secret_demo`,
      intent_status: 'succeeded',
      created_at: began,
    })
    .execute()
  const { id: subscription_id } = await tx
    .insertInto('subscriptions')
    .values({
      account_id,
      provider: 'sandbox',
      provider_id,
      plan,
      amount,
      ...state,
      disputed,
      current_period_start: period.from,
      current_period_end,
      payment_intent_id: intent,
      created_at: began,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const owed = { account_id, subscription_id, plan, amount }
  await bill(tx, { ...owed, provider_id }, periods)
  // One payment succeeded after all, which we noticed only in the nightly comparison.
  if (rank === 0) await addDifference(tx, { account_id, plan, amount }, provider_id, period.from)
  if (state.status === 'past_due') {
    const since = later(current_period_end, -days(7))
    await addLatePayment(tx, owed, since, disputed ? 'dispute' : 'payment')
  } else if (rank % 4 === 2 && periods.length > 2) {
    // These members updated their card in time.
    await addLatePayment(tx, owed, later(period.from, -days(2)), 'payment', period.from)
  }
}

function addDifference(tx: Tx, { account_id, plan, amount }: Omit<Owed, 'subscription_id'>, id: string, at: Date) {
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

type Owed = Omit<Paying, 'provider_id'>

const addLatePayment = (tx: Tx, owed: Owed, since: Date, why: string, paidAt?: Date) =>
  tx
    .insertInto('late_payments')
    .values({ ...owed, why, since, ...(paidAt ? { settled_at: paidAt, outcome: 'paid' } : {}) })
    .execute()

export async function subscribers(
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
    if (rank % 10 === 1) await addTrial(tx, id, now)
    else await subscribe(tx, id, later(now, -days(Math.max(1, person.joinedDaysAgo * 0.8))), rank, now)
}
