import { ApiError, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { wrongKeys } from '../../../infra/push.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { deleteOldSubscriptions, lockSubscriptions, saveSubscription } from './push.sql.ts'

/** No one uses more browsers than this. Beyond it, the oldest gets no more pushes. */
const MOST_BROWSERS = 10

type SubscriptionInput = { endpoint: string; keys: { p256dh: string; auth: string } }

export async function subscribePush(
  context: Deps,
  accountId: string,
  { endpoint, keys: { p256dh, auth } }: SubscriptionInput,
): Promise<void> {
  const msg = message('This isn’t a key of a browser.')
  const errors = wrongKeys({ p256dh, auth }).map((key) => ({ path: `keys.${key}`, msg }))
  if (errors.length > 0) throw new ApiError('invalid_request', msg, { errors })
  if (!context.push.isKnown(endpoint)) throw new ApiError('conflict', 'We don’t support this push service.')
  await unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    await lockSubscriptions(tx, accountId)
    await saveSubscription(tx, { account_id: accountId, endpoint, p256dh, auth, created_at: now })
    await deleteOldSubscriptions(tx, accountId, MOST_BROWSERS)
  })
}
