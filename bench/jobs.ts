import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { queues, type JobName } from '../server/src/infra/job-kinds.ts'
import { heavyChoosers } from './deck.ts'
import { ms, spread, type Spread } from './measure.ts'
import type { Member } from './people.ts'
import { inTurn } from './present.ts'
import type { Run } from './run.ts'

export const BAR_OF_JOBS = 600
const DECKS_EVERY = 250

/** Jobs that have a separate section. */
const ofTheOrder: readonly string[] = ['decay-exposure', 'fit-order'] satisfies JobName[]
const last: JobName = 'send-likes-digest'

const namesInOrder = (): string[] => {
  const scheduled = Object.entries(queues).flatMap(([name, { cron }]) => (cron === undefined ? [] : [name]))
  return [...scheduled.filter((name) => name !== last && !ofTheOrder.includes(name)), last]
}

/** Has the running server do a job, and returns how many seconds it took. */
async function done(boss: PgBoss, name: string): Promise<number> {
  const id = await boss.send(name, {})
  if (id === null) throw new Error(`${name} could not be added.`)
  for (;;) {
    const [job] = await boss.findJobs(name, { id })
    if (job?.state === 'failed') throw new Error(`${name} failed: ${JSON.stringify(job.output)}`)
    if (job?.completedOn) return (job.completedOn.getTime() - job.startedOn.getTime()) / 1000
    await pause(50)
  }
}

async function withDecks<T>(
  viewers: readonly Member[],
  work: Promise<T>,
): Promise<{ result: T; decks: Spread; refused: number }> {
  const [times, decks] = [new Array<number>(), new Array<Promise<void>>()]
  let [isDone, refused] = [false, 0]
  const ended = work.finally(() => (isDone = true))
  const open = async (at: number) => {
    const began = performance.now()
    await inTurn(viewers, at)
      .client.discover({ query: {} })
      .catch(() => refused++)
    times.push(performance.now() - began)
  }
  for (let at = 0; !isDone; at++) {
    decks.push(open(at))
    await Promise.race([ended, pause(DECKS_EVERY)])
  }
  await Promise.all(decks)
  return { result: await ended, decks: spread(times), refused }
}

/** Has the running server do every scheduled job once while members open their decks. */
export async function jobsSection({ bench, add, slack }: Run): Promise<void> {
  const viewers = await heavyChoosers(bench)
  const boss = new PgBoss({ connectionString: bench.databaseUrl, migrate: false, supervise: false, schedule: false })
  // An interrupted run stops the database, and the running statement reports this.
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const name of namesInOrder()) {
      const { result: seconds, decks, refused } = await withDecks(viewers, done(boss, name))
      const most = BAR_OF_JOBS * slack
      add({
        what: `job ${name}`,
        measured: `${seconds.toFixed(1)} s`,
        beside: `decks meanwhile: ${decks.count}, ${ms(decks.median)}, p95 ${ms(decks.p95)}, ${refused} refused`,
        bar: `at most ${most} s`,
        met: seconds <= most && refused === 0,
      })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
