import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { saveSubscription } from './push.sql.ts'

type SubscriptionInput = { endpoint: string; keys: { p256dh: string; auth: string } }

export async function subscribePush(
  { db, push, clock }: Deps,
  accountId: string,
  { endpoint, keys: { p256dh, auth } }: SubscriptionInput,
): Promise<void> {
  if (!push.isKnown(endpoint)) throw new ApiError('conflict', 'We don’t support this push service.')
  await saveSubscription(db, { account_id: accountId, endpoint, p256dh, auth, created_at: clock.now() })
}
