import { setTimeout } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { fromKysely, PgBoss, type JobResult } from 'pg-boss'
import { HostClient } from './db/client.ts'
import type { Tx } from './db/db.ts'
import { hostsOf } from './db/hosts.ts'
import { isUnavailable } from './db/unavailable.ts'
import type { Logger } from './log.ts'
import { NIL_UUID } from './nil-uuid.ts'
import { queues, type JobData, type JobName } from './job-kinds.ts'
import { traceparent, type Tracing } from './tracing/tracing.ts'
import { serialQueue } from './turns.ts'

type Run = (data: unknown) => Promise<void>
type Queued = { id: string; data: unknown }
type Workers = { [N in JobName]?: (data: JobData[N]) => Promise<void> }

/** Jobs are rows that are written in the transaction of the change that needs them. Any server may run them. */
export type Jobs = {
  add: <N extends JobName>(tx: Tx, name: N, data: JobData[N], delay?: number) => Promise<void>
  work: (workers: Workers) => Promise<void>
  /** The job gets all of its retries again. Returns false if there is no such job. */
  retry: (tx: Tx, id: string) => Promise<boolean>
  stop: () => Promise<void>
}

/** The dead-letter queue, where a job goes after its last try. Staff see it (features/operations/failed-jobs). */
export const FAILED = 'failed-jobs'

/** Seconds between heartbeats and checks, so that the jobs of a killed worker soon start again. */
const HEARTBEAT = 20
const SUPERVISION = 30

/** Seconds between polls, which find jobs that no notification announced: delayed or retried ones. */
const POLLING = 2
/** Scheduled jobs have no delay, and no one waits for their retry. */
const POLLING_OF_SCHEDULED = 30

export const queueOptions = {
  notify: true,
  retryBackoff: true,
  retryDelay: 2,
  retryDelayMax: 600,
  heartbeatSeconds: HEARTBEAT,
  deadLetter: FAILED,
}

/** Milliseconds that running jobs may take when the server stops. After that, another server starts them again. */
const STOP_TIMEOUT = 5000

export const JOBS = 'kindred jobs'

type Options = { name?: string; schedules?: boolean | undefined; tracing?: Tracing | undefined }

/** Without `schedules`, this server works only on queues that have no schedule, and leaves the others alone. */
export async function openJobs(url: string, log: Logger, options: Options = {}): Promise<Jobs> {
  const { name: application_name = JOBS, schedules = true, tracing } = options
  const hosts = hostsOf(url)
  const connecting = { hosts, Client: HostClient, keepAlive: true }
  const boss = new PgBoss({
    // The listener stays with this server. After a failover to another one, polling finds the jobs.
    connectionString: hosts.current(),
    ...connecting,
    migrate: false,
    supervise: schedules,
    schedule: schedules,
    useListenNotify: true,
    max: 3,
    application_name,
    superviseIntervalSeconds: SUPERVISION,
    monitorIntervalSeconds: SUPERVISION,
  })
  boss.on('error', (error: Error) => log.warn({ err: error }, 'jobs'))
  await boss.start()
  return {
    add: async (tx, name, data, delay = 0) =>
      void (await boss.send(
        name,
        { ...data, ...traceparent() },
        {
          db: fromKysely(tx),
          ...groupOf(name, data),
          ...(delay > 0 ? { startAfter: Math.ceil(delay / 1000), priority: -1 } : {}),
        },
      )),
    work: async (workers) => {
      // A dozen scheduled jobs are due each minute. Running all at once, they would delay members' requests by a tenth
      // of a second.
      const inLine = serialQueue()
      // `Workers` names only jobs, each with a function that takes the data that `add` wrote for it.
      for (const [name, run] of Object.entries(workers) as [JobName, Run][]) {
        const isScheduled = queues[name].cron !== undefined
        if (!schedules && isScheduled) continue
        const work = workerOf(name, run, log, tracing)
        await boss.work(name, optionsOf(name), (jobs) =>
          Promise.all(jobs.map((job) => (isScheduled ? inLine(() => work(job)) : work(job)))),
        )
      }
    },
    retry: async (tx, id) => (await boss.redrive(FAILED, { ids: [id], db: fromKysely(tx) })) > 0,
    stop: async () => {
      // stop() itself polls for unfinished jobs only every half second.
      const finished = Promise.all(Object.keys(queues).map((name) => boss.offWork(name)))
      await Promise.race([finished, setTimeout(STOP_TIMEOUT, undefined, { ref: false })])
      await boss.stop({ graceful: true, timeout: 1000 })
    },
  }
}

