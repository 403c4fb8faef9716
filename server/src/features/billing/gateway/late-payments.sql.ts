import type { Tx } from '../../../infra/db/db.ts'
import type { SubscriptionRow } from '../subscriptions.sql.ts'

export async function saveLatePayment(
  tx: Tx,
  before: SubscriptionRow,
  after: SubscriptionRow,
  now: Date,
): Promise<void> {
  const [wasLate, isLate] = [before.status === 'past_due', after.status === 'past_due']
  if (isLate && !wasLate)
    await tx
      .insertInto('late_payments')
      .values({
        account_id: after.account_id,
        subscription_id: after.id,
        plan: after.plan,
        amount: after.amount,
        why: after.disputed ? 'dispute' : 'payment',
        since: now,
      })
      .execute()
  if (wasLate && !isLate)
    await tx
      .updateTable('late_payments')
      .set({ settled_at: now, outcome: ['active', 'trialing'].includes(after.status) ? 'paid' : 'ended' })
      .where('account_id', '=', after.account_id)
      .where('subscription_id', '=', after.id)
      .where('settled_at', 'is', null)
      .execute()
}
