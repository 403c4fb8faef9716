import type { Deps } from '../../../deps.ts'
import { isTaken } from '../../../infra/db/db.ts'
import type { GatewaySubscription } from '../../../infra/payments/gateway.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { saveInvoices } from '../gateway/save-snapshot.ts'
import { supersedeCheckout } from '../gateway/supersede-checkout.ts'
import { syncSubscription } from '../gateway/sync-subscription.ts'
import { hasEnded, hasRefundable, isRunning } from '../rules.ts'
import { findLiving, updateIncomplete, type SubscriptionRow } from '../subscriptions.sql.ts'
import { saveDifference, theirEntry, type Difference } from './differences.sql.ts'
import { insertAdopted, type AccountState } from './reconciliation.sql.ts'

// Subscriptions at the gateway without a row here (docs/decisions/0015-payment-reconciliation.md).

/**
 * Adopts a subscription if its payer has no other, and ends it if the payer has one or was erased, or if it was never
 * paid. One that names none of our accounts may not be ours to end, so staff decide. Returns true if it was corrected.
 */
export async function decideUnknown(
  context: Deps,
  theirs: GatewaySubscription,
  accounts: ReadonlyMap<string, AccountState>,
): Promise<boolean> {
  const note = (outcome: Difference['outcome'], accountId: string | null) =>
    saveDifference(context, {
      kind: 'unknown',
      providerId: theirs.id,
      accountId,
      ours: null,
      theirs: theirEntry(theirs),
      outcome,
    })
  const isOver = hasEnded(theirs)
  const { account } = theirs
  const state = account ? accounts.get(account) : undefined
  if (!account || !state) {
    if (!isOver) await note('open', null)
    return false
  }
  if (isOver && (state === 'erased' || !(await hasOurMoney(context, theirs)))) return false
  const isAdopted = state === 'present' && (await tryToAdopt(context, account, theirs))
  if (!isAdopted) await context.payments.cancel(theirs.id, false)
  await note(isAdopted ? 'taken_over' : 'ended', state === 'present' ? account : null)
  return true
}

const hasOurMoney = async ({ payments }: Deps, { id }: GatewaySubscription): Promise<boolean> =>
  (await payments.invoices(id)).some(hasRefundable)

const isTheirs = (row: SubscriptionRow, { plan, amount, currency }: GatewaySubscription): boolean =>
  row.provider_id === null && row.plan === plan && row.amount === amount && row.currency === currency

async function tryToAdopt(context: Deps, accountId: string, theirs: GatewaySubscription): Promise<boolean> {
  const { db, clock } = context
  const living = await findLiving(db, accountId)
  if (living && isTheirs(living, theirs)) {
    const values = { provider_id: theirs.id, updated_at: clock.now() }
    if (!(await updateIncomplete(db, living, values))) return false
    await syncSubscription(context, theirs.id)
    return true
  }
  if (theirs.status === 'incomplete' || (living && isRunning(living) && isRunning(theirs))) return false
  // A later, unpaid checkout gives way to the running subscription.
  if (living && isRunning(theirs)) await supersedeCheckout(context, living)
  return adopt(context, accountId, theirs)
}

/** Sends no receipts, because the payer got them at the time of payment. */
async function adopt(context: Deps, accountId: string, theirs: GatewaySubscription): Promise<boolean> {
  const { payments } = context
  const invoices = await payments.invoices(theirs.id)
  try {
    await unitOfWork(context, SYSTEM, async (work) => {
      const row = await insertAdopted(work.tx, accountId, payments.name, theirs, work.now)
      await saveInvoices(work.tx, invoices, row)
    })
  } catch (error) {
    // The member started another subscription at the same time.
    if (isTaken(error, 'subscriptions_living')) return false
    throw error
  }
  await syncSubscription(context, theirs.id)
  return true
}
