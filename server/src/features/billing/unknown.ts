import type { Deps } from '../../deps.ts'
import { isTaken } from '../../infra/db/db.ts'
import type { GatewaySubscription } from '../../infra/payments/gateway.ts'
import { bookedThere, noteDifference, type Difference } from './differences.ts'
import * as queries from './queries.ts'
import { endSuperseded } from './superseded.ts'
import { follow, takeInvoices } from './sync.ts'
import { insertAdopted, type Person } from './walk-queries.ts'
import { SYSTEM, unitOfWork } from '../../work.ts'

// Subscriptions at the provider that we have no row for (docs/decisions/0015-payment-reconciliation.md).

const RUNNING = ['trialing', 'active', 'past_due']
export const isRunning = ({ status }: { status: string }) => RUNNING.includes(status)

/**
 * What is done about one: it becomes ours where its payer has no other, and is ended where they have, or were erased, or where it was
 * never paid. What names none of our accounts is not ours to touch, and waits for staff. Whether it was put right.
 */
export async function decideUnknown(
  context: Deps,
  theirs: GatewaySubscription,
  people: ReadonlyMap<string, Person>,
): Promise<boolean> {
  const note = (outcome: Difference['outcome'], accountId: string | null) =>
    noteDifference(
      context.db,
      context.payments.name,
      { kind: 'unknown', providerId: theirs.id, accountId, ours: null, theirs: bookedThere(theirs), outcome },
      context.clock.now(),
    )
  const isOver = theirs.status === 'canceled' || theirs.status === 'incomplete_expired'
  const person = theirs.account ? people.get(theirs.account) : undefined
  if (!theirs.account || !person) {
    if (!isOver) await note('open', null)
    return false
  }
  if (isOver && (person === 'erased' || !(await wasPaid(context, theirs)))) return false
  const isOurs = person === 'here' && (await becomesOurs(context, theirs.account, theirs))
  if (!isOurs) await context.payments.cancel(theirs.id, false)
  await note(isOurs ? 'taken_over' : 'ended', person === 'here' ? theirs.account : null)
  return true
}

/** Whether any of its money is still here: what is over and cost nothing is no loss to our books. */
const wasPaid = async ({ payments }: Deps, { id }: GatewaySubscription): Promise<boolean> =>
  (await payments.invoices(id)).some(({ status, amount, refunded }) => status === 'paid' && refunded < amount)

/** Whether it is ours now: as the checkout that was cut off, or as a subscription of its own. */
async function becomesOurs(context: Deps, accountId: string, theirs: GatewaySubscription): Promise<boolean> {
  const { db, clock } = context
  const living = await queries.livingOf(db, accountId)
  if (living && living.provider_id === null && living.plan === theirs.plan && living.amount === theirs.amount) {
    const values = { provider_id: theirs.id, updated_at: clock.now() }
    if (!(await queries.changeIncomplete(db, living.id, values))) return false
    await follow(context, theirs.id)
    return true
  }
  if (theirs.status === 'incomplete' || (living && isRunning(living) && isRunning(theirs))) return false
  // What was begun here after it is not paid: it gives way to what runs.
  if (living && isRunning(theirs)) await giveUp(context, living)
  return adopt(context, accountId, theirs)
}

async function giveUp(context: Deps, living: queries.Row): Promise<void> {
  const superseded = await queries.supersede(context.db, living.id, context.clock.now())
  if (superseded?.provider_id) await endSuperseded(context, superseded)
}

/** Its invoices come with it: their payer got the receipts when they paid. */
async function adopt(context: Deps, accountId: string, theirs: GatewaySubscription): Promise<boolean> {
  const { payments } = context
  const invoices = await payments.invoices(theirs.id)
  try {
    await unitOfWork(context, SYSTEM, async (work) =>
      takeInvoices(work.tx, invoices, await insertAdopted(work.tx, accountId, payments.name, theirs, work.now)),
    )
  } catch (error) {
    // They began another one at this moment.
    if (isTaken(error, 'subscriptions_living')) return false
    throw error
  }
  await follow(context, theirs.id)
  return true
}
