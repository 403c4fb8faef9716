import { ApiError } from '@kindred/contract'
import { setTimeout as pause } from 'node:timers/promises'
import type { NotNull } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { later, minutes } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import { isRunning } from '../rules.ts'
import { getAgain, updateOne, type GatewayRow, type Narrowed, type SubscriptionRow } from '../subscriptions.sql.ts'

/** Longer than a call to the gateway takes with its retries. After that, its books show how the call ended. */
const LEASE = minutes(1)

const takeLease = (db: Db, row: SubscriptionRow, now: Date): Promise<GatewayRow | undefined> =>
  updateOne(db, row, { changing_until: later(now, LEASE) })
    .where('provider_id', 'is not', null)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .where((eb) => eb.or([eb('changing_until', 'is', null), eb('changing_until', '<=', now)]))
    .returningAll()
    .$narrowType<Narrowed & { provider_id: NotNull }>()
    .executeTakeFirst()

/** While `isKnown` is false, a failure leaves the lease until it expires: nobody knows how the change ended. */
export type Outcome = { isKnown: boolean }

const BETWEEN = 100
/** For five seconds. The server that made another change may have died. */
export const PATIENTLY = 50

/**
 * Works on a row while nothing else changes the subscription: what costs money, or ends what was paid for, happens one
 * at a time. A single try is refused while another change is under way. Several tries wait for its end, and then work
 * anyway: the subscription has ended, or the other change doesn't.
 */
export async function alone<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  row: GatewayRow,
  work: (row: GatewayRow, outcome: Outcome) => Promise<T>,
  tries = 1,
): Promise<T> {
  let lease = await takeLease(db, row, clock.now())
  for (let tried = 1; !lease && tried < tries && isRunning(await getAgain(db, row)); tried++) {
    await pause(BETWEEN)
    lease = await takeLease(db, row, clock.now())
  }
  if (!lease && tries === 1) throw new ApiError('conflict', 'Your plan is already being changed.')
  const outcome = { isKnown: true }
  try {
    return await work(lease ?? row, outcome)
  } finally {
    const free =
      lease && updateOne(db, lease, { changing_until: null }).where('changing_until', '=', lease.changing_until)
    if (outcome.isKnown) await free?.execute()
  }
}
