import { ApiError, CURRENCY, type Invoice, type PlanName, type Subscription } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import type { GatewaySubscription } from '../../infra/payments/gateway.ts'
import { assertStays } from './leaving.ts'
import * as queries from './queries.ts'
import { endNow, takeOver } from './sync.ts'
import { toldSubscription } from './told.ts'
import { beginTrial, offerOf } from './trials.ts'

export { personalData } from './personal-data.ts'

export { create } from './checkout.ts'
export { endBillingOf } from './erased.ts'
export { endRenewalOf } from './leaving.ts'
export { update } from './plan-changes.ts'
export { tellRenewals } from './renewals.ts'
export { reconcile } from './nightly.ts'
export { takeOver } from './sync.ts'
export { toldSubscription } from './told.ts'

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

const none = () => new ApiError('not_found', 'There is no subscription.')

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
  act: (theirs: GatewaySubscription, row: queries.Row) => Promise<unknown>,
): Promise<Subscription> {
  const row = await queries.livingOf(context.db, account.id)
  if (!row?.provider_id || row.status === 'incomplete') throw none()
  const theirs = await context.payments.fetch(row.provider_id)
  if (!theirs) throw none()
  await act(theirs, row)
  await takeOver(context, row.provider_id)
  return toldSubscription((await queries.byId(context.db, account.id, row.id))!)
}

export const cancel = (context: Deps, account: Account, atPeriodEnd: boolean): Promise<Subscription> =>
  withRunning(context, account, async (theirs) => {
    const done = theirs.status === 'canceled' || (atPeriodEnd && theirs.cancelAtPeriodEnd)
    if (!done) await context.payments.cancel(theirs.id, atPeriodEnd)
  })

export const reactivate = (context: Deps, account: Account): Promise<Subscription> =>
  withRunning(context, account, async (theirs, row) => {
    assertStays(account)
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
  if (after.status === queries.SUPERSEDED)
    throw new ApiError('conflict', 'You chose another plan since then. Whatever you paid for this one is refunded.')
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

export const allOf = async ({ db }: Deps, account: Account): Promise<Subscription[]> =>
  (await queries.ofAccount(db, account.id)).map(toldSubscription)

/** Ends what somebody pays for now, where anything runs: staff took them out. */
export async function endFor(context: Deps, accountId: string): Promise<void> {
  const row = await queries.livingOf(context.db, accountId)
  if (row?.provider_id && row.status !== 'incomplete') await endNow(context, row.provider_id)
}
