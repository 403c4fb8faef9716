import { fromKysely, PgBoss } from 'pg-boss'
import { openDb, openPool, type Db } from '../src/infra/db/db.ts'
import { queues, type JobName } from '../src/infra/job-kinds.ts'
import { setUpJobs } from '../src/infra/set-up-jobs.ts'

async function asOwner(databaseUrl: string, work: (db: Db) => Promise<void>): Promise<void> {
  const db = openDb(openPool(databaseUrl, 1))
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

/** Sets up the queues, as a server does when it starts. */
export const setUpQueues = (databaseUrl: string) => asOwner(databaseUrl, setUpJobs)

const withBoss = (databaseUrl: string, work: (boss: PgBoss) => Promise<unknown>) =>
  asOwner(databaseUrl, async (db) => {
    const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false })
    await boss.start()
    await work(boss)
    await boss.stop({ graceful: false })
  })

/** Jobs that run several times an hour. */
const frequent = Object.entries(queues).flatMap(([name, { cron }]) => (cron?.endsWith('* * * *') ? [name] : []))

/** Queues each frequent job this many times. */
export const addFrequent = (databaseUrl: string, times: number) =>
  withBoss(databaseUrl, (boss) =>
    Promise.all(
      frequent.map((name) =>
        boss.insert(
          name,
          Array.from({ length: times }, () => ({ data: {} })),
        ),
      ),
    ),
  )

/** Looks for jobs of killed servers, as servers do every half minute. */
export const supervise = (databaseUrl: string, name: JobName) => withBoss(databaseUrl, (boss) => boss.supervise(name))
