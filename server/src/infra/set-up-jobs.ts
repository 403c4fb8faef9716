import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from './db/db.ts'
import { FAILED, queueOptions } from './jobs.ts'
import { queues } from './job-kinds.ts'

const FAILED_RETENTION = 30 * 86_400

/** Creates the queues, which only their owner may do, not the server's role. */
export async function setUpJobs(db: Db): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false })
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, new Map(Object.entries(queue))]))
  await setUpQueues(boss, existing)
  await boss.stop({ graceful: false })
}

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
