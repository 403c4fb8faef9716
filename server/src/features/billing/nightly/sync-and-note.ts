import type { Deps } from '../../../deps.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { syncSubscription } from '../gateway/sync-subscription.ts'
import { findByGatewayId } from '../subscriptions.sql.ts'
import { ourEntry, saveDifference, theirEntry } from './differences.sql.ts'

export async function syncAndNote(context: Deps, gatewayId: string): Promise<boolean> {
  const result = await syncSubscription(context, gatewayId).catch(async (error: unknown) => {
    if (!isTaken(error, 'subscriptions_living')) throw error
    await noteSecond(context, gatewayId)
  })
  if (!result) return false
  const { before, after, differed, isMissing } = result
  if (!before || !(differed || isMissing)) return differed
  await saveDifference(context, {
    kind: isMissing ? 'missing' : 'changed',
    providerId: gatewayId,
    accountId: before.account_id,
    ours: ourEntry(before),
    theirs: after ? ourEntry(after) : null,
    outcome: isMissing ? 'open' : 'taken_over',
  })
  return differed
}

/** It has ended here but runs at the gateway, and the member has another one now. Staff decide which one stays. */
async function noteSecond(context: Deps, gatewayId: string): Promise<void> {
  const row = await findByGatewayId(context.db, gatewayId)
  const theirs = await context.payments.fetch(gatewayId)
  if (!row || !theirs) return
  await saveDifference(context, {
    kind: 'changed',
    providerId: gatewayId,
    accountId: row.account_id,
    ours: ourEntry(row),
    theirs: theirEntry(theirs),
    outcome: 'open',
  })
}
