import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import type { GatewaySubscription } from '../../infra/payments/gateway.ts'
import { eachByItself, failFor } from '../../infra/jobs.ts'
import { audit } from '../operations/index.ts'
import { customersKept } from './customers.ts'
import { differs, openDifferences, settleDifference } from './differences.ts'
import { endRenewal, renewalsOfLeaving } from './leaving.ts'
import * as queries from './queries.ts'
import { endSuperseded } from './superseded.ts'
import { endNow, extend } from './sync.ts'
import { beginTrial } from './trials.ts'
import { isRunning } from './unknown.ts'
import { byProviders } from './walk-queries.ts'
import { followAndNote, walkProvider, type Each } from './walk.ts'
import { SYSTEM, unitOfWork } from '../../work.ts'

/**
 * Each night: what we missed is read from the provider's books, what we wanted of it is asked once more, and what it has is held
 * against what we have. What differed is listed for staff, and counted in the log where there was something. What failed keeps nothing
 * else back; the night fails after everything, so that it is tried again, and staff see it where that doesn't help.
 */
export async function reconcile(context: Deps): Promise<void> {
  const { db, clock, log, payments } = context
  const now = clock.now()
  const report = { read: 0, corrected: 0, failed: 0 }
  const failures: unknown[] = []
  const fails = (error: unknown) => {
    report.failed = failures.push(error)
    log.error({ err: error }, 'reconciliation')
  }
  const each: Each = async (rows, work) => {
    const before = report.failed
    for (const row of rows)
      await work(row).then((differed) => void (report.corrected += differed === true ? 1 : 0), fails)
    report.read += rows.length
    return { failed: report.failed - before }
  }
  await each(await queries.toExtend(db), (row) => extend(context, row))
  await each(await queries.supersededSince(db, later(now, -days(3))), (row) => endSuperseded(context, row))
  await each(await renewalsOfLeaving(db), (row) => endRenewal(context, row))
  await each(await queries.waiting(db, later(now, -days(3))), (row) => beginTrial(context, row))
  await each(await queries.settled(db, later(now, -days(1))), (row) => followAndNote(context, row.provider_id!))
  // Where the provider goes on trying after the week of grace, we do not: whoever wants premium again can begin anew.
  await each(await queries.overdue(db, now), ({ provider_id }) => endNow(context, provider_id!))
  await walkProvider(context, each).catch(fails)
  await settleOpen(context).catch(fails)
  log.info(report, 'reconciled with the payment provider')
  const open = (await openDifferences(db, payments.name)).length
  if (report.corrected + report.failed > 0)
    await unitOfWork(context, SYSTEM, (work) =>
      audit(work, { action: 'payments.reconciled', details: { ...report, ...(open > 0 ? { open } : {}) } }),
    )
  // The two that read the books at the gateway count besides.
  failFor(failures, report.read + 2)
}

/** What was put right since it was found is settled. */
async function settleOpen(context: Deps): Promise<void> {
  const { db, payments, clock } = context
  const open = await openDifferences(db, payments.name)
  const found = await byProviders(
    db,
    open.map(({ provider_id }) => provider_id),
  )
  const rows = new Map(found.map((row) => [row.provider_id, row]))
  const kept = await customersKept(
    context,
    open.flatMap(({ account_id }) => account_id ?? []),
  )
  await eachByItself(open, async (difference) => {
    const row = rows.get(difference.provider_id)
    const theirs = await payments.fetch(difference.provider_id)
    if (isSettled(difference, row, theirs, kept)) await settleDifference(db, difference.id, clock.now())
  })
}

type Open = Awaited<ReturnType<typeof openDifferences>>[number]

function isSettled(
  { kind, account_id }: Open,
  row: queries.Row | undefined,
  theirs: GatewaySubscription | null,
  kept: ReadonlyMap<string, string | null>,
): boolean {
  if (kind === 'missing') return theirs !== null || !row || !queries.isLiving(row)
  if (!theirs || !(isRunning(theirs) || theirs.status === 'incomplete')) return true
  if (kind === 'changed') return row !== undefined && !differs(row, theirs)
  return kind === 'customer' ? kept.get(account_id ?? '') === theirs.customer : row !== undefined
}
