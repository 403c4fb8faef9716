import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from './db/db.ts'
import { FAILED, queueOptions } from './jobs.ts'
import { queues, type JobName } from './job-kinds.ts'

const FAILED_RETENTION = 30 * 86_400

/** Queues of older versions, which each did the work of several of today's. */
const formerQueues = ['housekeeping', 'nightly']

/** Queues that had another name in older versions. */
export const renamedQueues: Readonly<Record<string, JobName>> = {
  'tell-waiting': 'send-digests',
  'tell-account': 'send-postponed-digest',
  'tell-renewals': 'announce-renewals',
  'tell-likes': 'send-likes-digest',
  'add-up': 'merge-tallies',
  'settle-moves': 'apply-moves',
  'settle-levels': 'update-cell-levels',
  'settle-exposure': 'fade-exposure',
}

/** Creates the queues. Only their owner may do that, not the role that the server runs as. */
export async function setUpJobs(db: Db): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false })
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, new Map(Object.entries(queue))]))
  await setUpQueues(boss, existing)
  for (const name of [...Object.keys(renamedQueues), ...formerQueues]) {
    if (!existing.has(name)) continue
    const successor = renamedQueues[name]
    if (successor) await moveJobs(db, name, successor)
    await boss.unschedule(name)
    await boss.deleteQueue(name)
  }
  await boss.stop({ graceful: false })
}

/** Creates or updates queues and schedules for this version. Writes nothing if they are up to date. */
async function setUpQueues(boss: PgBoss, existing: ReadonlyMap<string, Map<string, unknown>>): Promise<void> {
  const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  if (!existing.has(FAILED)) await boss.createQueue(FAILED, { retentionSeconds: FAILED_RETENTION })
  for (const [name, { retryLimit, cron }] of Object.entries(queues)) {
    const wanted = { ...queueOptions, retryLimit }
    const found = existing.get(name)
    if (!found) await boss.createQueue(name, wanted)
    else if (Object.entries(wanted).some(([key, value]) => found.get(key) !== value))
      await boss.updateQueue(name, wanted)
    if (cron && crons.get(name) !== cron) await boss.schedule(name, cron, {})
  }
}

/**
 * Moves the unfinished jobs of a renamed queue. One that is running starts again. Failed jobs can still be retried.
 * Scheduled jobs stay behind, because the schedule creates them again.
 */
async function moveJobs(db: Db, from: string, to: JobName): Promise<void> {
  if (!queues[to].cron)
    await sql`update pgboss.job set name = ${to}
      where name = ${from} and state in ('created', 'retry', 'active')`.execute(db)
  await sql`update pgboss.job set source_name = ${to} where name = ${FAILED} and source_name = ${from}`.execute(db)
}
