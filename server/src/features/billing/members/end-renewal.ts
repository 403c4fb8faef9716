import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import { supersedeCheckout } from '../gateway/supersede-checkout.ts'
import { endSubscription, syncSubscription } from '../gateway/sync-subscription.ts'
import { LIVING } from '../rules.ts'
import { isAtGateway, type Narrowed, type SubscriptionRow } from '../subscriptions.sql.ts'

const selectRenewing = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('identity_people', 'identity_people.id', 'subscriptions.account_id')
    .selectAll('subscriptions')
    .$narrowType<Narrowed>()
    .where('identity_people.state', '=', 'deleting')
    .where('subscriptions.status', 'in', LIVING)
    .where('subscriptions.cancel_at_period_end', '=', false)

export const listRenewingOfLeaving = (db: Db): Promise<SubscriptionRow[]> => selectRenewing(db).execute()

/** This job retries until the gateway answers. It does nothing if the member has canceled the deletion. */
export async function endRenewalOf(context: Deps, accountId: string): Promise<void> {
  const row = await selectRenewing(context.db).where('identity_people.id', '=', accountId).executeTakeFirst()
  if (row) await endRenewal(context, row)
}

/**
 * Members keep premium for the period that they paid for. A late subscription ends now, because the gateway would keep
 * trying the card.
 */
export async function endRenewal(context: Deps, row: SubscriptionRow): Promise<void> {
  const { payments, clock } = context
  // A change of plan that is still running would make it renew again.
  if (row.changing_until && row.changing_until > clock.now()) throw new Error('The plan is being changed.')
  if (row.status === 'incomplete' || !isAtGateway(row)) {
    // If the checkout is paid anyway, it is refunded.
    if (!(await supersedeCheckout(context, row))) throw new Error('The subscription has begun meanwhile.')
    return
  }
  const theirs = await payments.fetch(row.provider_id)
  if (theirs?.status === 'past_due') return endSubscription(context, theirs.id)
  if (theirs && theirs.status !== 'canceled' && !theirs.cancelAtPeriodEnd) await payments.cancel(theirs.id, true)
  await syncSubscription(context, row.provider_id)
}
