import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { hours, later, minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { forEachSeparately, failedJobOf, isQueued } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'

// Each email is sent by a job of its own. If the job failed for good or was lost, the email gets another one here.

/** The delay before each further job. After the last one, the email stays in the staff's list of failed jobs. */
const RETRY_AFTER = [minutes(10), hours(1), hours(6), hours(24)]
const PAGE_SIZE = 200

type StrandedMail = { id: string; sweeps: number; failed_job: string | null }

async function strandedMails({ db, clock }: Deps): Promise<StrandedMail[]> {
  const now = clock.now()
  const since = RETRY_AFTER.map((after) => later(now, -after))
  const { rows } = await sql<StrandedMail>`
    select m.id, m.sweeps,
      ${failedJobOf('send-mail', 'mailId', sql`m.id`)} as failed_job
    from mails m
    where m.sent_at is null and m.sweeps < ${RETRY_AFTER.length}
      and (m.hold_until is null or m.hold_until < ${since[0]})
      and coalesce(m.swept_at, m.created_at) < (${since}::timestamptz[])[m.sweeps + 1]
      and not ${isQueued('send-mail', 'mailId', sql`m.id`)}
    order by m.created_at limit ${PAGE_SIZE}`.execute(db)
  return rows
}

export async function sweepMail(context: Deps): Promise<void> {
  const { jobs } = context
  await forEachSeparately(await strandedMails(context), ({ id, sweeps, failed_job }) =>
    unitOfWork(context, SYSTEM, async (work) => {
      if (!(await markSwept(work.tx, id, sweeps, work.now))) return
      // Retrying a failed job removes it from the list. A lost one is replaced.
      const isRetried = failed_job !== null && (await jobs.retry(work.tx, failed_job))
      if (!isRetried) await jobs.add(work.tx, 'send-mail', { mailId: id })
    }),
  )
}

async function markSwept(tx: Tx, id: string, sweeps: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ sweeps: sweeps + 1, swept_at: now })
    .where('id', '=', id)
    .where('sweeps', '=', sweeps)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
