import { ApiError, type Subscription } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import type { GatewaySubscription } from '../../../infra/payments/gateway.ts'
import { endSubscription, syncSubscription } from '../gateway/sync-subscription.ts'
import { findLiving, getAgain, isAtGateway, type GatewayRow, type SubscriptionRow } from '../subscriptions.sql.ts'
import { toSubscription } from '../to-subscription.ts'
import { assertNotLeaving } from './assert-not-leaving.ts'
import { alone } from './change-leases.sql.ts'
import { noSubscription } from './get-subscription.ts'

const isStarted = (row: SubscriptionRow | undefined): row is GatewayRow =>
  row !== undefined && isAtGateway(row) && row.status !== 'incomplete'

export async function getStarted({ db }: Deps, accountId: string): Promise<GatewayRow> {
  const row = await findLiving(db, accountId)
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
  // Otherwise, a concurrent change of plan would be paid for and then end immediately.
  return atPeriodEnd ? cancel() : alone(context, await getStarted(context, account.id), cancel)
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
  const row = await findLiving(context.db, accountId)
  if (isStarted(row)) await endSubscription(context, row.provider_id)
}
