import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@kindred/contract'
import type { NotNull } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { type GatewayRow, getAgain, type Narrowed, type SubscriptionRow, updateOne } from '../queries.ts'
import { isRunning } from '../rules.ts'
import { later, minutes } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'

/** Longer than a request to the gateway takes with its retries. After that, the gateway's state shows the outcome. */
const LEASE = minutes(1)

const takeLease = (db: Db, row: SubscriptionRow, now: Date): Promise<GatewayRow | undefined> =>
  updateOne(db, row, { changing_until: later(now, LEASE) })
    .where('provider_id', 'is not', null)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .where((eb) => eb.or([eb('changing_until', 'is', null), eb('changing_until', '<=', now)]))
    .returningAll()
    .$narrowType<Narrowed & { provider_id: NotNull }>()
    .executeTakeFirst()

/**
 * While `isKnown` is false, a failure keeps the lease until it expires, because the outcome of the change is unknown.
 */
export type Outcome = { isKnown: boolean }

const BETWEEN = 100
/** Tries for five seconds. The server that made another change may have crashed. */
export const LEASE_TRIES = 50

/**
 * Serializes changes that cost money or end what was paid for. A single try is refused while another change is running.
 * Several tries wait for the other change to end, and then run the work even without a lease.
 */
export async function withChangeLease<T>(
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
