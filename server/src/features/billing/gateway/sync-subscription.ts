import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { GatewaySubscription } from '../../../infra/payments/gateway.ts'
import { isEventSaved, type BillingEvent } from '../billing-events.sql.ts'
import { isRunning, SUPERSEDED } from '../rules.ts'
import { ourEntry, saveDifference, theirEntry } from '../nightly/differences.sql.ts'
import { findByGatewayId, type GatewayRow, type SubscriptionRow } from '../subscriptions.sql.ts'
import { endSuperseded } from './end-superseded.ts'
import { saveSnapshot } from './save-snapshot.ts'

// The gateway is the source of truth. Any trigger reads the gateway's state and saves it, so events in any sequence,
// repeated or not, lead to the same state. We read before we lock the row. Each change of the row increments its
// version: if the version has changed since the read, the read may be outdated and is repeated.

const MAX_READS = 8

/** Our row before and after, if we have one. `isMissing`: the gateway doesn't know our row. */
export type SyncResult = { differed: boolean; isMissing?: true; before?: SubscriptionRow; after?: SubscriptionRow }

export async function syncSubscription(context: Deps, gatewayId: string, event?: BillingEvent): Promise<SyncResult> {
  if (event && (await isEventSaved(context.db, event.id))) return { differed: false }
  const { theirs, ...result } = await readAndSave(context, gatewayId, event)
  if (theirs?.dispute === 'lost' && theirs.status !== 'canceled') await endSubscription(context, gatewayId)
  return result
}

export async function endSubscription(context: Deps, gatewayId: string): Promise<void> {
  const theirs = await context.payments.fetch(gatewayId)
  if (theirs && theirs.status !== 'canceled') await context.payments.cancel(gatewayId, false)
  await readAndSave(context, gatewayId)
}

type ReadResult = SyncResult & { theirs?: GatewaySubscription }

/**
 * Premium is granted only at the agreed price. Events of a changed plan, which has another price, may arrive before
 * those of the first payment.
 */
const isAsAgreed = (row: SubscriptionRow, { plan, amount, currency }: GatewaySubscription): boolean =>
  row.currency === currency && (row.status !== 'incomplete' || row.plan !== plan || row.amount === amount)

async function keepForStaff(context: Deps, row: GatewayRow, theirs: GatewaySubscription): Promise<ReadResult> {
  await saveDifference(context, {
    kind: 'changed',
    providerId: theirs.id,
    accountId: row.account_id,
    ours: ourEntry(row),
    theirs: theirEntry(theirs),
    outcome: 'open',
  })
  return { differed: false }
}

/** If the gateway stops recognizing the payer's location, it continues without tax, and only staff can fix that. */
async function noteLostTax(context: Deps, row: GatewayRow, theirs: GatewaySubscription): Promise<void> {
  if (row.tax_country === null || theirs.isTaxed || !isRunning(theirs)) return
  await saveDifference(context, {
    kind: 'untaxed',
    providerId: theirs.id,
    accountId: row.account_id,
    ours: null,
    theirs: null,
    outcome: 'open',
  })
}

async function readAndSave(context: Deps, gatewayId: string, event?: BillingEvent): Promise<ReadResult> {
  const { db, payments } = context
  for (let read = 0; read < MAX_READS; read++) {
    const row = await findByGatewayId(db, gatewayId)
    if (!row) return { differed: false }
    if (row.status === SUPERSEDED) return { differed: await endSuperseded(context, row, event) }
    const theirs = await payments.fetch(gatewayId)
    if (!theirs) return { differed: false, isMissing: true, before: row }
    if (!isAsAgreed(row, theirs)) return keepForStaff(context, row, theirs)
    // A checkout owes nothing until it is paid.
    const invoices = theirs.status === 'incomplete' ? [] : await payments.invoices(gatewayId)
    const saved = await saveSnapshot(context, row, { theirs, invoices, event })
    if (saved === 'repeated') return { differed: false }
    if (saved === 'stale') continue
    await noteLostTax(context, row, theirs)
    return { theirs, ...saved }
  }
  throw new ApiError('unavailable', 'This subscription is being updated. Please try again in a moment.', {
    retryAfter: 5,
  })
}
