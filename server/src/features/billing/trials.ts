import type { PlanName } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Offer } from '../../infra/payments/gateway.ts'
import { configurationOf } from '../operations/index.ts'
import { payerOf } from './customers.ts'
import * as queries from './queries.ts'
import { takeOver } from './sync.ts'

/** For how many days somebody tries a plan: whoever has had premium knows it. */
export async function trialOf(context: Deps, accountId: string, plan: PlanName): Promise<number> {
  const days = (await configurationOf(context)).trialDays[plan]
  return days > 0 && (await queries.hasHad(context.db, accountId)) ? 0 : days
}

/**
 * Begins the trial that waited for its card; nothing happens while that is not known. Whoever asks for it, and however often,
 * the provider makes one, and our books follow.
 */
export async function beginTrial(context: Deps, row: queries.Row, event?: { id: string; type: string }): Promise<void> {
  const theirs = await context.payments.beginTrial(
    await payerOf(context, row.account_id),
    { plan: row.plan as PlanName, amount: row.amount },
    { days: row.trial_days!, setupIntentId: row.setup_intent_id! },
    `${row.id}:${row.setup_intent_id}`,
  )
  if (!theirs) return
  await queries.change(context.db, row.id, { provider_id: theirs.id })
  await takeOver(context, theirs.id, event)
}

/** What a plan costs whoever takes it now. */
export const offerOf = async (context: Deps, plan: PlanName): Promise<Offer> => ({
  plan,
  amount: (await configurationOf(context)).prices[plan],
})
