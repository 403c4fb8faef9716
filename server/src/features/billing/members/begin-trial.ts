import { ApiError, type PlanName } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Offer } from '../../../infra/payments/gateway.ts'
import { configurationOf } from '../../operations/index.ts'
import type { BillingEvent } from '../billing-events.sql.ts'
import { ensurePayer } from '../gateway/ensure-customer.ts'
import { syncSubscription } from '../gateway/sync-subscription.ts'
import { hasHadPremium, updateSubscription, type AwaitingCardRow, type SubscriptionRow } from '../subscriptions.sql.ts'

export async function currentOffer(context: Deps, plan: PlanName): Promise<Offer> {
  const { prices, currency } = await configurationOf(context)
  return { plan, amount: prices[plan], currency }
}

/** A subscription never moves to another currency. */
export async function offerIn(context: Deps, { currency }: SubscriptionRow, plan: PlanName): Promise<Offer> {
  const offer = await currentOffer(context, plan)
  if (offer.currency === currency) return offer
  throw new ApiError(
    'conflict',
    'Our prices are in another currency now, so you can’t change this plan. Cancel it, and choose a new one once ' +
      'it ends.',
  )
}

/** In days. Only a first subscription has a trial. */
export async function trialDaysFor(context: Deps, accountId: string, plan: PlanName): Promise<number> {
  const days = (await configurationOf(context)).trialDays[plan]
  return days > 0 && (await hasHadPremium(context.db, accountId)) ? 0 : days
}

/** The idempotency key ensures that the gateway creates only one, however often this runs. */
export async function beginTrial(context: Deps, row: AwaitingCardRow, event?: BillingEvent): Promise<void> {
  const { id, plan, amount, currency, trial_days: days, setup_intent_id: setupIntentId } = row
  const payer = await ensurePayer(context, row)
  const trial = { days, setupIntentId }
  const theirs = await context.payments.beginTrial(payer, { plan, amount, currency }, trial, `${id}:${setupIntentId}`)
  if (!theirs) return
  await updateSubscription(context.db, row, { provider_id: theirs.id })
  await syncSubscription(context, theirs.id, event)
}
