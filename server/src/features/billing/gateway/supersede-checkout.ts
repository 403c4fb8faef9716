import type { Deps } from '../../../deps.ts'
import { isAtGateway, supersede, type SubscriptionRow } from '../subscriptions.sql.ts'
import { endSuperseded } from './end-superseded.ts'

/** Ends a checkout here and at the gateway. Returns false if it has been paid or superseded. */
export async function supersedeCheckout(context: Deps, row: SubscriptionRow): Promise<boolean> {
  const superseded = await supersede(context.db, row, context.clock.now())
  if (superseded && isAtGateway(superseded)) await endSuperseded(context, superseded)
  return superseded !== undefined
}
