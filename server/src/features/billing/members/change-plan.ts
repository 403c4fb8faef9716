import { ApiError, type PlanChange, type Subscription } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import type { GatewaySubscription, Settlement } from '../../../infra/payments/gateway.ts'
import { syncSubscription } from '../gateway/sync-subscription.ts'
import { effectiveStatus, hasEnded, isUnpaid, settledBy, withheldFrom } from '../rules.ts'
import { getAgain, updateSubscription, type GatewayRow } from '../subscriptions.sql.ts'
import { toSubscription } from '../to-subscription.ts'
import { assertNotLeaving } from './assert-not-leaving.ts'
import { offerIn } from './begin-trial.ts'
import { getStarted } from './cancel-subscription.ts'
import { alone, type Outcome } from './change-leases.sql.ts'
import { currentPeriodOf } from './current-period.ts'
import { noSubscription } from './get-subscription.ts'

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
  await alone(context, row, async (lease, outcome) => {
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
  // The row was read under the lease, so it includes a change that was made a moment before.
  if (lease.plan === plan) throw new ApiError('conflict', 'You’re already on this plan.')
  const theirs = await payments.fetch(lease.provider_id)
  if (!theirs) throw noSubscription()
  // We may not have saved the late payment yet.
  if (effectiveStatus(theirs) === 'past_due') await syncSubscription(context, theirs.id)
  assertPaid(theirs)
  const offer = await offerIn(context, lease, plan)
  if (price && (price.amount !== offer.amount || price.currency !== offer.currency))
    throw new ApiError('conflict', 'The price of this plan has just changed. Please check it and try again.')
  // The rest of a gift counts toward the new plan like a payment.
  await updateSubscription(db, lease, { extend_to: null })
  // An earlier try changed the plan but stopped before we saved it.
  if (theirs.plan === plan) return
  const settlement = await settle(context, lease)
  outcome.isKnown = false
  const changed = await payments.update(theirs.id, offer, settlement, `${lease.id}:plan:${lease.version}`)
  outcome.isKnown = true
  if (changed) return
  await updateSubscription(db, lease, { extend_to: lease.extend_to })
  await syncSubscription(context, theirs.id)
  if (hasEnded(await getAgain(db, lease))) throw noSubscription()
  throw new ApiError('conflict', 'Your card was declined, so nothing has changed. Use another card and try again.')
}
