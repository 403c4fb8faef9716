import type { Deps } from '../../../deps.ts'
import type { GatewayRow } from '../subscriptions.sql.ts'
import { syncSubscription } from './sync-subscription.ts'

export type ExtendedRow = GatewayRow & { extend_to: Date }

/** Idempotent: the end date is the one in our row. */
export async function extendSubscription(context: Deps, { provider_id, extend_to }: ExtendedRow): Promise<void> {
  await context.payments.extend(provider_id, extend_to)
  await syncSubscription(context, provider_id)
}
