import type { Deps } from '../../../deps.ts'
import type { GatewayRow } from '../subscriptions.sql.ts'
import { syncSubscription } from './sync-subscription.ts'

export type ExtendedRow = GatewayRow & { extend_to: Date }

/** Extends a subscription at the gateway until the day that our row names. Repeating it changes nothing. */
export async function extendSubscription(context: Deps, { provider_id, extend_to }: ExtendedRow): Promise<void> {
  await context.payments.extend(provider_id, extend_to)
  await syncSubscription(context, provider_id)
}