/** Groups jobs by member if one member could keep all workers waiting. */
const groupOf = (name: JobName, data: object): { group?: { id: string } } =>
  queues[name].workers !== undefined && 'accountId' in data && typeof data.accountId === 'string'
    ? { group: { id: data.accountId } }
    : {}

const optionsOf = (name: JobName) => {
  const { cron, atOnce = 1 } = queues[name]
  return {
    pollingIntervalSeconds: POLLING,
    notifyPollingIntervalSeconds: cron === undefined ? POLLING : POLLING_OF_SCHEDULED,
    burstWhenBatchFull: true,
    batchSize: atOnce,
    perJobResults: true as const,
    ...concurrencyOf(name),
  }
}

/**
 * Counts members' jobs on this server only. Counted over all servers, two workers that look at the same time would take
 * two.
 */
const concurrencyOf = (name: JobName) => {
  const { workers } = queues[name]
  return workers === undefined ? {} : { localConcurrency: workers, localGroupConcurrency: 1 }
}

const MAX_MESSAGE = 500
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE)

const workerOf = (name: JobName, run: Run, log: Logger, tracing: Tracing | undefined) => (job: Queued) =>
  traced(name, job, tracing, () => outcomeOf(job, run, log.child({ job: name })))

/** Reports each job's outcome, so that only the failed ones of a batch run again. */
async function outcomeOf({ id, data }: Queued, run: Run, log: Logger): Promise<JobResult> {
  try {
    await run(data)
    return { id, status: 'completed' }
  } catch (error) {
    log.warn({ err: error, id }, 'a job failed')
    return { id, status: 'failed', output: { message: messageOf(error) } }
  }
}

async function traced(
  name: JobName,
  { id, data }: Queued,
  tracing: Tracing | undefined,
  run: () => Promise<JobResult>,
): Promise<JobResult> {
  const scope = tracing?.job(data)
  if (!scope) return run()
  const result = await scope.within(run)
  scope.end({ name, attributes: { 'messaging.message.id': id }, failed: result.status === 'failed' })
  return result
}

/**
 * Continues after an item that fails. The job fails after all of them, so that it runs again and staff see it. Stops
 * immediately if the database is unavailable.
 */
export async function forEachSeparately<T>(
  all: Iterable<T> | AsyncIterable<T>,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  let count = 0
  for await (const one of all) {
    count++
    await work(one).catch((error: unknown) => {
      if (isUnavailable(error)) throw error
      failures.push(error)
    })
  }
  failFor(failures, count)
}

/** The same for the steps of a job. */
export const runSeparately = (...steps: (() => Promise<unknown>)[]): Promise<void> =>
  forEachSeparately(steps, (step) => step())

/**
 * Pages of rows in the order of their IDs. A job gives each page to `forEachSeparately`, because its next try begins
 * with the first page again: if a failure there ended it, no try would reach the second.
 */
export async function* pagesById<T extends string | { id: string }>(
  read: (after: string) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let page = await read(NIL_UUID)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page
    page = await read(typeof last === 'string' ? last : last.id)
  }
}

export function failFor(failures: readonly unknown[], outOf: number): void {
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${outOf} failed. The first: ${messageOf(failures[0])}`)
}

/** A condition that is true if a job with this name about this ID is waiting or running. */
export const isQueued = (name: JobName, field: string, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from pgboss.job j where j.name = ${name} and j.state in ('created', 'retry', 'active')
    and j.data ->> ${sql.lit(field)} = ${id}::text)`

/** An expression for the ID of the newest failed job with this name about this ID. */
export const failedJobOf = (name: JobName, field: string, id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select j.id from pgboss.job j where j.name = ${FAILED} and j.state = 'created'
    and j.source_name = ${name} and j.data ->> ${sql.lit(field)} = ${id}::text order by j.created_on desc limit 1)`
