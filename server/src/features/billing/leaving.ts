import { ApiError } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import type { Db } from '../../infra/db/db.ts'
import * as queries from './queries.ts'
import { endSuperseded } from './superseded.ts'
import { endNow, takeOver } from './sync.ts'

// Nobody pays for an account that is being deleted.

/** Nothing that renews begins while the account is being deleted. */
export function assertStays({ state }: Account): void {
  if (state === 'deleting')
    throw new ApiError('conflict', 'Your account is being deleted. Keep your account first, then try again.')
}

/** Of accounts that are being deleted: what would still be charged. */
const renewals = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('identity_people', 'identity_people.id', 'subscriptions.account_id')
    .selectAll('subscriptions')
    .where('identity_people.state', '=', 'deleting')
    .where('subscriptions.status', 'in', queries.living)
    .where('subscriptions.cancel_at_period_end', '=', false)

export const renewalsOfLeaving = (db: Db): Promise<queries.Row[]> => renewals(db).execute()

/** Done by a job, which tries again until the provider has answered. An account that was kept meanwhile is left as it is. */
export async function endRenewalOf(context: Deps, accountId: string): Promise<void> {
  const row = await renewals(context.db).where('identity_people.id', '=', accountId).executeTakeFirst()
  if (row) await endRenewal(context, row)
}

/** Premium stays for what was paid. What isn't paid ends now, as the provider would go on trying the card. */
export async function endRenewal(context: Deps, row: queries.Row): Promise<void> {
  const { payments, clock } = context
  // A change of plan that is under way would let it renew again.
  if (row.changing_until && row.changing_until > clock.now()) throw new Error('The plan is being changed.')
  if (row.status === 'incomplete') return giveUp(context, row)
  const theirs = await payments.fetch(row.provider_id!)
  if (theirs?.status === 'past_due') return endNow(context, theirs.id)
  if (theirs && theirs.status !== 'canceled' && !theirs.cancelAtPeriodEnd) await payments.cancel(theirs.id, true)
  await takeOver(context, row.provider_id!)
}

/** Nothing was paid yet: if it is all the same, it is refunded. */
async function giveUp(context: Deps, { id }: queries.Row): Promise<void> {
  const superseded = await queries.supersede(context.db, id, context.clock.now())
  if (!superseded) throw new Error('The subscription has begun meanwhile.')
  if (superseded.provider_id) await endSuperseded(context, superseded)
}
