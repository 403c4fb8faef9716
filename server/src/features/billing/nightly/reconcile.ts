import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { failFor } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { endSuperseded } from '../gateway/end-superseded.ts'
import { extendSubscription } from '../gateway/extend-subscription.ts'
import { endSubscription } from '../gateway/sync-subscription.ts'
import { beginTrial } from '../members/begin-trial.ts'
import { endRenewal, listRenewingOfLeaving } from '../members/end-renewal.ts'
import { compareBooks, type ForEach } from './compare-books.ts'
import { listOpen } from './differences.sql.ts'
import { listAwaitingCard, listOverdue, listSupersededSince, listToExtend } from './reconciliation.sql.ts'
import { readRunning } from './read-running.ts'
import { closeCorrectedDifferences } from './close-corrected.ts'

/** How far back the job retries calls that may have been cut off. */
const RETRIED = days(3)

/**
 * A nightly job: retries calls to the gateway that were cut off, reads what events may have missed, and compares the
 * books. Staff see what differed, and the log counts it. A failure doesn't stop the rest; the job fails at its end, so
 * that it runs again, and staff see it if that doesn't help.
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
  // The gateway may go on trying the card after the week of grace. We don't, so that the member can start over.
  await forEach(await listOverdue(db, now), ({ provider_id }) => endSubscription(context, provider_id))
  await compareBooks(context, forEach).catch(fail)
  await closeCorrectedDifferences(context).catch(fail)
  await publish(context, report)
  // The two that read the gateway's books count, too.
  failFor(failures, report.read + 2)
}

/** Logs the report. The audit log gets it if anything was corrected or failed. */
async function publish(context: Deps, report: { read: number; corrected: number; failed: number }): Promise<void> {
  const { db, log, payments } = context
  log.info(report, 'reconciled with the payment gateway')
  const open = (await listOpen(db, payments.name)).length
  if (report.corrected + report.failed === 0) return
  await unitOfWork(context, SYSTEM, (work) =>
    audit(work, { action: 'payments.reconciled', details: { ...report, ...(open > 0 ? { open } : {}) } }),
  )
}
