import { ApiError, type Subscription, message, type MessageDescriptor } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { syncSubscription } from '../gateway/sync-subscription.ts'
import { SUPERSEDED } from '../rules.ts'
import { findOfAccount, getAgain, isAtGateway, isAwaitingCard, type SubscriptionRow } from '../subscriptions.sql.ts'
import { toSubscription } from '../to-subscription.ts'
import { beginTrial } from './begin-trial.ts'
import { noSubscription } from './get-subscription.ts'

function reasonIncomplete({ requires_action, setup_intent_id }: SubscriptionRow): MessageDescriptor {
  if (requires_action) return message('Please confirm the payment with your bank first.')
  return setup_intent_id
    ? message('Your card hasn’t been confirmed yet.')
    : message('Your payment hasn’t gone through yet.')
}

/** The browser's claim to have paid is checked with the gateway. */
export async function confirmCheckout(context: Deps, account: Account, id: string): Promise<Subscription> {
  const row = await findOfAccount(context.db, account.id, id)
  if (row && isAtGateway(row)) await syncSubscription(context, row.provider_id)
  else if (row && isAwaitingCard(row)) await beginTrial(context, row)
  else throw noSubscription()
  const after = await getAgain(context.db, row)
  if (after.status === SUPERSEDED)
    throw new ApiError(
      'conflict',
      'You’ve chosen another plan since then. We’ll refund anything you paid for this one.',
    )
  if (after.status === 'incomplete') throw new ApiError('conflict', reasonIncomplete(after))
  return toSubscription(after)
}
