import { ApiError, type Subscription } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { findOfAccount, findUsable, listOfAccount } from '../subscriptions.sql.ts'
import { toSubscription } from '../to-subscription.ts'

export const noSubscription = () => new ApiError('not_found', 'You don’t have a subscription.')

export async function getCurrent({ db, clock }: Deps, account: Account): Promise<Subscription> {
  const row = await findUsable(db, account.id, clock.now())
  if (!row) throw noSubscription()
  return toSubscription(row)
}

export async function getSubscription({ db }: Deps, account: Account, id: string): Promise<Subscription> {
  const row = await findOfAccount(db, account.id, id)
  if (!row) throw noSubscription()
  return toSubscription(row)
}

export const listSubscriptionsOf = async ({ db }: Deps, account: Account): Promise<Subscription[]> =>
  (await listOfAccount(db, account.id)).map(toSubscription)
