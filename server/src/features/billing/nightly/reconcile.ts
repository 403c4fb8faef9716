import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { failFor, forEachSeparately } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { endSuperseded } from '../gateway/end-superseded.ts'
import { extendSubscription } from '../gateway/extend-subscription.ts'
import { endSubscription } from '../gateway/sync-subscription.ts'
import { beginTrial } from '../members/begin-trial.ts'
import { endRenewal, listRenewingOfLeaving } from '../members/end-renewal.ts'
import { compareBooks, type ForEach } from './compare-books.ts'
import { closeDifference, differs, listOpen, type OpenDifference } from './differences.sql.ts'
import {
  listAwaitingCard,
  listDue,
  listOverdue,
  listSettled,
  listSupersededSince,
  listToExtend,
  readUntil,
  saveReadUntil,
} from './reconciliation.sql.ts'
import { syncAndNote } from './sync-and-note.ts'
import type { GatewaySubscription } from '../../../infra/payments/gateway.ts'
import { customerIdsOf } from '../gateway/customers.sql.ts'
import { isLiving, isRunning } from '../rules.ts'
import { findByGatewayIds, type SubscriptionRow } from '../subscriptions.sql.ts'

async function closeCorrectedDifferences(context: Deps): Promise<void> {
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

const MOST = 20_000
const AT_ONCE = 8

/**
 * Reads subscriptions that no event has changed for a day: those with a due renewal, payment or trial, and as many of
 * the others as a night allows, continuing where the last night ended.
 */
async function readRunning(context: Deps, forEach: ForEach, most = MOST): Promise<void> {
  const { db, clock, payments } = context
  const now = clock.now()
  const since = later(now, -days(1))
  const read = (rows: readonly { provider_id: string }[]) =>
    forEach(rows, ({ provider_id }) => syncAndNote(context, provider_id), AT_ONCE)
  await read(await listDue(db, since, now))
  const last = await readUntil(db, payments.name)
  const settled = await listSettled(db, since, now, last, most)
  const { failed } = await read(settled)
  // If too many reads failed, the next night repeats them.
  if (failed * 2 <= settled.length) await saveReadUntil(db, payments.name, settled.at(-1)?.provider_id ?? '')
}

const RETRIED = days(3)

/**
 * Retries interrupted requests to the gateway, reads what events may have missed, and compares the books. Staff see the
 * differences, and the log counts them. A failure doesn't stop the rest; the job fails at its end, so that it is
 * retried, and shown to staff if that doesn't help.
 */
export async function reconcile(context: Deps, most?: number): Promise<void> {
  const { db, clock, log } = context
  const now = clock.now()
  const report = { read: 0, corrected: 0, failed: 0 }
  const failures: unknown[] = []
  const fail = (error: unknown) => {
    report.failed = failures.push(error)
    log.error({ err: error }, 'reconciliation')
  }
  const forEach: ForEach = async (rows, run, atOnce = 1) => {
    const before = report.failed
    const one = (row: (typeof rows)[number]) =>
      run(row).then((differed) => void (report.corrected += differed === true ? 1 : 0), fail)
    for (let at = 0; at < rows.length; at += atOnce) await Promise.all(rows.slice(at, at + atOnce).map(one))
    report.read += rows.length
    return { failed: report.failed - before }
  }
  await forEach(await listToExtend(db), (row) => extendSubscription(context, row))
  await forEach(await listSupersededSince(db, later(now, -RETRIED)), (row) => endSuperseded(context, row))
  await forEach(await listRenewingOfLeaving(db), (row) => endRenewal(context, row))
  await forEach(await listAwaitingCard(db, later(now, -RETRIED)), (row) => beginTrial(context, row))
  await readRunning(context, forEach, most)
  // The gateway may keep trying the card after the week of grace. We end the subscription, so that the member can start
  // over.
  await forEach(await listOverdue(db, now), ({ provider_id }) => endSubscription(context, provider_id))
  await compareBooks(context, forEach).catch(fail)
  await closeCorrectedDifferences(context).catch(fail)
  await publish(context, report)
  // The two steps that list the gateway's books count, too.
  failFor(failures, report.read + 2)
}

/** The audit log gets the report only if anything was corrected or failed. */
async function publish(context: Deps, report: { read: number; corrected: number; failed: number }): Promise<void> {
  const { db, log, payments } = context
  log.info(report, 'reconciled with the payment gateway')
  const open = (await listOpen(db, payments.name)).length
  if (report.corrected + report.failed === 0) return
  await unitOfWork(context, SYSTEM, (work) =>
    audit(work, { action: 'payments.reconciled', details: { ...report, ...(open > 0 ? { open } : {}) } }),
  )
}
