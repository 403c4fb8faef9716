import { fromKysely, PgBoss } from 'pg-boss'
import type { Tx } from './db/db.ts'
import type { Logger } from './log.ts'

/** Every job there is, with what it is told. A job may run twice: it has to bring about the same either way. */
export type JobData = {
  'send-mail': { mailId: string }
  'send-proof': { accountId: string }
  'send-reset': { accountId: string }
  housekeeping: Record<string, never>
  nightly: Record<string, never>
  'draw-demo': Record<string, never>
  'export-own': { accountId: string; sessionId: string }
  push: { accountId: string }
  'tell-waiting': Record<string, never>
  batch: { batchId: string }
  'resume-batches': Record<string, never>
  'add-up': Record<string, never>
}
export type JobName = keyof JobData

type Work = { [N in JobName]?: (data: JobData[N]) => Promise<void> }

/** Jobs are rows, written with the change that asks for them, done by whichever server is free. */
export type Jobs = {
  /** Done at once, or after a while, in milliseconds. */
  add: <N extends JobName>(tx: Tx, name: N, data: JobData[N], after?: number) => Promise<void>
  work: (work: Work) => Promise<void>
  stop: () => Promise<void>
}

/** How often each is tried, by what it is called by the clock, and how many a worker takes at once. */
const queues: Record<JobName, { retryLimit: number; cron?: string; atOnce?: number }> = {
  'send-mail': { retryLimit: 12, atOnce: 5 },
  'send-proof': { retryLimit: 3 },
  'send-reset': { retryLimit: 3 },
  housekeeping: { retryLimit: 1, cron: '*/10 * * * *' },
  'draw-demo': { retryLimit: 3 },
  'export-own': { retryLimit: 3 },
  push: { retryLimit: 5, atOnce: 5 },
  'tell-waiting': { retryLimit: 1, cron: '* * * * *' },
  batch: { retryLimit: 3 },
  'resume-batches': { retryLimit: 1, cron: '* * * * *' },
  'add-up': { retryLimit: 1, cron: '* * * * *' },
  nightly: { retryLimit: 2, cron: '20 3 * * *' },
}

/** A worker says this often that it lives, in seconds: what one that was killed had begun is begun again soon. */
const ALIVE = 20
const LOOKED_AFTER = 30

export async function openJobs(connectionString: string, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    useListenNotify: true,
    max: 3,
    application_name: 'kindred jobs',
    superviseIntervalSeconds: LOOKED_AFTER,
    monitorIntervalSeconds: LOOKED_AFTER,
  })
  boss.on('error', (error: Error) => log.warn({ err: error }, 'jobs'))
  await boss.start()
  for (const [name, { retryLimit, cron }] of Object.entries(queues)) {
    const how = {
      notify: true,
      retryLimit,
      retryBackoff: true,
      retryDelay: 2,
      retryDelayMax: 600,
      heartbeatSeconds: ALIVE,
    }
    await boss.createQueue(name, how)
    // A queue that an older version made is kept as it was, else.
    await boss.updateQueue(name, how)
    if (cron) await boss.schedule(name, cron, {})
  }
  return {
    add: async (tx, name, data, after = 0) =>
      void (await boss.send(name, data, {
        db: fromKysely(tx),
        // What could wait lets pass what cannot.
        ...(after > 0 ? { startAfter: Math.ceil(after / 1000), priority: -1 } : {}),
      })),
    work: async (work) => {
      for (const [name, run] of Object.entries(work) as [JobName, (data: unknown) => Promise<void>][])
        await boss.work(
          name,
          {
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 2,
            burstWhenBatchFull: true,
            batchSize: queues[name].atOnce ?? 1,
          },
          (jobs) =>
            runEach(
              jobs.map(({ data }) => data),
              run,
            ),
        )
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

/** One that fails keeps none of the others back; all of them are tried again, and what is done is done already. */
async function runEach(jobs: readonly unknown[], run: (data: unknown) => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(jobs.map(run))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
