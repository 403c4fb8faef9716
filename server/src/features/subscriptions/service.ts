import {
  ApiError,
  CURRENCY,
  type Invoice,
  type PaymentMethod,
  type PlanName,
  type Subscription,
} from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import { isTaken } from '../../infra/db/db.ts'
import type { Offer, ProviderSubscription } from '../../infra/payments/payments.ts'
import { configurationOf } from '../configuration/service.ts'
import * as queries from './queries.ts'
import { endNow, takeOver } from './sync.ts'
import { beginTrial, trialOf } from './trials.ts'

export { tellRenewals } from './renewals.ts'
export { reconcile } from './nightly.ts'
export { takeOver } from './sync.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

export const toldSubscription = (row: queries.Row): Subscription => ({
  _id: row.id,
  plan: row.plan as PlanName,
  amount: row.amount,
  status: row.status as Subscription['status'],
  currentPeriodStart: iso(row.current_period_start),
  currentPeriodEnd: iso(row.current_period_end),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  canceledAt: iso(row.canceled_at),
  cancelAtPeriodEnd: row.cancel_at_period_end,
  trialStart: iso(row.trial_start),
  trialEnd: iso(row.trial_end),
})

export const toldInvoice = (row: queries.InvoiceRow): Invoice => ({
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
})

/** What a plan costs whoever takes it now. */
const offerOf = async (context: Deps, plan: PlanName): Promise<Offer> => ({
  plan,
  amount: (await configurationOf(context)).prices[plan],
})

const noCard = () => new ApiError('not_found', 'There is no such card.')
const none = () => new ApiError('not_found', 'There is no subscription.')

/** The one that lives, begun where there is none. Whoever asks twice at once gets the same. */
async function begun(context: Deps, accountId: string, plan: PlanName): Promise<queries.Row> {
  const { db, payments, clock } = context
  const there = await queries.livingOf(db, accountId)
  const over = there?.status === 'past_due' && there.current_period_end! <= clock.now()
  // Its week of grace is over: whoever wants premium again begins anew, and owes nothing.
  if (over) await endNow(context, there.provider_id!)
  else if (there) return there
  try {
    return await queries.begin(db, accountId, payments.name, await offerOf(context, plan), clock.now())
  } catch (error) {
    const other = isTaken(error, 'subscriptions_living') ? await queries.livingOf(db, accountId) : undefined
    if (!other) throw error
    return other
  }
}

export async function create(context: Deps, account: Account, plan: PlanName) {
  const { db, payments, clock } = context
  let row = await begun(context, account.id, plan)
  if (row.status !== 'incomplete')
    throw new ApiError('conflict', 'You have a subscription already. Change its plan instead.')
  const offer = await offerOf(context, plan)
  const { amount } = offer
  if (row.plan !== plan || row.amount !== amount)
    row = await queries.change(db, row.id, { ...offer, provider_id: null, setup_intent_id: null, trial_days: null })
  const trialDays = await trialOf(context, account.id, plan)
  if (trialDays > 0) return tried(context, row, trialDays)
  // The key is the row's and its offer's: however often this runs, the provider makes one.
  const made = await payments.create(account.id, offer, `${row.id}:${plan}:${amount}`)
  row = await queries.change(db, row.id, {
    provider_id: made.id,
    client_secret: made.clientSecret,
    payment_intent_id: made.paymentIntentId,
    requires_action: made.requiresAction,
    updated_at: clock.now(),
  })
  return {
    subscription: toldSubscription(row),
    clientSecret: row.client_secret,
    requiresAction: row.requires_action,
    paymentIntentId: row.payment_intent_id,
    subscriptionId: row.id,
  }
}

/** Nothing is paid now: the card is asked for, and the trial begins when it is known. */
async function tried({ db, payments, clock }: Deps, row: queries.Row, days: number) {
  const { clientSecret, setupIntentId } = await payments.setupIntent(row.account_id, `${row.id}:${row.plan}:card`)
  const asked = await queries.change(db, row.id, {
    provider_id: null,
    client_secret: clientSecret,
    setup_intent_id: setupIntentId,
    trial_days: days,
    updated_at: clock.now(),
  })
  return {
    subscription: toldSubscription(asked),
    clientSecret,
    requiresAction: false,
    paymentIntentId: null,
    subscriptionId: row.id,
    trialDays: days,
  }
}

export async function current({ db, clock }: Deps, account: Account): Promise<Subscription> {
  const row = await queries.usableOf(db, account.id, clock.now())
  if (!row) throw none()
  return toldSubscription(row)
}

/**
 * Does something with the subscription that runs, at the provider first; ours follows. `act` sees what the provider has: what
 * was done there already, and cut off before it was written down here, is not done twice.
 */
