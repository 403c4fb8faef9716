import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { audit } from '../audit/service.ts'
import * as queries from './queries.ts'
import { endSuperseded } from './superseded.ts'
import { endNow, extend, takeOver } from './sync.ts'
import { beginTrial } from './trials.ts'

/**
 * Each night: what we missed is read from the provider's books, and what we wanted of it is asked once more. What was found
 * stands in the log, where there was something.
 */
export async function reconcile(context: Deps): Promise<void> {
  const { db, clock, log } = context
  const now = clock.now()
  const report = { read: 0, corrected: 0, failed: 0 }
  const each = async <T>(rows: T[], work: (row: T) => Promise<unknown>) => {
    for (const row of rows)
      await work(row).then(
        (differed) => void (report.corrected += differed === true ? 1 : 0),
        (error: unknown) => {
          report.failed++
          log.error({ err: error }, 'reconciliation')
        },
      )
    report.read += rows.length
  }
  await each(await queries.toExtend(db), (row) => extend(context, row))
  await each(await queries.supersededSince(db, later(now, -days(3))), (row) => endSuperseded(context, row))
  await each(await queries.waiting(db, later(now, -days(3))), (row) => beginTrial(context, row))
  await each(await queries.settled(db, later(now, -days(1))), ({ provider_id }) => takeOver(context, provider_id!))
  // Where the provider goes on trying after the week of grace, we do not: whoever wants premium again can begin anew.
  await each(await queries.overdue(db, now), ({ provider_id }) => endNow(context, provider_id!))
  log.info(report, 'reconciled with the payment provider')
  if (report.corrected + report.failed > 0)
    await audit(db, { at: now, actor: { kind: 'system' }, action: 'payments.reconciled', details: report })
}
