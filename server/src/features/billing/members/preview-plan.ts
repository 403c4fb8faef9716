import { type CancellationPreview, type PlanName, type PlanPreview, plans } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { afterMonths } from '../../../infra/clock.ts'
import { isUnpaid, priceOfChange } from '../rules.ts'
import { findLiving } from '../subscriptions.sql.ts'
import { offerIn } from './begin-trial.ts'
import { getStarted } from './cancel-subscription.ts'
import { currentPeriodOf } from './current-period.ts'
import { noSubscription } from './get-subscription.ts'

export async function previewPlan(context: Deps, account: Account, plan: PlanName): Promise<PlanPreview> {
  const { db, clock, payments } = context
  const row = await findLiving(db, account.id)
  const period = row && (await currentPeriodOf(db, row))
  if (!period) throw noSubscription()
  const { amount, currency } = await offerIn(context, row, plan)
  const now = clock.now()
  if (isUnpaid(row)) return { amount, currency, dueNow: 0, credit: 0, carried: 0, until: period.end.toISOString() }
  const earlier = row.provider_id ? await payments.credit(row.provider_id) : { leftover: 0, settled: 0 }
  const until = afterMonths(now, plans[plan].months).toISOString()
  return { amount, currency, ...priceOfChange(period, amount, now, earlier), until }
}

/** Nothing is refunded when canceling at the end of the period, and premium stays for the time that was paid for. */
export async function previewCancellation(context: Deps, account: Account): Promise<CancellationPreview> {
  const { provider_id, current_period_end: end, currency } = await getStarted(context, account.id)
  const { leftover: credit } = await context.payments.credit(provider_id)
  return { until: end?.toISOString() ?? null, refund: 0, credit, currency }
}