async function withRunning(
  context: Deps,
  account: Account,
  act: (theirs: ProviderSubscription, row: queries.Row) => Promise<unknown>,
): Promise<Subscription> {
  const row = await queries.livingOf(context.db, account.id)
  if (!row?.provider_id || row.status === 'incomplete') throw none()
  const theirs = await context.payments.fetch(row.provider_id)
  if (!theirs) throw none()
  await act(theirs, row)
  await takeOver(context, row.provider_id)
  return toldSubscription((await queries.byId(context.db, account.id, row.id))!)
}

export const update = (context: Deps, account: Account, plan: PlanName): Promise<Subscription> =>
  withRunning(context, account, async (theirs, row) => {
    if (row.plan === plan) throw new ApiError('conflict', 'This is the plan that you have.')
    // What is left of what we gave counts toward the new plan, as what was paid does.
    await queries.change(context.db, row.id, { extend_to: null })
    if (theirs.plan !== plan) await context.payments.update(theirs.id, await offerOf(context, plan))
  })

export const cancel = (context: Deps, account: Account, atPeriodEnd: boolean): Promise<Subscription> =>
  withRunning(context, account, async (theirs) => {
    const done = theirs.status === 'canceled' || (atPeriodEnd && theirs.cancelAtPeriodEnd)
    if (!done) await context.payments.cancel(theirs.id, atPeriodEnd)
  })

export const reactivate = (context: Deps, account: Account): Promise<Subscription> =>
  withRunning(context, account, async (theirs, row) => {
    if (!row.cancel_at_period_end) throw new ApiError('conflict', 'This subscription goes on already.')
    if (theirs.cancelAtPeriodEnd) await context.payments.reactivate(theirs.id)
  })

/** The browser says that it paid; the provider's books say whether it did. */
export async function confirm(context: Deps, account: Account, id: string): Promise<Subscription> {
  const row = await queries.byId(context.db, account.id, id)
  if (row?.provider_id) await takeOver(context, row.provider_id)
  else if (row?.setup_intent_id) await beginTrial(context, row)
  else throw none()
  const after = (await queries.byId(context.db, account.id, id))!
  if (after.status === 'incomplete')
    throw new ApiError(
      'conflict',
      after.requires_action
        ? 'Your bank asks you to confirm the payment first.'
        : after.setup_intent_id
          ? 'The card has not been confirmed.'
          : 'The payment has not gone through.',
    )
  return toldSubscription(after)
}

export async function one({ db }: Deps, account: Account, id: string): Promise<Subscription> {
  const row = await queries.byId(db, account.id, id)
  if (!row) throw none()
  return toldSubscription(row)
}

/** What is left of the running period counts toward the new plan. */
export async function preview(context: Deps, account: Account, plan: PlanName) {
  const { db, clock } = context
  const row = await queries.livingOf(db, account.id)
  if (!row?.current_period_start || !row.current_period_end) throw none()
  // While it is tried nothing has been paid, and nothing is.
  if (row.status === 'trialing' && row.trial_start) return { dueNow: 0, credit: 0, currency: CURRENCY }
  const whole = row.current_period_end.getTime() - row.current_period_start.getTime()
  const left = Math.max(0, row.current_period_end.getTime() - clock.now().getTime()) / whole
  const credit = Math.round(row.amount * left)
  const { amount } = await offerOf(context, plan)
  return { dueNow: Math.max(0, amount - credit), credit, currency: CURRENCY }
}

export const methodsOf = async ({ payments }: Deps, account: Account): Promise<PaymentMethod[]> =>
  (await payments.methods(account.id)).map(({ id, ...method }) => ({ _id: id, ...method }))

/** From now on it is this card; what runs, and what is owed, is paid with it. */
export async function useCard(context: Deps, account: Account, id: string): Promise<void> {
  if (!(await context.payments.setDefault(account.id, id))) throw noCard()
  const row = await queries.livingOf(context.db, account.id)
  if (row?.provider_id) await takeOver(context, row.provider_id)
}

export async function forgetCard({ payments }: Deps, account: Account, id: string): Promise<void> {
  if (!(await payments.removeMethod(account.id, id))) throw noCard()
}

export const allOf = async ({ db }: Deps, account: Account): Promise<Subscription[]> =>
  (await queries.ofAccount(db, account.id)).map(toldSubscription)

/** Ends what somebody pays for now, where anything runs: staff took them out. */
export async function endFor(context: Deps, accountId: string): Promise<void> {
  const row = await queries.livingOf(context.db, accountId)
  if (row?.provider_id && row.status !== 'incomplete') await endNow(context, row.provider_id)
}
