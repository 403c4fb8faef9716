import type { Deps } from '../../../deps.ts'
import { later } from '../../../infra/clock.ts'
import { forEachSeparately, runSeparately } from '../../../infra/jobs.ts'
import { record } from '../../delivery/index.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { sendDueCorrections, sendDueWarnings } from '../fraud/fraud.ts'
import { saveSentMails } from '../fraud/queries.ts'
import { selectForBlindReview } from '../blind-reviews/blind-reviews.ts'
import { notifyReporters, endDecision, lockWithSubject } from './effects.ts'
import { findEnding, findUnsettled, saveDecision } from './queries.ts'
import { MAIL_DELAY } from './decide.ts'
import { subjectOf } from './statement.ts'

/**
 * Expires decisions, starts the consequences of those that can no longer be undone, sends due warnings and corrections,
 * and records which warnings were emailed. A step doesn't stop the next ones if it fails.
 */
export async function advanceDecisions(context: Deps): Promise<void> {
  const { db } = context
  const now = context.clock.now()
  await runSeparately(
    async () =>
      forEachSeparately(await findUnsettled(db, later(now, -MAIL_DELAY)), (id) => finalizeDecision(context, id)),
    async () => forEachSeparately(await findEnding(db, now), (id) => endOne(context, id)),
    () => sendDueWarnings(context),
    () => sendDueCorrections(context),
    () => saveSentMails(db),
  )
}

/**
 * Notifies the member and the reporters in the app, ends the subscription, and selects some decisions for a blind
 * review. Repeated runs do nothing.
 */
const finalizeDecision = (context: Deps, id: string): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const row = await lockWithSubject(work, id)
    if (row.state !== 'in_force' || row.settled_at !== null) return
    await saveDecision(work.tx, id, { settled_at: work.now })
    await notifyReporters(work, id)
    await selectForBlindReview(work, row)
    // A deactivation has no reasons to show in the list; its email has the details.
    if (row.kind !== 'deactivate')
      await record(work, {
        to: row.subject_id,
        kind: 'decision',
        topic: `decision:${id}`,
        details: { ...subjectOf(row), link: `/support#decision-${id}` },
      })
    if (row.subscription === 'cancel') await work.jobs.add(work.tx, 'end-subscription', { accountId: row.subject_id })
  })

const endOne = (context: Deps, id: string): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const row = await lockWithSubject(work, id)
    if (row.state !== 'in_force' || row.until === null || row.until > work.now) return
    await endDecision(work, row, { to: 'expired', by: null })
  })
