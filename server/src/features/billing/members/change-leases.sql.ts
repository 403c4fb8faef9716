import { setTimeout as pause } from 'node:timers/promises'
import type { NotNull } from 'kysely'
import { later, minutes, type Clock } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import { isRunning } from '../rules.ts'
import { getAgain, updateOne, type GatewayRow, type Narrowed, type SubscriptionRow } from '../subscriptions.sql.ts'

/** Longer than a call to the gateway takes with its retries. After that, its books show how the call ended. */
const LEASE = minutes(1)

/** Takes the lease to change a plan and returns the row, or nothing while another change has the lease. */
export const beginLease = (db: Db, row: SubscriptionRow, now: Date): Promise<GatewayRow | undefined> =>
  updateOne(db, row, { changing_until: later(now, LEASE) })
    .where('provider_id', 'is not', null)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .where((eb) => eb.or([eb('changing_until', 'is', null), eb('changing_until', '<=', now)]))
    .returningAll()
    .$narrowType<Narrowed & { provider_id: NotNull }>()
    .executeTakeFirst()

/** Ends this lease, but not a later one. */
export const endLease = (db: Db, row: SubscriptionRow) =>
  updateOne(db, row, { changing_until: null }).where('changing_until', '=', row.changing_until).execute()

const TRIES = 50
const BETWEEN = 100

/**
 * Takes the lease once a change that is under way has ended. Returns nothing once the subscription has ended, or after
 * five seconds, as the server that made the change may have died.
 */
export async function waitForLease(db: Db, row: SubscriptionRow, clock: Clock): Promise<GatewayRow | undefined> {
  for (let tried = 0; tried < TRIES; tried++) {
    const lease = await beginLease(db, row, clock.now())
    if (lease || !isRunning(await getAgain(db, row))) return lease
    await pause(BETWEEN)
  }
  return undefined
}
