import type { Deps } from '../../../deps.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import type { GatewaySubscription } from '../../../infra/payments/gateway.ts'
import { customerIdsOf } from '../gateway/customers.sql.ts'
import { isLiving, isRunning } from '../rules.ts'
import { findByGatewayIds, type SubscriptionRow } from '../subscriptions.sql.ts'
import { differs, listOpen, closeDifference, type OpenDifference } from './differences.sql.ts'

/** Closes open differences that have been corrected since they were found. */
export async function closeCorrectedDifferences(context: Deps): Promise<void> {
  const { db, payments, clock } = context
  const open = await listOpen(db, payments.name)
  const found = await findByGatewayIds(
    db,
    open.map(({ provider_id }) => provider_id),
  )
  const rows = new Map(found.map((row) => [row.provider_id, row]))
  const accountIds = open.flatMap(({ account_id }) => account_id ?? [])
  const customers = await customerIdsOf(db, payments.name, accountIds)
  await forEachSeparately(open, async (difference) => {
    const row = rows.get(difference.provider_id)
    const theirs = await payments.fetch(difference.provider_id)
    if (isCorrected(difference, row, theirs, customers)) await closeDifference(db, difference.id, clock.now())
  })
}

function isCorrected(
  { kind, account_id }: OpenDifference,
  row: SubscriptionRow | undefined,
  theirs: GatewaySubscription | null,
  customers: ReadonlyMap<string, string | null>,
): boolean {
  if (kind === 'missing') return theirs !== null || !row || !isLiving(row)
  if (!theirs || !(isRunning(theirs) || theirs.status === 'incomplete')) return true
  if (kind === 'untaxed') return theirs.isTaxed
  if (kind === 'changed') return row !== undefined && !differs(row, theirs)
  return kind === 'customer' ? customers.get(account_id ?? '') === theirs.customer : row !== undefined
}
