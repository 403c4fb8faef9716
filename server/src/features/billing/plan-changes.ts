import { ApiError, type PlanName, type Subscription } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import { later, minutes } from '../../infra/clock.ts'
import type { Db } from '../../infra/db/db.ts'
import type { GatewaySubscription } from '../../infra/payments/gateway.ts'
import { assertStays } from './leaving.ts'
import * as queries from './queries.ts'
import { statusOf, takeOver } from './sync.ts'
import { toldSubscription } from './told.ts'
import { offerOf } from './trials.ts'

/** Longer than a call to the provider with its repeats takes: after that, its books say what became of the call. */
const LEASE = minutes(1)

/** The row under a lease for one change of its plan, or nothing where another change is under way. */
const beginLease = (db: Db, id: string, now: Date, until: Date): Promise<queries.Row | undefined> =>
  db
    .updateTable('subscriptions')
    .set({ changing_until: until })
    .where('id', '=', id)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .where((eb) => eb.or([eb('changing_until', 'is', null), eb('changing_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()

/** Ends that lease, and no later one. */
const endLease = (db: Db, { id, changing_until }: queries.Row) =>
  db
    .updateTable('subscriptions')
    .set({ changing_until: null })
    .where('id', '=', id)
    .where('changing_until', '=', changing_until)
    .execute()

const none = () => new ApiError('not_found', 'There is no subscription.')

const assertPaid = (theirs: GatewaySubscription): void => {
  if (statusOf(theirs) !== 'past_due') return
  throw new ApiError(
    'conflict',
    theirs.dispute
      ? 'Your last payment is disputed. You can change your plan once your bank has settled that.'
      : 'Your last payment hasn’t gone through. Use another card first, then change your plan.',
  )
}

/**
 * Changes the plan, at the provider first; ours follows. A change costs money, so there is one at a time: the lease is ended when its
 * outcome is known, and lapses where it isn't.
 */
export async function update(context: Deps, account: Account, plan: PlanName): Promise<Subscription> {
  const { db, clock } = context
  assertStays(account)
  const row = await queries.livingOf(db, account.id)
  if (!row?.provider_id || row.status === 'incomplete') throw none()
  const now = clock.now()
  const lease = await beginLease(db, row.id, now, later(now, LEASE))
  if (!lease) throw new ApiError('conflict', 'Your plan is being changed right now.')
  const outcome = { isKnown: true }
  try {
    await changeAtProvider(context, lease, plan, outcome)
    await takeOver(context, row.provider_id)
  } finally {
    if (outcome.isKnown) await endLease(db, lease)
  }
  return toldSubscription((await queries.byId(db, account.id, row.id))!)
}

async function changeAtProvider(
  context: Deps,
  lease: queries.Row,
  plan: PlanName,
  outcome: { isKnown: boolean },
): Promise<void> {
  const { db, payments } = context
  // Read under the lease: a change that was made a moment before is in it.
  if (lease.plan === plan) throw new ApiError('conflict', 'This is the plan that you have.')
  const theirs = await payments.fetch(lease.provider_id!)
  if (!theirs) throw none()
  // Our books may not have it yet.
  if (statusOf(theirs) === 'past_due') await takeOver(context, theirs.id)
  assertPaid(theirs)
  // What is left of what we gave counts toward the new plan, as what was paid does.
  await queries.change(db, lease.id, { extend_to: null })
  // Done already, and cut off before it was written down here.
  if (theirs.plan === plan) return
  const offer = await offerOf(context, plan)
  outcome.isKnown = false
  const changed = await payments.update(theirs.id, offer, `${lease.id}:plan:${lease.version}`)
  outcome.isKnown = true
  if (changed) return
  await queries.change(db, lease.id, { extend_to: lease.extend_to })
  throw new ApiError('conflict', 'Your card was refused, so nothing has changed. Use another card and try again.')
}
