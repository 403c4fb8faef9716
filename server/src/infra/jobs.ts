import { setTimeout } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { fromKysely, PgBoss, type JobResult } from 'pg-boss'
import { isUnavailable, type Db, type Tx } from './db/db.ts'
import type { Logger } from './log.ts'

/** Every job there is, with what it is told. A job may run twice: it has to bring about the same either way. */
export type JobData = {
  'send-mail': { mailId: string }
  'send-proof': { accountId: string }
  'send-reset': { accountId: string }
  'draw-demo': Record<string, never>
  'export-own': { accountId: string; sessionId: string }
  /** Removes the file of an export that is over. */
  'drop-export': { accountId: string }
  /** Ends at the payment provider what an erased person paid for. */
  'end-billing': { accountId: string }
  /** Keeps the subscription of an account that is being deleted from renewing. */
  'end-renewal': { accountId: string }
  push: { accountId: string }
  'tell-waiting': Record<string, never>
  batch: { batchId: string }
  'resume-batches': Record<string, never>
  'apply-approvals': Record<string, never>
  'add-up': Record<string, never>
  /** One whose turn in `tell-waiting` failed. */
  'tell-account': { accountId: string }
  // Every ten minutes.
  'erase-due': Record<string, never>
  'reseal-secrets': Record<string, never>
  'clean-up': Record<string, never>
  'settle-moves': Record<string, never>
  'drop-unattached': Record<string, never>
  'sweep-mail': Record<string, never>
  'note-audit-head': Record<string, never>
  // Every night.
  'settle-levels': Record<string, never>
  'settle-exposure': Record<string, never>
  reconcile: Record<string, never>
  'tell-renewals': Record<string, never>
  'tell-likes': Record<string, never>
}
export type JobName = keyof JobData

type Work = { [N in JobName]?: (data: JobData[N]) => Promise<void> }

/** Jobs are rows, written with the change that asks for them, done by whichever server is free. */
export type Jobs = {
  /** Done at once, or after a while, in milliseconds. */
  add: <N extends JobName>(tx: Tx, name: N, data: JobData[N], after?: number) => Promise<void>
  work: (work: Work) => Promise<void>
  /** Does what was given up on once more, with all of its tries; false where there is no such job. */
  retry: (tx: Tx, id: string) => Promise<boolean>
  stop: () => Promise<void>
}

const TEN_MINUTES = '*/10 * * * *'
const NIGHTLY = '20 3 * * *'

/** How often each is tried, by what it is called by the clock, and how many a worker takes at once. */
const queues: Record<JobName, { retryLimit: number; cron?: string; atOnce?: number }> = {
  'send-mail': { retryLimit: 12, atOnce: 5 },
  'send-proof': { retryLimit: 3 },
  'send-reset': { retryLimit: 3 },
  'draw-demo': { retryLimit: 3 },
  'export-own': { retryLimit: 3 },
  'drop-export': { retryLimit: 12 },
  'end-billing': { retryLimit: 12 },
  'end-renewal': { retryLimit: 12 },
  push: { retryLimit: 5, atOnce: 5 },
  'tell-waiting': { retryLimit: 1, cron: '* * * * *' },
  batch: { retryLimit: 3 },
  'resume-batches': { retryLimit: 1, cron: '* * * * *' },
  'apply-approvals': { retryLimit: 1, cron: '* * * * *' },
  'add-up': { retryLimit: 1, cron: '* * * * *' },
  'tell-account': { retryLimit: 5 },
  'erase-due': { retryLimit: 1, cron: TEN_MINUTES },
  'reseal-secrets': { retryLimit: 1, cron: TEN_MINUTES },
  'clean-up': { retryLimit: 1, cron: TEN_MINUTES },
  'settle-moves': { retryLimit: 1, cron: TEN_MINUTES },
  'drop-unattached': { retryLimit: 1, cron: TEN_MINUTES },
  'sweep-mail': { retryLimit: 1, cron: TEN_MINUTES },
  'note-audit-head': { retryLimit: 1, cron: TEN_MINUTES },
  'settle-levels': { retryLimit: 5, cron: NIGHTLY },
  'settle-exposure': { retryLimit: 5, cron: NIGHTLY },
  reconcile: { retryLimit: 5, cron: NIGHTLY },
  'tell-renewals': { retryLimit: 5, cron: NIGHTLY },
  'tell-likes': { retryLimit: 5, cron: NIGHTLY },
}

/** Queues of older versions: what they did together, each of the above now does by itself. */
const former = ['housekeeping', 'nightly']

