import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { renewBannedAddresses } from './account/account.ts'

/** The privacy policy promises these retention times. */
export async function cleanUp(context: Pick<Deps, 'db' | 'clock' | 'lastingKeys'>): Promise<void> {
  const { db, clock } = context
  const ago = (count: number) => later(clock.now(), -days(count))
  await db.deleteFrom('secrets').where('expires_at', '<', ago(7)).execute()
  await db.deleteFrom('sign_ins').where('at', '<', ago(90)).execute()
  // A former address counts for 30 days. After that, it still shows that the current one wasn't the first and, while
  // the current one is unverified, that the account has an owner.
  await db
    .deleteFrom('former_addresses')
    .using('accounts')
    .whereRef('accounts.id', '=', 'former_addresses.account_id')
    .where('ended_at', '<', ago(90))
    .where('accounts.email_verified_at', 'is not', null)
    .execute()
  // Suspended factors can't be restored once the recovery is over.
  await db.deleteFrom('suspended_factors').where('suspended_at', '<', ago(1)).execute()
  // Sessions contain an IP address. They last 90 days at most, and their rows one day longer.
  await db.deleteFrom('sessions').where('ended_at', '<', ago(1)).execute()
  await db.deleteFrom('sessions').where('ends_at', '<', ago(1)).execute()
  await renewBannedAddresses(context)
}
