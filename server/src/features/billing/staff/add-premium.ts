import type { Work } from '../../../work.ts'
import type { ExtendedRow } from '../gateway/extend-subscription.ts'
import { findLiving, isAtGateway, updateSubscription, type SubscriptionRow } from '../subscriptions.sql.ts'
import { insertGift, premiumUntil } from './gifts.sql.ts'

type Added = { row: SubscriptionRow; until: Date; extended?: ExtendedRow }

/**
 * The account is locked. A running subscription is extended here, and the caller extends it at the gateway afterwards.
 * Without one, the gift begins when the paid time ends.
 */
export async function addPremium(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  accountId: string,
  endAfter: (from: Date) => Date,
): Promise<Added> {
  const living = await findLiving(tx, accountId)
  const isRunning = living?.status === 'active' || living?.status === 'trialing'
  if (!living || !isRunning || !isAtGateway(living) || !living.current_period_end) {
    const paidUntil = await premiumUntil(tx, accountId)
    const from = paidUntil && paidUntil > now ? paidUntil : now
    const until = endAfter(from)
    return { row: await insertGift(tx, accountId, from, until, now), until }
  }
  const { provider_id, current_period_end: end, extend_to: before } = living
  const until = endAfter(before && before > end ? before : end)
  const row = await updateSubscription(tx, living, { extend_to: until, updated_at: now })
  return { row, until, extended: { ...row, provider_id, extend_to: until } }
}