/** Where a job goes after its last try: nobody works here, staff look (features/operations/failed-jobs). */
export const FAILED = 'failed-jobs'
const FAILED_KEPT = 30 * 86_400

/** A worker says this often that it lives, in seconds: what one that was killed had begun is begun again soon. */
const ALIVE = 20
const LOOKED_AFTER = 30

const howQueuesWork = {
  notify: true,
  retryBackoff: true,
  retryDelay: 2,
  retryDelayMax: 600,
  heartbeatSeconds: ALIVE,
  deadLetter: FAILED,
}

/** What runs when the server stops may take this long, in milliseconds; after that it is begun again elsewhere. */
const FINISH_WITHIN = 5000

/** Makes the queues, which takes their owner: the server's own role finds them made. */
export async function setUpJobs(db: Db): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false })
  await boss.start()
  await setUpQueues(boss)
  await boss.stop({ graceful: false })
}

export async function openJobs(connectionString: string, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    migrate: false,
    useListenNotify: true,
    max: 3,
    application_name: 'kindred jobs',
    superviseIntervalSeconds: LOOKED_AFTER,
    monitorIntervalSeconds: LOOKED_AFTER,
  })
  boss.on('error', (error: Error) => log.warn({ err: error }, 'jobs'))
  await boss.start()
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
            perJobResults: true,
          },
          (jobs) => Promise.all(jobs.map((job) => outcomeOf(job, run, log.child({ job: name })))),
        )
    },
    retry: async (tx, id) => (await boss.redrive(FAILED, { ids: [id], db: fromKysely(tx) })) > 0,
    stop: async () => {
      // Asked here, since the stop itself looks only every half second whether they have finished.
      const finished = Promise.all(Object.keys(queues).map((name) => boss.offWork(name)))
      await Promise.race([finished, setTimeout(FINISH_WITHIN, undefined, { ref: false })])
      await boss.stop({ graceful: true, timeout: 1000 })
    },
  }
}

/** Makes the queues and schedules what this version wants them to be; where they are, it writes nothing. */
async function setUpQueues(boss: PgBoss): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  if (!there.has(FAILED)) await boss.createQueue(FAILED, { retentionSeconds: FAILED_KEPT })
  for (const name of former.filter((each) => there.has(each))) {
    await boss.unschedule(name)
    await boss.deleteQueue(name)
  }
  for (const [name, { retryLimit, cron }] of Object.entries(queues)) {
    const wanted = { ...howQueuesWork, retryLimit }
    const found = there.get(name)
    if (!found) await boss.createQueue(name, wanted)
    else if (Object.entries(wanted).some(([key, value]) => found[key as keyof typeof wanted] !== value))
      await boss.updateQueue(name, wanted)
    if (cron && crons.get(name) !== cron) await boss.schedule(name, cron, {})
  }
}

const MOST_TOLD = 500
const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, MOST_TOLD)

/** Each job by itself: of those that are taken together only the one that failed is tried again. */
async function outcomeOf(
  { id, data }: { id: string; data: unknown },
  run: (data: unknown) => Promise<void>,
  log: Logger,
): Promise<JobResult> {
  try {
    await run(data)
    return { id, status: 'completed' }
  } catch (error) {
    log.warn({ err: error, id }, 'a job failed')
    return { id, status: 'failed', output: { message: inWords(error) } }
  }
}

/**
 * Works on each of many within one job. One that fails keeps none of the others back; the job fails after all of them, so that it
 * is tried again and seen. Without a database none of them can be done.
 */
export async function eachByItself<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const one of all)
    await work(one).catch((error: unknown) => {
      if (isUnavailable(error)) throw error
      failures.push(error)
    })
  failFor(failures, all.length)
}

/** Fails a job in which some of many failed, so that it is tried again and then seen. */
export function failFor(failures: readonly unknown[], outOf: number): void {
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${outOf} failed, the first: ${inWords(failures[0])}`)
}

/** Whether a job of this name about something is still to be done, as a condition in a statement about what it is about. */
export const isQueued = (name: JobName, field: string, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from pgboss.job j where j.name = ${name} and j.state in ('created', 'retry', 'active')
    and j.data ->> ${sql.lit(field)} = ${id}::text)`

/** The newest failed job of this name about something, which waits in the list of failed ones. */
export const failedJobOf = (name: JobName, field: string, id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select j.id from pgboss.job j where j.name = ${FAILED} and j.state = 'created'
    and j.source_name = ${name} and j.data ->> ${sql.lit(field)} = ${id}::text order by j.created_on desc limit 1)`
