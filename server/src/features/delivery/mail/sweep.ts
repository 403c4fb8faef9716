import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { hours, later, minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { eachByItself, failedJobOf, isQueued } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'

// A mail is sent by a job of its own. When the job has used up its tries, or was lost, the mail is taken up again here.

/** How long after the last attempt to take it up: then it stays in the list of failed jobs, where staff see it. */
const AFTER = [minutes(10), hours(1), hours(6), hours(24)]
const AT_ONCE = 200

type Left = { id: string; sweeps: number; failed_job: string | null }

/** Mails that nobody is working on, and whose turn it is, with the failed job that gave each up, where one did. */
async function leftBehind({ db, clock }: Deps): Promise<Left[]> {
  const now = clock.now()
  const since = AFTER.map((after) => later(now, -after))
  const { rows } = await sql<Left>`
    select m.id, m.sweeps,
      ${failedJobOf('send-mail', 'mailId', sql`m.id`)} as failed_job
    from mails m
    where m.sent_at is null and m.sweeps < ${AFTER.length} and (m.hold_until is null or m.hold_until < ${since[0]})
      and coalesce(m.swept_at, m.created_at) < (${since}::timestamptz[])[m.sweeps + 1]
      and not ${isQueued('send-mail', 'mailId', sql`m.id`)}
    order by m.created_at limit ${AT_ONCE}`.execute(db)
  return rows
}

export async function sweepMail(context: Deps): Promise<void> {
  const { jobs } = context
  await eachByItself(await leftBehind(context), ({ id, sweeps, failed_job }) =>
    unitOfWork(context, SYSTEM, async (work) => {
      if (!(await markSwept(work.tx, id, sweeps, work.now))) return
      // What is in the list of failed jobs leaves it while it is tried again.
      const isRetried = failed_job !== null && (await jobs.retry(work.tx, failed_job))
      if (!isRetried) await jobs.add(work.tx, 'send-mail', { mailId: id })
    }),
  )
}

/** Whether nobody else took it up meanwhile. */
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
