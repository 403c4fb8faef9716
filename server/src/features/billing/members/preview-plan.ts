import { CURRENCY, type PlanName } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { priceOfChange } from '../rules.ts'
import { findLiving } from '../subscriptions.sql.ts'
import { currentOffer } from './begin-trial.ts'
import { noSubscription } from './get-subscription.ts'

/** What a change to this plan would cost now. */
export async function previewPlan(context: Deps, account: Account, plan: PlanName) {
  const { db, clock, payments } = context
  const row = await findLiving(db, account.id)
  if (!row?.current_period_start || !row.current_period_end) throw noSubscription()
  const { current_period_start, current_period_end, amount } = row
  // Nothing has been paid during a trial, and the change costs nothing then.
  if (row.status === 'trialing' && row.trial_start) return { dueNow: 0, credit: 0, currency: CURRENCY }
  const now = clock.now()
  const price = priceOfChange(
    { current_period_start, current_period_end, amount },
    await currentOffer(context, plan),
    now,
    row.provider_id ? await payments.leftover(row.provider_id) : 0,
  )
  return { ...price, currency: CURRENCY }
}
